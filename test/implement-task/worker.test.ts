/** A worker that breaks down or does what it may not: bounded, named, and nothing of it believed (page 7, case 38). On bun only. */
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { isRunning } from "../harness/processes.ts";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, changes, subjects, taskBranch, workChanges } from "./observed.ts";
import { CALC } from "./planning.ts";
import { configure, type Project } from "./project.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";

const RED = HONEST["red-1"]!;
const COMMIT = "git add -A . && git -c user.name=W -c user.email=w@example.org commit -q -m mine";
const limits = (seconds: object) => ({ timeouts: seconds });

/** The first worker breaks down: nothing is committed. */
function breaks(name: string, red: string, row: Partial<TaskRow>): TaskRow {
  return { name, errorCode: "WORKER_FAILED", subjects: [], ...row, project: { ...row.project, steps: { "red-1": red } } };
}

/** Honest work, and something beside it that must not matter. */
function holds(name: string, extra: string, row: Partial<TaskRow> = {}): TaskRow {
  return { name, subjects: SHORT_SUBJECTS, changes: [], ...row, project: { ...row.project, steps: { "red-1": `${RED}\n${extra}` } } };
}

taskRows([
  breaks("exits 3", "echo out of credit >&2; exit 3", { message: /exit status 3: out of credit/ }),
  breaks("dies by a signal", "kill -SEGV $$", { message: /SIGSEGV/ }),
  breaks("hangs", "exec sleep 60", { project: { config: limits({ worker: 1 }) }, errorCode: "WORKER_TIMEOUT", message: /longer than 1s/ }),
  breaks("is idle", "exec sleep 60", { project: { config: limits({ workerIdle: 1 }) }, errorCode: "WORKER_TIMEOUT", message: /idle/ }),
  breaks("ignores TERM and hangs", "trap '' TERM; while :; do sleep 0.1; done", {
    project: { config: limits({ worker: 1 }) },
    errorCode: "WORKER_TIMEOUT",
  }),
  breaks("floods for ever", "exec yes", { project: { config: limits({ worker: 1 }) }, errorCode: "WORKER_TIMEOUT" }),
  holds("floods, and then works", "head -c 20000000 /dev/zero | tr '\\0' x; echo"),
  holds("leaves a grandchild that holds its output", `(sleep 60; echo late > src/late.js) & echo $! > "$here/grandchild"`, {
    after: async (box) => {
      expect(isRunning(await Bun.file(box.path("worker/grandchild")).text())).toBe(false);
    },
  }),
  holds("commits by itself", COMMIT, { stderr: /commit/i }),
  holds("commits by itself, twice", `${COMMIT}; echo // >> tests/sub.js; ${COMMIT}`, {
    after: (box) => expect(box.git(["log", "--format=%an", `develop..${taskBranch(box)}`])).not.toContain("W"),
  }),
  breaks("commits production in RED by itself", `${RED}\n${HONEST["green-1"]}\n${COMMIT}`, { errorCode: "RED_TOUCHED_PRODUCTION" }),
  breaks("switches the branch", `${RED}\ngit checkout -q -b elsewhere`, {
    errorCode: "HEAD_MOVED",
    message: /elsewhere/,
    after: untouched,
  }),
  breaks("switches to develop and commits there", `git checkout -q develop\n${RED}\n${COMMIT}`, {
    errorCode: "HEAD_MOVED",
    subjects: [],
    after: (box) => expect(box.git(["log", "-1", "--format=%s", "develop"])).toBe("mine"),
  }),
  breaks("detaches HEAD", `${RED}\ngit checkout -q --detach`, { errorCode: "HEAD_MOVED", after: untouched }),
  {
    name: "goes back behind the last commit",
    project: { steps: { "green-1": "git reset -q --hard HEAD~1" } },
    errorCode: "HEAD_MOVED",
    subjects: [],
  },
  breaks("goes on an unrelated history", `${RED}\ngit checkout -q --orphan nowhere && ${COMMIT}`, { errorCode: "HEAD_MOVED" }),
  breaks("works on another branch of the same commit", `git checkout -q -b side; ${RED}\n${COMMIT}`, { errorCode: "HEAD_MOVED" }),
  breaks("changes the settings", `${RED}\nsed -i 's/suite.sh/other.sh/' x-skills.json`, {
    errorCode: "TESTS_WEAKENED",
    message: /x-skills\.json/,
  }),
  holds("edits another worktree", "echo theirs >> ../other/src/calc.js", {
    before: (box) => box.git(["worktree", "add", "-q", "-b", "side", "../other"]),
    stderr: /other/,
    after: (box) => expect(changes(box, "other")).toEqual([" M src/calc.js"]),
  }),
  {
    name: "deletes .git of the main folder",
    project: { steps: { "red-1": `${RED}\nrm -rf .git` } },
    errorCode: "NOT_A_REPOSITORY",
    message: /\.git/,
    after: (box) => expect([existsSync(box.path("repo/.git")), existsSync(box.path("repo/tests/sub.js"))]).toEqual([false, true]),
  },
  {
    name: "the repository's own agent, asked for by --agent config",
    before: (box) => configure(box, { agent: ["sh", box.path("worker/run.sh")] }) ?? box.git(["commit", "-qam", "agent"]),
    agent: "none",
    args: [CALC.id, "--agent", "config"],
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "the repository's own agent is not used unasked",
    before: (box) => configure(box, { agent: ["sh", box.path("worker/run.sh")] }) ?? box.git(["commit", "-qam", "agent"]),
    agent: "none",
    code: 75,
    after: (box, { last }) => expect([last.status, box.calls()]).toEqual(["AWAITING", []]),
  },
  {
    name: "--agent none, whatever the environment says",
    agent: "none",
    args: [CALC.id, "--agent", "none"],
    env: (box) => ({ X_SKILLS_AGENT: box.agent }),
    code: 75,
    after: (box, { last }) => expect([last.status, box.calls()]).toEqual(["AWAITING", []]),
  },
  holds("leaves an index.lock", ": > .git/index.lock; rm .git/index.lock"),
  holds("stages its work", "git add -A ."),
  holds("knows its task and has no worker of its own", `echo "$X_SKILLS_RUN,$X_SKILLS_AGENT" > "$here/environment"`, {
    env: (box) => ({ X_SKILLS_AGENT: box.agent }),
    agent: "none",
    after: async (box) => expect(await Bun.file(box.path("worker/environment")).text()).toBe("TASK-0049-0005-001,\n"),
  }),
]);

/** What the worker wrote is still there, and no branch but its own was made or moved. */
function untouched(box: Project): void {
  expect(workChanges(box)).toEqual(["?? tests/sub.js"]);
  expect(subjects(box)).toEqual([]);
  expect(branches(box)).toContain(taskBranch(box));
}
