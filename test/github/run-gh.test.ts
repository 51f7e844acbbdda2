/** What of a call of gh is an answer, and what is said of one that is none. */
import { expect, test } from "bun:test";
import * as v from "valibot";
import { GhError } from "../../lib/github/gh-error.ts";
import { ghJson, ghText } from "../../lib/github/run-gh.ts";
import { cleanEnvironment } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";

/** Calls a `gh` that is this script. */
function withGh<T>(script: string, call: (at: Parameters<typeof ghText>[0]) => Promise<T>): Promise<T | GhError> {
  const dir = tree({ "bin/gh": { text: `#!/bin/sh\n${script}\n`, mode: 0o755 } });
  const env = cleanEnvironment({ PATH: `${dir.path("bin")}:${process.env.PATH}` });
  const at = { cwd: dir.root, env, signal: new AbortController().signal, timeoutMs: 1_000 };
  return call(at)
    .catch((error: unknown) => (error instanceof GhError ? error : Promise.reject(error)))
    .finally(() => dir[Symbol.dispose]());
}

test.each([
  ["no end", "exec sleep 30", "no answer within 1s"],
  ["a signal", "kill -SEGV $$", "ended by SIGSEGV"],
  ["a status alone", "exit 3", "exit status 3"],
  ["its own words", "echo 'gh: Not Found (HTTP 404)' >&2; exit 1", "Not Found (HTTP 404)"],
])("a call fails by %s", async (_, script, reason) => {
  const error = await withGh(script, (at) => ghText(at, ["pr", "view", "7"]));
  expect(error).toBeInstanceOf(GhError);
  expect((error as GhError).message).toContain(reason);
});

test.each([
  ["a page of HTML", "echo '<html>'", "unexpected answer (no JSON)"],
  ["another shape", 'echo \'{"number":"7"}\'', "unexpected answer (number: "],
  ["nothing", "true", "unexpected answer (no JSON)"],
])("%s with status 0 is no answer", async (_, script, reason) => {
  const error = await withGh(script, (at) => ghJson(at, ["pr", "view"], v.object({ number: v.number() })));
  expect((error as GhError).message).toContain(reason);
});

test("text on standard input reaches it", async () => {
  expect(await withGh("cat", (at) => ghText(at, ["pr", "create"], "a body\n"))).toBe("a body\n");
});
