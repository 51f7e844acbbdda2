/** x-watch-pr-ci killed, signalled, with a gh that hangs, and on a terminal. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { contract } from "../scripts/x-watch-pr-ci.ts";
import { checkRun, GH, look } from "./github/answers.ts";
import { ghStub, STUB_PATH } from "./github/gh-stub.ts";
import { isRunning } from "./harness/processes.ts";
import { start, startScript } from "./harness/run-script.ts";
import { commandLine } from "./harness/runtime.ts";
import { tree } from "./harness/tree.ts";

const STATE = ".claude/state/pr-watch-42.json";
const START = 1_767_225_600;
const PENDING = look([checkRun("build", "SUCCESS"), checkRun("test", "")]);
const RECORD = JSON.stringify({
  prNumber: 42,
  startedAt: "2026-01-01T00:00:00Z",
  lastPollAt: "2026-01-01T00:00:30Z",
  pollCount: 3,
  checksSnapshot: [],
  copilotReview: null,
  schemaVersion: "1.0",
});

test("killed, and called again: it goes on with the time that is left", async () => {
  using dir = tree(ghStub({ "pr view": [PENDING], api: [GH.noReview] }));
  const at = (seconds: number) => ({ cwd: dir.root, env: { ...STUB_PATH, X_SKILLS_NOW: String(START + seconds) } });
  await using first = startScript(contract.name, ["--pr-number", "42"], at(0));
  while (!existsSync(dir.path(STATE))) await Bun.sleep(20);
  first.kill("SIGKILL");
  expect((await first.outcome).stdout).toBe("");
  await using second = startScript(contract.name, ["--pr-number", "42"], at(1796));
  const { stdout, code } = await second.outcome;
  expect(JSON.parse(stdout)).toMatchObject({ status: "TIMEOUT", elapsedSeconds: 1796 });
  expect(code).toBe(30);
  const kept = JSON.parse(readFileSync(dir.path(STATE), "utf8"));
  expect(kept).toMatchObject({ startedAt: "2026-01-01T00:00:00Z", lastPollAt: "2026-01-01T00:29:56Z", pollCount: 2 });
});

test("a gh that hangs does not carry it past its limit", async () => {
  using dir = tree({ ...ghStub({ "pr view": [{ seconds: 60 }] }), [STATE]: RECORD });
  const started = performance.now();
  await using program = startScript(contract.name, ["--pr-number", "42"], {
    cwd: dir.root,
    env: { ...STUB_PATH, X_SKILLS_NOW: String(START + 1798) },
  });
  const { stdout, stderr, code } = await program.outcome;
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(stderr).toMatch(/^TIMEOUT: no answer within 5s after 180\ds\n$/);
  expect([JSON.parse(stdout).status, code]).toEqual(["TIMEOUT", 30]);
}, 20_000);

test("a signal while it waits ends it at once, and gh with it", async () => {
  using dir = tree(ghStub({ "pr view": [PENDING, { seconds: 60 }], api: [GH.noReview] }));
  await using program = startScript(contract.name, ["--pr-number", "42"], { cwd: dir.root, env: STUB_PATH });
  while (!existsSync(dir.path(STATE))) await Bun.sleep(20);
  await Bun.sleep(200);
  program.kill("SIGTERM");
  const { stdout, stderr, code } = await program.outcome;
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^pull request 42: 1 passed, 1 pending; 0s of 1800s\ninterrupted by signal 15\n$/);
  expect([code, isRunning(program.pid)]).toEqual([143, false]);
});

const HAS_SCRIPT = Bun.which("script") !== null;

test.skipIf(!HAS_SCRIPT)(
  "on a terminal there is one updating line, and stdout stays data",
  async () => {
    using dir = tree(ghStub({ "pr view": [PENDING], api: [GH.noReview] }));
    const words = [...commandLine(contract.name), "--pr-number", "42"].map((word) => `'${word}'`).join(" ");
    const line = `timeout -s TERM 3 ${words} >out`;
    await using program = start(["script", "-qec", line, "/dev/null"], { cwd: dir.root, env: { ...STUB_PATH, TERM: "xterm" }, stdin: "" });
    const { stdout } = await program.outcome;
    expect(stdout).toContain(
      "\r\u001b[K\u001b[?7lpull request 42: 1 passed, 1 pending; 0s of 1800s\u001b[?7h\r\u001b[K\u001b[?7lpull request 42: 1 passed, 1 pending; 1s of",
    );
    expect(stdout).toMatch(/\r\u001b\[Kinterrupted by signal 15\r?\n/);
    expect(readFileSync(dir.path("out"), "utf8")).toBe("");
  },
  20_000,
);
