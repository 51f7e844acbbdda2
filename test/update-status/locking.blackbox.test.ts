/** The lock file in every state it can be found in, and holders in shell (spec page 7, 3, 4, 8). */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { run as command } from "../../scripts/x-internal-update-status.ts";
import { blackBox } from "../harness/black-box.ts";
import { runScript, start, startScript } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";
import { hasOpen, waitUntil } from "../harness/wait-until.ts";
import { S, STATE, state, story } from "./fixtures.ts";

const LOCK = `${S}.lock`;
const SHA = "$re:[0-9a-f]{64}";
const DONE = state('"status": "X"');
const BEFORE = state('"status": "A"');
const wrote = { stdout: { previousValue: "A", newValue: "X", fileSha: SHA, noOp: false }, after: { [S]: DONE } };
const name = "x-internal-update-status";

describe("a lock file that is there already", () => {
  blackBox(command, [
    {
      name: "with text in it",
      files: { [S]: BEFORE, [LOCK]: "pid 1\n" },
      args: story("status", "X"),
      ...wrote,
      after: { [S]: DONE, [LOCK]: "unchanged" },
    },
    { name: "read-only", files: { [S]: BEFORE, [LOCK]: { text: "", mode: 0o444 } }, args: story("status", "X"), ...wrote },
    {
      name: "a folder: readers too",
      files: { [S]: BEFORE, [LOCK]: { dir: true } },
      args: [...story("status"), "--read-only"],
      code: 2,
      stderr: `Lock timeout on $CWD/${LOCK} (not a regular file)\n`,
    },
    {
      name: "a link",
      files: { [S]: BEFORE, [LOCK]: { symlink: "target" } },
      args: story("status", "X"),
      code: 2,
      stderr: `Lock timeout on $CWD/${LOCK} (not a regular file)\n`,
      after: { [S]: "unchanged", target: "absent" },
    },
    {
      name: "a link: readers too",
      files: { [S]: BEFORE, [LOCK]: { symlink: "target" } },
      args: [...story(), "--read-only"],
      code: 2,
      stderr: `Lock timeout on $CWD/${LOCK} (not a regular file)\n`,
    },
    {
      name: "a link to a file that is there: readers too",
      files: { [S]: BEFORE, target: "", [LOCK]: { symlink: "target" } },
      args: [...story(), "--read-only"],
      code: 2,
      stderr: `Lock timeout on $CWD/${LOCK} (not a regular file)\n`,
    },
  ]);

  test("a FIFO: no hang", async () => {
    using dir = tree({ [S]: BEFORE });
    await start(["mkfifo", LOCK], { cwd: dir.root }).outcome;
    const outcome = await runScript(name, story("status", "X"), { cwd: dir.root, timeoutMs: 5_000 });
    expect(outcome).toEqual({ stdout: "", stderr: `Lock timeout on ${dir.path(LOCK)} (not a regular file)\n`, code: 2 });
  });

  test("made empty by the first writer, mode 0644, and kept", async () => {
    using dir = tree({ [S]: BEFORE });
    expect((await runScript(name, story("status", "X"), { cwd: dir.root })).code).toBe(0);
    const stat = statSync(dir.path(LOCK));
    expect([stat.size, stat.mode & 0o777]).toEqual([0, 0o644]);
  });
});

describe("held by util-linux flock", () => {
  /** Holds the lock in a shell and says so on stdout before it waits. */
  async function holding(root: string, kind: "-x" | "-s", seconds: number) {
    const holder = start(["flock", "-F", kind, LOCK, "sh", "-c", `: > held; exec sleep ${seconds}`], { cwd: root });
    while (!existsSync(`${root}/held`)) await Bun.sleep(5);
    return holder;
  }

  test("longer than the timeout: exit 2 with the holder, the file untouched", async () => {
    using dir = tree({ [S]: BEFORE });
    await using holder = await holding(dir.root, "-x", 30);
    const started = performance.now();
    const outcome = await runScript(name, [...story("status", "X"), "--lock-timeout", "0.4"], { cwd: dir.root });
    expect(outcome.stderr).toMatch(new RegExp(`^Lock timeout on ${dir.path(LOCK)}( \\(held by PID ${holder.pid}\\))?\n$`));
    expect([outcome.stdout, outcome.code]).toEqual(["", 2]);
    expect(performance.now() - started).toBeGreaterThan(400);
    expect(readFileSync(dir.path(S), "utf8")).toBe(BEFORE);
  });

  test("timeout 0 tries once; a reader is kept out too", async () => {
    using dir = tree({ [S]: BEFORE });
    await using _ = await holding(dir.root, "-x", 30);
    const reader = await runScript(name, [...story("status"), "--read-only", "--lock-timeout=0"], { cwd: dir.root });
    expect([reader.stdout, reader.code]).toEqual(["", 2]);
  });

  test("shorter than the timeout: it waits, then writes", async () => {
    using dir = tree({ [S]: BEFORE });
    await using _ = await holding(dir.root, "-x", 0.5);
    const outcome = await runScript(name, story("status", "X"), { cwd: dir.root });
    expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
    expect(readFileSync(dir.path(S), "utf8")).toBe(DONE);
  });

  test("shared: a reader and a dry run go in, a writer does not", async () => {
    using dir = tree({ [S]: BEFORE });
    await using _ = await holding(dir.root, "-s", 30);
    const codes = [];
    for (const args of [["--read-only"], ["--value", "X", "--dry-run"], ["--value", "X"]]) {
      codes.push((await runScript(name, [...story("status"), ...args, "--lock-timeout", "0"], { cwd: dir.root })).code);
    }
    expect(codes).toEqual([0, 0, 2]);
  });

  test("by the link's name and by the real path they exclude each other", async () => {
    using dir = tree({ "real/state.json": { text: BEFORE, mode: 0o600 }, [S]: { symlink: "real/state.json" } });
    await using _ = start(["flock", "-F", "-x", "real/state.json.lock", "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
    while (!existsSync(dir.path("held"))) await Bun.sleep(5);
    const blocked = await runScript(name, [...story("status", "X"), "--lock-timeout", "0"], { cwd: dir.root });
    expect(blocked.code).toBe(2);
    expect(existsSync(dir.path(LOCK))).toBe(false);
  });

  test("our writer keeps flock(1) out while it waits for the disk", async () => {
    using dir = tree({ [S]: STATE });
    const script = `for i in 1 2 3 4 5 6 7 8; do flock -n ${LOCK} true || echo busy; done`;
    await start(["flock", LOCK, "true"], { cwd: dir.root }).outcome;
    const [shell] = await Promise.all([
      start(["sh", "-c", script], { cwd: dir.root }).outcome,
      runScript(name, story("status", "X"), { cwd: dir.root }),
    ]);
    expect(shell.stdout).toMatch(/^(busy\n)*$/);
  });
});

describe("signals while waiting for the lock", () => {
  test.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s ends it with %i and leaves nothing", async (signal, code) => {
    using dir = tree({ [S]: BEFORE });
    await using _ = start(["flock", "-F", "-x", LOCK, "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
    while (!existsSync(dir.path("held"))) await Bun.sleep(5);
    await using writer = startScript(name, story("status", "X"), { cwd: dir.root });
    await waitUntil(() => hasOpen(writer.pid, dir.path(LOCK)));
    writer.kill(signal);
    const outcome = await writer.outcome;
    expect([outcome.stdout, outcome.signal, outcome.code]).toEqual(["", undefined, code]);
    expect(readFileSync(dir.path(S), "utf8")).toBe(BEFORE);
  });
});

test("the lock file deleted while one waits: it starts again on the new one", async () => {
  using dir = tree({ [S]: BEFORE });
  await using holder = start(["flock", "-F", "-x", LOCK, "sh", "-c", ": > held; exec sleep 30"], { cwd: dir.root });
  while (!existsSync(dir.path("held"))) await Bun.sleep(5);
  await using writer = startScript(name, story("status", "X"), { cwd: dir.root });
  await waitUntil(() => hasOpen(writer.pid, dir.path(LOCK)));
  await start(["rm", LOCK], { cwd: dir.root }).outcome;
  holder.kill("SIGKILL");
  const outcome = await writer.outcome;
  expect([outcome.stderr, outcome.code]).toEqual(["", 0]);
  expect(existsSync(dir.path(LOCK))).toBe(true);
});
