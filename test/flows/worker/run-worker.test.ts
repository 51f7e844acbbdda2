/** Workers of every kind (spec page 7, case 38): each is bounded, and its end is named. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { InterruptedError, IoError } from "../../../lib/errors.ts";
import { type Agent, chooseAgent } from "../../../lib/flows/worker/choose-agent.ts";
import type { WorkerRequest } from "../../../lib/flows/worker/request.ts";
import { runWorker, type WorkerOutcome, type WorkerRun } from "../../../lib/flows/worker/run-worker.ts";
import { isRunning } from "../../harness/processes.ts";
import { cleanEnvironment } from "../../harness/runtime.ts";
import { type Tree, tree } from "../../harness/tree.ts";

const NEVER = new AbortController().signal;

function request(cwd: string, prompt = "do it"): WorkerRequest {
  const files = { task: null, plan: null, story: null };
  const rest = { cycle: null, attempt: 1, allowedPaths: [], context: [], lastRun: null, coverage: null };
  return { kind: "green", taskId: "TASK-0049-0005-001", role: "general", prompt, cwd, files, ...rest };
}

function worker(line: string): Agent {
  return chooseAgent({ flag: line, variable: undefined, configured: undefined })!;
}

function ask(line: string | Agent, dir: Tree, run: Partial<WorkerRun> = {}): Promise<WorkerOutcome> {
  const limits = { timeoutSeconds: 20, idleSeconds: 0 };
  const agent = typeof line === "string" ? worker(line) : line;
  return runWorker(agent, request(dir.root), { env: cleanEnvironment(), signal: NEVER, limits, graceMs: 300, ...run });
}

test("the request is JSON on its input, and the tree its working directory", async () => {
  using dir = tree();
  await ask("cat > got.json; pwd > where; read -r more || echo closed > closed", dir);
  expect(JSON.parse(readFileSync(dir.path("got.json"), "utf8"))).toEqual(request(dir.root));
  expect(readFileSync(dir.path("where"), "utf8")).toBe(`${dir.root}\n`);
  expect(existsSync(dir.path("closed"))).toBe(true);
});

test("it knows its task, and has no worker of its own, no repository and no Bun options from us", async () => {
  using dir = tree();
  const env = cleanEnvironment({ X_SKILLS_AGENT: "x", GIT_DIR: "/elsewhere", BUN_OPTIONS: "--smol", CLAUDECODE: "1" });
  await ask("env > env.txt", dir, { env });
  const names = readFileSync(dir.path("env.txt"), "utf8").split("\n");
  expect(names).toContain("X_SKILLS_RUN=TASK-0049-0005-001");
  expect(names.filter((line) => /^(X_SKILLS_AGENT|GIT_DIR|BUN_OPTIONS)=/.test(line))).toEqual([]);
  expect(names).toContain("CLAUDECODE=1");
});

test("a preset gets the prompt alone, however long it is", async () => {
  using dir = tree({ "bin/claude": { text: '#!/bin/sh\nwc -c > size; env > env.txt; echo "$@" > args\n', mode: 0o755 } });
  const agent = chooseAgent({ flag: "claude", variable: undefined, configured: undefined })!;
  const env = cleanEnvironment({ PATH: `${dir.path("bin")}:/usr/bin:/bin`, CLAUDECODE: "1" });
  const limits = { timeoutSeconds: 20, idleSeconds: 0 };
  const outcome = await runWorker(agent, request(dir.root, "x".repeat(3_000_000)), { env, signal: NEVER, limits });
  expect(outcome.status).toBe("finished");
  expect(readFileSync(dir.path("size"), "utf8").trim()).toBe("3000000");
  expect(readFileSync(dir.path("env.txt"), "utf8")).not.toContain("CLAUDECODE");
  expect(readFileSync(dir.path("args"), "utf8")).toBe("-p --output-format text --permission-mode acceptEdits\n");
});

test.each<[string, string, object]>([
  ["silent", "exec true", { status: "finished", object: undefined, lastLine: undefined, noChange: false }],
  ["answers", 'echo talk; echo \'{"summary":"s","noChange":true}\'', { status: "finished", summary: "s", noChange: true }],
  ["answers within a fence", 'printf \'```json\\n{"verdict":"GO"}\\n```\\n\'', { status: "finished", object: { verdict: "GO" } }],
  ["answers with members of other types", 'echo \'{"summary":3,"noChange":"yes"}\'', { summary: undefined, noChange: false }],
  [
    "answers before other talk",
    'echo \'{"summary":"s"}\'; echo "{not} json {x}"; echo "[1]"',
    { status: "finished", summary: "s", lastLine: "[1]" },
  ],
  ["says that a limit is reached, and exits 0", "echo limit reached", { status: "finished", object: undefined, lastLine: "limit reached" }],
  ["does not read its input", "exit 0", { status: "finished" }],
  ["fails", "echo out; echo why >&2; exit 3", { status: "failed", reason: expect.stringMatching(/ failed with exit status 3: why$/) }],
  ["fails silently", "exit 3", { status: "failed", reason: "worker exit 3 failed with exit status 3" }],
  ["dies by a signal", "kill -SEGV $$", { status: "failed", reason: expect.stringMatching(/ failed with signal SIGSEGV$/) }],
  ["is not there", '["no-such-agent"]', { status: "failed", reason: "worker no-such-agent cannot be started: no such program" }],
  [
    "is not there, for sh",
    "no-such-agent",
    { status: "failed", reason: expect.stringMatching(/ failed with exit status 127: .*not found$/) },
  ],
])("a worker that %s", async (_, line, want) => {
  using dir = tree();
  expect(await ask(line, dir)).toMatchObject(want);
});

test("one that floods is kept short, its last line found, and the log gets all of it", async () => {
  using dir = tree();
  let logged = 0;
  const onOutput = (_: string, chunk: Uint8Array) => {
    logged += chunk.length;
  };
  const outcome = await ask(`head -c 30000000 /dev/zero | tr '\\0' x; echo; echo '{"summary":"done"}'`, dir, { onOutput });
  expect(outcome).toMatchObject({ status: "finished", summary: "done" });
  expect(logged).toBe(30_000_000 + 1 + '{"summary":"done"}\n'.length);
});

test("one that floods for ever is ended at its limit", async () => {
  using dir = tree();
  const started = performance.now();
  const outcome = await ask("exec yes", dir, { limits: { timeoutSeconds: 1, idleSeconds: 0 } });
  expect(outcome).toEqual({ status: "timeout", reason: "worker exec yes ran longer than 1s" });
  expect(performance.now() - started).toBeLessThan(5000);
});

test("one that ignores TERM is killed after the grace", async () => {
  using dir = tree();
  const outcome = await ask("trap '' TERM; while :; do sleep 0.1; done", dir, { limits: { timeoutSeconds: 0.5, idleSeconds: 0 } });
  expect(outcome.status).toBe("timeout");
});

const IDLE = { limits: { timeoutSeconds: 60, idleSeconds: 2 } };
const STEPS = "for i in 1 2 3 4 5 6 7 8 9 10; do";

test("one that is idle is ended", async () => {
  using dir = tree();
  const reason = "worker sleep 50 was idle for 2s: no output, no file change";
  expect(await ask("sleep 50", dir, IDLE)).toEqual({ status: "timeout", reason });
}, 20_000);

test("one that writes files in silence is not idle", async () => {
  using dir = tree();
  expect(await ask(`${STEPS} mkdir -p a/b; echo $i > a/b/f; sleep 0.4; done`, dir, IDLE)).toMatchObject({ status: "finished" });
}, 20_000);

test("what changes in .git and in repositories within the tree is no work", async () => {
  using dir = tree();
  const outcome = await ask(`mkdir -p .git sub/.git; ${STEPS} echo $i > .git/f; echo $i > sub/f; sleep 0.4; done`, dir, IDLE);
  expect(outcome).toMatchObject({ status: "timeout" });
}, 20_000);

test("a grandchild that holds its output open does not hold us, and is ended", async () => {
  using dir = tree();
  const started = performance.now();
  const outcome = await ask('(sleep 30; echo late > late) & echo $! > pid; echo \'{"summary":"s"}\'', dir);
  expect(outcome).toMatchObject({ status: "finished", summary: "s" });
  expect(performance.now() - started).toBeLessThan(5000);
  expect(isRunning(readFileSync(dir.path("pid"), "utf8"))).toBe(false);
});

test("a signal to us ends it and is thrown", async () => {
  using dir = tree();
  const interrupt = new AbortController();
  setTimeout(() => interrupt.abort(new InterruptedError(15)), 300);
  await expect(ask("sleep 20", dir, { signal: interrupt.signal })).rejects.toThrow("interrupted by signal 15");
});

test("its folder is gone", async () => {
  using dir = tree();
  const run = { env: cleanEnvironment(), signal: NEVER, limits: { timeoutSeconds: 1, idleSeconds: 0 } };
  await expect(runWorker(worker("true"), request(dir.path("gone")), run)).rejects.toThrow(IoError);
});
