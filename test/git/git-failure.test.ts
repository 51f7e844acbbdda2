import { expect, test } from "bun:test";
import { GitError } from "../../lib/git/git-errors.ts";
import { lastLine, reasonFor, textOf } from "../../lib/git/run-git.ts";
import type { Ended } from "../../lib/platform/spawn.ts";

const captured = (text: string, dropped = 0) => ({ text, dropped, length: text.length + dropped, bytes: new TextEncoder().encode(text) });

/** How a call of git ended. */
function ended(how: Partial<Pick<Ended, "code" | "signal" | "cause">>, err = "", out = "", dropped = 0): Ended {
  const usual = { code: 1, signal: undefined, cause: "exit" as const };
  return { ...usual, ...how, stdout: captured(out, dropped), stderr: captured(err), hadLeftovers: false, elapsedMs: 1 };
}

test.each([
  ["its last line that says fatal", ended({}, "warning: a\nfatal: b\nhint: c\n"), "b"],
  ["the last line of stderr where none says so", ended({}, "hint: a\nhint: b\n\n"), "hint: b"],
  ["the last line of stdout where stderr is empty", ended({}, "\n", "a\nb\n"), "b"],
  ["the status where nothing was said", ended({ code: 128 }), "status 128"],
  ["a limit", ended({ cause: "timeout" }, "fatal: x\n"), "it took too long"],
  ["a signal", ended({ code: undefined, signal: "SIGSEGV" }), "ended by SIGSEGV"],
  ["too much output", ended({ code: 0 }, "", "a", 9), expect.stringMatching(/^more than \d+ bytes of output$/)],
])("why git failed: %s", (_, how, reason) => {
  expect(reasonFor(how)).toEqual(reason);
  expect(() => textOf(["-c", "a=b", "--bare", "log", "-1"], how)).toThrow(GitError);
});

test("text that is whole comes without its last line break", () => {
  expect(textOf(["log"], ended({ code: 0 }, "", "a\n\n"))).toBe("a\n");
  expect([lastLine(""), lastLine("\n \n"), lastLine("a\nerror: b \n")]).toEqual([undefined, undefined, "b"]);
});
