/** Both reading skills leave no trace, need no program, share the writers' lock and check what they write (spec pages 0 and 7). */
import { afterAll, describe, expect, test } from "bun:test";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { run, runScript, start, startScript } from "../harness/run-script.ts";
import { commandLine } from "../harness/runtime.ts";
import { type Files, tree } from "../harness/tree.ts";
import { hasOpen, waitUntil } from "../harness/wait-until.ts";
import { storyText } from "../story/story-text.ts";

const LOCK = "f/execution-state.json.lock";
const ARGS = ["--story-id", "story-0049-0011", "--context-path", "f"];

/** Both skills succeed on this folder. */
function files(pad = ""): Files {
  const tasks = { "TASK-0049-0011-001": { status: "DONE", commitSha: `c${pad}` }, "TASK-0049-0011-002": { status: "PENDING" } };
  const stories = { "story-0049-0001": { status: "DONE" }, "story-0049-0011": { status: "IN_PROGRESS", tasks } };
  return {
    "f/story-0049-0011.md": { text: storyText({ blockedBy: "story-0049-0001" }), mtime: 1_700_000_000 },
    "f/execution-state.json": JSON.stringify({ stories }),
  };
}

describe.each(["x-internal-load-story-context", "x-internal-resume-story"])("%s", (name) => {
  test("changes nothing and makes no lock file", async () => {
    using dir = tree(files());
    const outcome = await runScript(name, ARGS, { cwd: dir.root });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
    expect(readdirSync(dir.root, { recursive: true }).sort()).toEqual(["f", "f/execution-state.json", "f/story-0049-0011.md"]);
  });

  test("no program on PATH, no home: works", async () => {
    using dir = tree(files());
    const outcome = await runScript(name, ARGS, { cwd: dir.root, env: { PATH: "/nowhere", HOME: undefined } });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  });

  test("a lock file of text and mode 0444 is taken and kept", async () => {
    using dir = tree({ ...files(), [LOCK]: { text: "pid 1\n", mode: 0o444 } });
    const outcome = await runScript(name, ARGS, { cwd: dir.root });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  });

  test("waits for a writer, at most as long as it is told", async () => {
    using dir = tree({ ...files(), [LOCK]: "" });
    await using holder = start(["flock", "-F", "-x", LOCK, "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
    while (!existsSync(dir.path("held"))) await Bun.sleep(5);
    const late = await runScript(name, [...ARGS, "--lock-timeout", "0.3"], { cwd: dir.root });
    expect(late.stderr).toMatch(/^Lock timeout on .*f\/execution-state\.json\.lock( \(held by PID \d+\))?\n$/);
    expect([late.stdout, late.code]).toEqual(["", 75]);
    await using waiting = startScript(name, ARGS, { cwd: dir.root });
    await waitUntil(() => hasOpen(waiting.pid, dir.path(LOCK)));
    holder.kill("SIGKILL");
    expect((await waiting.outcome).code).toBe(0);
  });

  test("another reader's lock is no reason to wait", async () => {
    using dir = tree({ ...files(), [LOCK]: "" });
    await using _holder = start(["flock", "-F", "-s", LOCK, "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
    while (!existsSync(dir.path("held"))) await Bun.sleep(5);
    expect((await runScript(name, [...ARGS, "--lock-timeout", "0"], { cwd: dir.root })).code).toBe(0);
  });

  test("a signal ends the wait: 128 + n", async () => {
    using dir = tree({ ...files(), [LOCK]: "" });
    await using _holder = start(["flock", "-F", "-x", LOCK, "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
    while (!existsSync(dir.path("held"))) await Bun.sleep(5);
    await using waiting = startScript(name, ARGS, { cwd: dir.root });
    await waitUntil(() => hasOpen(waiting.pid, dir.path(LOCK)));
    waiting.kill("SIGTERM");
    const outcome = await waiting.outcome;
    expect([outcome.stdout, outcome.code]).toEqual(["", 143]);
  });

  test("/dev/full: 74", async () => {
    using dir = tree(files());
    const full = openSync("/dev/full", "w");
    const outcome = await runScript(name, ARGS, { cwd: dir.root, stdout: full });
    closeSync(full);
    expect([outcome.stderr, outcome.code]).toEqual(["Cannot write to stdout: no space left on device\n", 74]);
  });

  test.each([
    ["100 bytes", ""],
    ["300 kB", "y".repeat(300_000)],
  ])("a pipe whose reader left, %s: 74", async (_, pad) => {
    using dir = tree(files(pad));
    const words = [...commandLine(name), ...ARGS].map((word) => `'${word}'`).join(" ");
    const outcome = await run(["bash", "-c", `{ sleep 0.3; ${words}; echo "code $?" >&2; } | :`], { cwd: dir.root });
    expect(outcome.stderr).toBe("Cannot write to stdout: the reader left\ncode 74\n");
  });
});

test.skipIf(process.getuid?.() !== 0)("a plans folder of another user: all missing, one warning", async () => {
  using dir = tree({ ...files(), "f/plans/plan-story-0049-0011.md": "x" });
  await run(["chmod", "0755", dir.root], { cwd: "/" });
  await run(["chmod", "0700", dir.path("f/plans")], { cwd: "/" });
  const words = ["setpriv", "--reuid", "65534", "--clear-groups", ...commandLine("x-internal-load-story-context"), ...ARGS];
  const { stdout, stderr, code } = await run(words, { cwd: dir.root });
  expect(stderr).toMatch(/^warn: plans count as missing: Cannot stat .*plan-story-0049-0011\.md: permission denied\n$/);
  expect([JSON.parse(stdout).artifacts.missing.length, code]).toEqual([7, 0]);
});

const mounts: string[] = [];
afterAll(async () => {
  for (const path of mounts) await run(["umount", path], { cwd: "/" });
});

test("a read-only file system, with and without a lock file", async () => {
  using dir = tree({ ...files(), "g/story-0049-0011.md": storyText(), "g/execution-state.json": "{}", "g/execution-state.json.lock": "" });
  const { code, stderr } = await run(["mount", "--bind", "-o", "ro", dir.root, dir.root], { cwd: "/" });
  if (code !== 0) return void process.stderr.write(`skipped: cannot mount here: ${stderr}`);
  mounts.push(dir.root);
  await run(["mount", "-o", "remount,bind,ro", dir.root], { cwd: "/" });
  for (const name of ["x-internal-load-story-context", "x-internal-resume-story"]) {
    const outcome = await runScript(name, ARGS, { cwd: dir.root });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  }
  const locked = await runScript("x-internal-resume-story", ["--story-id", "story-0049-0011", "--context-path", "g"], { cwd: dir.root });
  expect(locked).toEqual({ stdout: "", stderr: "Story not in execution-state.json\n", code: 2 });
  await run(["umount", mounts.pop()!], { cwd: "/" });
});
