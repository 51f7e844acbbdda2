/** Every byte written is checked (spec page 0, Output; hard case 10). */
import { expect, test } from "bun:test";
import { closeSync, openSync } from "node:fs";
import { openPipe } from "../harness/pipe.ts";
import { runScript, startScript } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";

const SIZES = [
  ["100 bytes", 100],
  ["300 kB", 300_000],
] as const;

test.each(SIZES)("%s into a full disk is 74", async (_, bytes) => {
  using dir = tree();
  const full = openSync("/dev/full", "w");
  const outcome = await runScript("x-fixture", [`--bytes=${bytes}`], { cwd: dir.root, stdout: full });
  closeSync(full);
  expect(outcome).toEqual({ stdout: "", stderr: "Cannot write to stdout: no space left on device\n", code: 74 });
});

test.each(SIZES)("%s into a pipe whose reader left is 74", async (_, bytes) => {
  using dir = tree();
  using pipe = openPipe({ nonBlocking: false });
  pipe.close("readEnd");
  const outcome = await runScript("x-fixture", [`--bytes=${bytes}`], { cwd: dir.root, stdout: pipe.writeEnd });
  expect(outcome).toEqual({ stdout: "", stderr: "Cannot write to stdout: the reader left\n", code: 74 });
});

test("a skill whose work is done says so when its answer could not be written", async () => {
  using dir = tree();
  const full = openSync("/dev/full", "w");
  const outcome = await runScript("x-fixture", ["--text", "saved"], { cwd: dir.root, stdout: full });
  closeSync(full);
  expect(outcome).toEqual({ stdout: "", stderr: "The work is saved, but stdout failed: no space left on device\n", code: 74 });
});

test.each([
  ["blocking", false],
  ["non-blocking", true],
] as const)("a slow reader of a %s pipe gets every byte, once", async (_, nonBlocking) => {
  using dir = tree();
  using pipe = openPipe({ nonBlocking });
  await using program = startScript("x-fixture", ["--bytes=300000", "--lines=2"], { cwd: dir.root, stdout: pipe.writeEnd });
  pipe.close("writeEnd");
  const text = pipe.readSlowly(16_384, 5).toString();
  const line = `{"text":"","padding":"${"x".repeat(300_000)}"}\n`;
  expect(text.length).toBe(2 * line.length);
  expect(text === line + line).toBe(true);
  expect(await program.outcome).toEqual({ stdout: "", stderr: "", code: 0 });
});
