/** Where a task is worked on: LEGACY, CREATE, REUSE, orchestrated, and from which folders (page 6, Branches; page 7, case 24). On bun only. */
import { expect } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, changes, fileAt, leftovers, statusLine, subjects, taskBranch, taskPath, taskState } from "./observed.ts";
import { CALC } from "./planning.ts";
import type { Project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, taskRows } from "./task-rows.ts";

const CREATE = [CALC.id, "--worktree", "--no-ci-watch"];
const WORKTREE = "repo/.claude/worktrees/task-0049-0005-001";
const head = (box: Project, folder = box.repo) => box.git(["symbolic-ref", "--short", "HEAD"], folder);
/** A linked worktree on a branch of a story, with planning files and a state of its own. */
const linked = (box: Project) => {
  box.git(["worktree", "add", "-q", "-b", "feat/story-0049-0005", "../linked"]);
  box.write(`linked/${box.base}/execution-state.json`, box.read(`${box.base}/execution-state.json`));
};

taskRows([
  {
    name: "LEGACY: a branch of develop, wherever it was started; develop is checked out at the end",
    before: (box) => {
      box.git(["checkout", "-q", "-b", "feature"]);
      box.commit({ other: "1" });
    },
    subjects: SHORT_SUBJECTS,
    after: (box) => expect([head(box), leftovers(box)]).toEqual(["develop", []]),
  },
  {
    name: "LEGACY: --target-branch",
    before: (box) => box.git(["branch", "release"]),
    args: [CALC.id, "--target-branch", "release"],
    after: (box) => expect(head(box)).toBe("release"),
  },
  {
    name: "LEGACY without develop: the branch it was started on",
    before: (box) => box.git(["branch", "-m", "develop", "trunk"]),
    after: (box) => expect([head(box), subjects(box, taskBranch(box), "trunk")]).toEqual(["trunk", [...SHORT_SUBJECTS]]),
  },
  {
    name: "LEGACY: a dirty tree stops it first",
    before: (box) => box.write("repo/src/calc.js", "export const mine = 1;\n"),
    errorCode: "DIRTY_TREE",
    message: /src\/calc\.js/,
    changes: [" M src/calc.js"],
    after: (box) => expect([branches(box), box.calls()]).toEqual([["develop"], []]),
  },
  {
    name: "LEGACY: an untracked file makes it dirty too",
    before: (box) => box.write("repo/notes", "mine\n"),
    errorCode: "DIRTY_TREE",
    message: /notes/,
  },
  {
    name: "a branch name that git refuses",
    args: [CALC.id, "--target-branch", "-x..y"],
    code: 64,
    after: (box) => expect(branches(box)).toEqual(["develop"]),
  },
  {
    name: "CREATE: a worktree of its own, removed at the end; the state stays in the start folder",
    args: CREATE,
    subjects: SHORT_SUBJECTS,
    changes: [],
    stderr: /CI-Watch skipped: --no-ci-watch/,
    after: (box) => {
      expect([head(box), leftovers(box), existsSync(box.path(WORKTREE))]).toEqual(["develop", [], false]);
      expect(statusLine(fileAt(box, taskBranch(box), taskPath(box)))).toBe("Concluída");
      expect(taskState(box)).toMatchObject({ status: "DONE", commitSha: box.git(["rev-parse", taskBranch(box)]) });
    },
  },
  {
    name: "CREATE: a dirty main tree does not matter, and is left alone",
    before: (box) => box.write("repo/src/calc.js", "export const mine = 1;\n"),
    args: CREATE,
    subjects: SHORT_SUBJECTS,
    changes: [" M src/calc.js"],
  },
  {
    name: "CREATE: the base is the story's branch it was started on",
    before: (box) => {
      box.git(["checkout", "-q", "-b", "feat/story-0049-0005"]);
      box.commit({ other: "1" });
    },
    args: CREATE,
    after: (box) => expect(subjects(box, taskBranch(box), "feat/story-0049-0005")).toEqual([...SHORT_SUBJECTS]),
  },
  {
    name: "CREATE: a failure keeps the worktree and names it",
    project: { steps: { "green-1": ":" } },
    args: CREATE,
    errorCode: "GREEN_NOT_REACHED",
    after: async (box, { stderr, last }) => {
      expect(`${stderr}${JSON.stringify(last)}`).toContain(WORKTREE);
      expect([head(box), head(box, WORKTREE)]).toEqual(["develop", taskBranch(box)]);
      box.teach({ "green-1": HONEST["green-1"]! });
      expectEnd(await runTask(box, { args: [CALC.id] }), {});
      expect([subjects(box), leftovers(box)]).toEqual([[...SHORT_SUBJECTS], []]);
    },
  },
  {
    name: "CREATE: commands.setup runs once, in the new worktree",
    project: { config: { commands: { setup: "pwd >> ../setup; mkdir reports" } } },
    args: CREATE,
    subjects: SHORT_SUBJECTS,
    after: async (box) => expect(await Bun.file(box.path("repo/.claude/worktrees/setup")).text()).toBe(`${box.path(WORKTREE)}\n`),
  },
  {
    name: "CREATE: a setup that fails",
    project: { config: { commands: { setup: "echo no packages >&2; exit 4" } } },
    args: CREATE,
    errorCode: "WORKTREE_FAILED",
    message: /no packages/,
  },
  {
    name: "CREATE: the folder is another branch's",
    before: (box) => box.git(["worktree", "add", "-q", "-b", "feat/other", box.path(WORKTREE)]),
    args: CREATE,
    errorCode: "WORKTREE_FAILED",
    message: /already exists/,
  },
  {
    name: "CREATE with plans that git does not track: changed in the start folder, after the last commit",
    project: { isTracked: false },
    args: CREATE,
    subjects: SHORT_SUBJECTS.slice(0, -1),
    after: (box) => expect(statusLine(box.read(taskPath(box)))).toBe("Concluída"),
  },
  {
    name: "LEGACY with plans that git does not track",
    project: { isTracked: false },
    subjects: SHORT_SUBJECTS.slice(0, -1),
    after: (box) => expect(statusLine(box.read(taskPath(box)))).toBe("Concluída"),
  },
  {
    name: "CREATE: the worker loses the worktree's .git file: repaired, nothing goes to the parent (case 26)",
    project: { steps: { "red-1": `${HONEST["red-1"]}\nrm -f .git` } },
    args: CREATE,
    subjects: SHORT_SUBJECTS,
    after: (box) => expect([box.git(["log", "--format=%s", "develop"]), changes(box)]).toEqual(["start", []]),
  },
  {
    name: "in a linked worktree: REUSE, and --worktree there is one warning",
    before: linked,
    cwd: "linked",
    args: [CALC.id, "--worktree"],
    stderr: /warn: [^\n]*--worktree/,
    after: (box) => {
      expect(subjects(box, "feat/story-0049-0005")).toEqual([...SHORT_SUBJECTS]);
      expect([head(box, "linked"), branches(box)]).toEqual(["feat/story-0049-0005", ["develop", "feat/story-0049-0005"]]);
    },
  },
  {
    name: "--orchestrated: on the current branch, with the seed's three lines",
    before: (box) => box.git(["checkout", "-q", "-b", "feat/story-0049-0005"]),
    args: [CALC.id, "--orchestrated"],
    stderr:
      /Operating on story branch — no task branch created\.[\s\S]*Task commit staged\. No push\/PR — story orchestrator owns push lifecycle\.[\s\S]*Skipping worktree cleanup — story orchestrator owns worktree lifecycle\./,
    after: (box, { last, stderr }) => {
      expect([last.branchName, head(box), branches(box)]).toEqual([
        "feat/story-0049-0005",
        "feat/story-0049-0005",
        ["develop", "feat/story-0049-0005"],
      ]);
      expect(subjects(box, "feat/story-0049-0005")).toEqual([...SHORT_SUBJECTS]);
      expect(stderr).toContain("CI-Watch delegated to parent orchestrator");
    },
  },
  {
    name: "from a subfolder",
    before: (box) => mkdirSync(box.path("repo/src/deep")),
    cwd: "repo/src/deep",
    args: [CALC.id, "-C", "../.."],
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "a package of a monorepo: workdir",
    project: {
      config: { workdir: "packages/calc" },
      files: {
        "packages/calc/src/calc.js": "export const add = (a, b) => a + b;\n",
        "packages/calc/tests/calc.js": 'test("adds", add);\n',
        "packages/calc/tools/suite.sh": "mkdir -p reports\nexec awk -f ../../tools/suite.awk src/*.js tests/*.js\n",
        ".gitignore": "reports/\n*.json.lock\n",
      },
      steps: Object.fromEntries(["red-1", "green-1", "refactor-1"].map((step) => [step, `cd packages/calc\n${HONEST[step]}`])),
    },
    subjects: SHORT_SUBJECTS,
    changes: [],
    after: (box, { last }) => {
      expect(last).toMatchObject({ evidence: "junit", coverageDelta: { lineAfter: 100 } });
      expect(existsSync(box.path("repo/packages/calc/reports"))).toBe(true);
    },
  },
  {
    name: "a path with spaces and signs",
    project: { repo: "a b/\u00fc'\"$(x)" },
    args: CREATE,
    subjects: SHORT_SUBJECTS,
  },
]);
