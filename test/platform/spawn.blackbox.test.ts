/** How children start, end and are ended, on each runtime. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { blackBox } from "../harness/black-box.ts";
import { runScript, startScript } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";
import { run } from "../programs/x-spawn.ts";
import { isAlive } from "./is-alive.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

const OK = { code: 0, signal: null, cause: "exit", stdout: "", stderr: "", length: 0, dropped: 0, hadLeftovers: false };
const REPOSITORY = { GIT_DIR: "/elsewhere", GIT_INDEX_FILE: "/elsewhere/index", GIT_AUTHOR_NAME: "A", BUN_OPTIONS: "", BUN_BE_BUN: "" };
const SHOW = 'echo "$GIT_DIR|$GIT_INDEX_FILE|$GIT_AUTHOR_NAME|$(env | grep -Ec "^BUN_(OPTIONS|BE_BUN)=")"';

blackBox(run, [
  { name: "words are passed as they are", args: ["--argv", '["printf","%s;","a b","$HOME","*"]'], stdout: out("a b;$HOME;*;") },
  {
    name: "both streams and the status",
    args: ["--line", "echo o; echo e >&2; exit 3"],
    stdout: { ...out("o\n"), code: 3, stderr: "e\n" },
  },
  { name: "a hook that writes to /dev/stderr", args: ["--line", "echo e >/dev/stderr"], stdout: { ...OK, stderr: "e\n" } },
  { name: "nothing to read, no terminal", args: ["--line", "cat; readlink /proc/self/fd/0"], stdout: out("/dev/null\n") },
  { name: "given input", args: ["--argv", '["cat"]', "--stdin", "é\n"], stdout: out("é\n") },
  { name: "input that nobody reads", args: ["--argv", '["true"]', `--stdin=${"x".repeat(100_000)}`], stdout: OK },
  { name: "ended by a signal of its own", args: ["--line", "kill -SEGV $$"], stdout: { ...OK, code: null, signal: "SIGSEGV" } },

  { name: "missing program", args: ["--argv", '["no-such-program"]'], code: 127, stderr: ["no-such-program is required"] },
  { name: "no program at all", args: ["--argv", "[]"], code: 127, stderr: [" is required"] },
  {
    name: "a folder on PATH is no program",
    files: { "bin/tool/x": "" },
    args: ["--argv", '["./bin/tool"]'],
    code: 127,
    stderr: ["./bin/tool is required"],
  },
  {
    name: "a script without its interpreter",
    files: { tool: { text: "#!/no/such/interpreter\n", mode: 0o755 } },
    args: ["--argv", '["./tool"]'],
    code: 74,
    stderr: ["Cannot run $CWD/tool: no such file or directory"],
  },
  { name: "an argument that is too long", args: ["--argv", `["true","${"x".repeat(131_050)}"]`, "--line", ""], stdout: OK },

  { name: "repository variables are dropped", args: ["--line", SHOW], env: REPOSITORY, stdout: out("||A|0\n") },
  {
    name: "repository variables are kept when asked",
    args: ["--line", SHOW, "--keep-repository"],
    env: REPOSITORY,
    stdout: out("/elsewhere|/elsewhere/index|A|0\n"),
  },

  { name: "time limit", args: ["--line", "sleep 30", "--timeout-ms=100"], stdout: ended("SIGTERM", "timeout"), withinMs: 15_000 },
  {
    name: "time limit for one that ignores TERM, and its child",
    args: ["--line", 'trap "" TERM; while :; do sleep 0.05; done', "--timeout-ms=100", "--grace-ms=100"],
    stdout: ended("SIGKILL", "timeout"),
    withinMs: 15_000,
  },
  {
    name: "limit of silence",
    args: ["--line", "echo a; sleep 30", "--idle-ms=150"],
    stdout: { ...ended("SIGTERM", "idle"), stdout: "a\n", length: 2 },
  },
  { name: "a busy program may be silent", args: ["--line", "sleep 0.4; echo b", "--idle-ms=100", "--busy-times=9"], stdout: out("b\n") },
  {
    name: "a grandchild that holds the output is ended",
    args: ["--line", "sleep 30 & echo a", "--grace-ms=5000"],
    stdout: { ...out("a\n"), hadLeftovers: true },
    withinMs: 15_000,
  },
  {
    name: "a grandchild may be left",
    args: ["--line", "sleep 20 & echo a", "--leave"],
    stdout: { ...out("a\n"), hadLeftovers: true },
    withinMs: 15_000,
  },
  {
    name: "one that left the group hangs nobody",
    args: ["--line", "setsid sleep 20 & echo a"],
    stdout: { ...out("a\n"), hadLeftovers: true },
    withinMs: 15_000,
  },

  {
    name: "long output keeps head and tail",
    args: ["--line", "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end", "--keep-bytes=20"],
    stdout: { ...out("xxxxxxxxxx\n[... 2999985 bytes left out ...]\nxxxxx\nend\n"), length: 3_000_005, dropped: 2_999_985 },
  },
  {
    name: "a log of both streams, up to its limit",
    args: ["--line", "echo out; sleep 0.1; echo err >&2; sleep 0.1; head -c 200 /dev/zero | tr '\\0' x", "--log=log", "--keep-bytes=0"],
    stdout: { ...OK, stdout: "\n[... 204 bytes left out ...]\n", stderr: "\n[... 4 bytes left out ...]\n", length: 204, dropped: 204 },
    after: { log: `out\nerr\n${"x".repeat(92)}\n[... output beyond 100 bytes is not kept ...]\n` },
  },
  {
    name: "a reader that fails ends the child",
    args: ["--line", "echo a; sleep 30", "--output-fails"],
    code: 70,
    stderr: /^internal error: nobody listens;/,
    withinMs: 15_000,
  },
  {
    name: "a record is made before the start",
    args: ["--line", 'grep -c \'{"pgid":[0-9]*,"started":".*"}\' group', "--record=group"],
    stdout: out("1\n"),
  },
  {
    name: "a record that cannot be written",
    args: ["--line", "touch ran", "--record=no/group"],
    code: 70,
    stderr: /ENOENT|no such file/,
    after: { ran: "absent" },
  },
]);

function out(text: string) {
  return { ...OK, stdout: text, length: Buffer.byteLength(text) };
}

function ended(signal: string, cause: string) {
  return { ...OK, code: null, signal, cause };
}

test(`dying before the start, the program never runs (${RUNTIME})`, async () => {
  using dir = tree();
  const { signal } = await runScript("x-spawn", ["--line", "touch ran", "--record=group", "--die"], { cwd: dir.root });
  expect(signal).toBe("SIGKILL");
  await Bun.sleep(100);
  expect(existsSync(dir.path("ran"))).toBe(false);
});

test(`a signal ends the group, then us (${RUNTIME})`, async () => {
  using dir = tree();
  const line = "(sleep 30; echo late) & echo $! >child; wait";
  await using program = startScript("x-spawn", ["--line", line], { cwd: dir.root });
  await until(() => existsSync(dir.path("child")) && readFileSync(dir.path("child"), "utf8").endsWith("\n"));
  program.kill("SIGTERM");
  expect(await program.outcome).toEqual({ stdout: "", stderr: "interrupted by signal 15\n", code: 143 });
  expect(isAlive(Number(readFileSync(dir.path("child"), "utf8")))).toBe(false);
});

test(`after SIGKILL the next call ends the group (${RUNTIME})`, async () => {
  using dir = tree();
  await using program = startScript("x-spawn", ["--line", "echo >running; sleep 30", "--record=group"], { cwd: dir.root });
  await until(() => existsSync(dir.path("running")));
  program.kill("SIGKILL");
  await program.outcome;
  const group = readFileSync(dir.path("group"), "utf8");
  const { pgid } = JSON.parse(group);
  const call = (record: string) => runScript("x-spawn", ["--end-group", record], { cwd: dir.root });
  expect((await call(JSON.stringify({ pgid, started: "another process" }))).stdout).toBe('{"same":false,"ended":false}\n');
  expect(isAlive(pgid)).toBe(true);
  expect((await call(group)).stdout).toBe('{"same":true,"ended":true}\n');
  expect(isAlive(pgid)).toBe(false);
  expect((await call(group)).stdout).toBe('{"same":false,"ended":false}\n');
});

test(`a group without its leader is ours by its mark (${RUNTIME})`, async () => {
  using dir = tree();
  const options = { cwd: dir.root, env: { X_SKILLS_RUN: "TASK-1" } };
  await runScript("x-spawn", ["--line", "sleep 30 & echo", "--record=group", "--leave"], options);
  const group = readFileSync(dir.path("group"), "utf8");
  const call = (mark: string) => runScript("x-spawn", ["--end-group", group, "--mark", mark], { cwd: dir.root });
  expect((await call("X_SKILLS_RUN=TASK-2")).stdout).toBe('{"same":false,"ended":false}\n');
  expect((await call("X_SKILLS_RUN=TASK-1")).stdout).toBe('{"same":true,"ended":true}\n');
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(5);
}

test(`killed while the program runs: it still gets all of its input, not an early end (${RUNTIME})`, async () => {
  using dir = tree();
  const line = "echo ready; sleep 0.5; cat >got.part; mv got.part got";
  const { signal } = await runScript("x-spawn", ["--line", line, `--stdin=${"x".repeat(100_000)}`, "--die-on-output"], { cwd: dir.root });
  expect(signal).toBe("SIGKILL");
  while (!existsSync(dir.path("got"))) await Bun.sleep(20);
  expect(readFileSync(dir.path("got"), "utf8")).toHaveLength(100_000);
});
