/** x-doctor on repositories with hooks, and beside writers that are at work. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { hooksBox, STATE } from "./flows/hooks/hooks-box.ts";
import { GIT_ENV } from "./git/sandbox.ts";
import { run, runScript, start } from "./harness/run-script.ts";

type Report = { ok: boolean; checks: { check: string; findings: { level: string; message: string; fixed: boolean }[] }[] };

async function examine(box: ReturnType<typeof hooksBox>, ...args: string[]) {
  const { stdout, stderr, code } = await runScript("x-doctor", ["--json", ...args], { cwd: box.path(box.repo), env: GIT_ENV });
  const report = JSON.parse(stdout) as Report;
  const of = (name: string) => report.checks.find(({ check }) => check === name)!.findings;
  return { report, of, stderr, code };
}

test("hooks that x-hooks put in are fine", async () => {
  using box = hooksBox();
  await box.xHooks(["install", "--merge-driver", "--ignore-locks"]);
  const { report, of, code } = await examine(box);
  expect(of("hooks")).toEqual([]);
  expect([report.ok, code]).toEqual([true, 0]);
});

test("one of two is gone, or may not be started: said, and put right by --fix", async () => {
  using box = hooksBox();
  await box.xHooks(["install"]);
  rmSync(box.path("repo/.git/hooks/pre-commit"));
  chmodSync(box.path("repo/.git/hooks/commit-msg"), 0o644);
  const messages = [`${box.path("repo/.git/hooks/commit-msg")} is not executable: git passes over it`, "pre-commit is not installed"];
  const found = await examine(box);
  expect(found.of("hooks")).toEqual(messages.map((message) => ({ level: "problem", message, fixed: false })));
  expect([found.stderr, found.code]).toEqual(["2 problems\n", 1]);
  const fixed = await examine(box, "--fix");
  expect(fixed.of("hooks")).toEqual(messages.map((message) => ({ level: "problem", message, fixed: true })));
  expect([fixed.report.ok, fixed.code]).toEqual([true, 0]);
  expect((await box.xHooks(["status"])).code).toBe(0);
});

test("a foreign hook in our place is left to the user", async () => {
  using box = hooksBox();
  await box.xHooks(["install"]);
  box.hook("commit-msg", "exit 0");
  const { of, code } = await examine(box, "--fix");
  expect(of("hooks")).toEqual([
    { level: "problem", message: `${box.path("repo/.git/hooks/commit-msg")} does not call 'x-hooks run commit-msg'`, fixed: false },
  ]);
  expect(code).toBe(1);
});

test("an attribute without the driver, as after a clone", async () => {
  using box = hooksBox();
  box.write("repo/.gitattributes", "execution-state.json merge=x-merge-state\n");
  expect((await examine(box)).of("hooks").map(({ level, message }) => `${level}: ${message}`)).toEqual([
    "note: commit hooks are not installed: 'x-hooks install' does it",
    "problem: execution-state.json has merge=x-merge-state, but this clone has no such merge driver",
  ]);
});

test("a state that someone writes to for long is named, not waited for; its temporary file is not called left over", async () => {
  using box = hooksBox();
  box.write("repo/.gitignore", "*.json.lock\n");
  box.write(`repo/${STATE}`, "{}");
  writeFileSync(box.path("repo/ai/epics/epic-0049/.execution-state.json.0123456789abcdef.tmp"), "");
  const lock = box.path(`repo/${STATE}.lock`);
  await using holder = start(["flock", "--no-fork", "--exclusive", lock, "sleep", "60"], { cwd: box.root });
  expect(holder.pid).toBeGreaterThan(0);
  while ((await run(["flock", "--nonblock", lock, "true"], { cwd: box.root })).code === 0) await Bun.sleep(5);
  const { of, code } = await examine(box, "--fix");
  expect(of("states")).toHaveLength(1);
  expect(of("states")[0]!.message).toMatch(/^\S+: not looked at: Lock timeout on \S+\.lock \(held by PID \d+\)$/);
  expect(code).toBe(1);
  expect(existsSync(box.path("repo/ai/epics/epic-0049/.execution-state.json.0123456789abcdef.tmp"))).toBe(true);
});
