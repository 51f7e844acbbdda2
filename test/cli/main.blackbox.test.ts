/** What only a real process can show: crashes outside the command, invalid bytes in argv, signals. */
import { expect, test } from "bun:test";
import { run, runScript, startScript } from "../harness/run-script.ts";
import { commandLine } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";

test.each([
  ["an exception in a timer", "later", /^internal error: [^\n]*JSON[^\n]*; please report it [^\n]*\n$/],
  ["a rejected promise that nobody waits for", "rejection", /^internal error: nobody waits; please report it [^\n]*\n$/],
])("%s is 70, one line, and nothing on stdout", async (_, crash, stderr) => {
  using dir = tree();
  const outcome = await runScript("x-fixture", ["--crash", crash], { cwd: dir.root });
  expect(outcome).toEqual({ stdout: "", stderr: expect.stringMatching(stderr), code: 70 });
});

test("invalid bytes in an argument are a usage error", async () => {
  using dir = tree();
  const words = ["sh", "-c", `exec "$@" --text "$(printf 'a\\377b')"`, "sh", ...commandLine("x-fixture")];
  const { stdout, stderr, code } = await run(words, { cwd: dir.root });
  expect(stdout).toBe("");
  expect(stderr).toStartWith("value of --text is not valid UTF-8; usage: ");
  expect(code).toBe(64);
});

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends a wait with %d, after its line", async (signal, code) => {
  using dir = tree();
  await using program = startScript("x-fixture", ["--wait", "ready"], { cwd: dir.root });
  while (!(await Bun.file(dir.path("ready")).exists())) await Bun.sleep(5);
  program.kill(signal);
  expect(await program.outcome).toEqual({ stdout: "", stderr: `interrupted by signal ${code - 128}\n`, code });
});
