/** What is gone, kept or only half told when a run goes on, or comes to its end. In `make test` on bun only. */
import { expect } from "bun:test";
import { rmSync } from "node:fs";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, leftovers, subjects } from "./observed.ts";
import { FEATURE, planFile, SHORT } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, taskRows, taskTest } from "./task-rows.ts";

const WORKTREE = "repo/.claude/worktrees/task-0049-0005-001";
const IN_WORKTREE = ["TASK-0049-0005-001", "--worktree", "--no-ci-watch"];

/** Ends git's parent, which is the skill, when a commit has just been made; once. */
const KILL_ONCE = `if [ -e ../killed ]; then exit 0; fi
: >../killed
read -r _ _ _ parent _ </proc/$PPID/stat
kill -KILL "$parent"`;

taskTest("killed between a commit and its entry in the journal: found, and not made again", async () => {
  using box = project({ tasks: [SHORT] });
  box.hook("post-commit", KILL_ONCE);
  const first = await runTask(box);
  expect([first.signal, subjects(box)]).toEqual(["SIGKILL", SHORT_SUBJECTS.slice(0, 1)]);
  const second = await runTask(box);
  expectEnd(second, { stderr: /Found the commit of 'red 1', which was made before the run was interrupted/ });
  expect(subjects(box)).toEqual([...SHORT_SUBJECTS]);
});

/** A run in a worktree that has stopped before GREEN; what is then done to the worktree; the same call again, with an honest worker. */
async function again(harm: (box: Project) => void) {
  const box = project({ tasks: [SHORT], steps: { "green-1": ":" } });
  expectEnd(await runTask(box, { args: IN_WORKTREE }), { errorCode: "GREEN_NOT_REACHED" });
  harm(box);
  box.teach(HONEST);
  return { box, outcome: await runTask(box, { args: IN_WORKTREE }), [Symbol.dispose]: () => box[Symbol.dispose]() };
}

taskTest("the worktree has lost its .git: repaired, and nothing is lost", async () => {
  using run = await again((box) => rmSync(box.path(`${WORKTREE}/.git`)));
  expectEnd(run.outcome, { stderr: /had lost its \.git file; it is repaired/ });
  expect([subjects(run.box), leftovers(run.box)]).toEqual([[...SHORT_SUBJECTS], []]);
});

taskTest("the worktree is gone: said, with the way out; its commits are still on the branch", async () => {
  using run = await again((box) => rmSync(box.path(WORKTREE), { recursive: true }));
  expectEnd(run.outcome, { errorCode: "WORKTREE_FAILED", message: /is gone; --restart begins anew$/ });
  expect(subjects(run.box)).toEqual(SHORT_SUBJECTS.slice(0, 1));
});

/** A second report, written before each run of the suite, that is no report. */
const BROKEN_REPORT = (box: Project) => box.write("repo/reports/before", "echo '<coverage><packages>' >reports/broken.xml\n");
const PLAN = `${FEATURE}/plans/plan-task-${SHORT.id}.md`;
const withAcceptance = (command: string) => ({
  config: { junit: undefined, commands: { acceptance: [command] } },
  files: { [PLAN]: `${planFile(SHORT)}\n## 3. Acceptance\n\n- AT-1: it subtracts\n` },
});

taskRows([
  {
    name: "the branch to return to is gone: the task's branch stays checked out",
    project: { steps: { "refactor-1": "git branch -q -D develop" } },
    stderr: /staying on feat\/task-0049-0005-001-subtract-and-double: there is no local branch develop/,
    after: (box) => expect(branches(box)).toEqual(["feat/task-0049-0005-001-subtract-and-double"]),
  },
  {
    name: "a worktree that may not be removed at the end is kept and named",
    args: IN_WORKTREE,
    project: { steps: { "refactor-1": 'git worktree lock "$PWD"' } },
    stderr: /warn: the worktree .+\/task-0049-0005-001 is kept: .*lock/,
    after: (box) => expect(leftovers(box)).toEqual([expect.stringContaining("task-0049-0005-001")]),
  },
  {
    name: "a coverage report that is none is warned of; the others count",
    project: { config: { coverage: { reports: ["reports/lcov.info", "reports/broken.xml"] } } },
    before: BROKEN_REPORT,
    stderr: /warn: Cannot read .*reports\/broken\.xml: /,
    after: (_, { last }) => expect(last.coverageDelta).toMatchObject({ lineAfter: 100 }),
  },
  {
    name: "a test report that is none is warned of; the others count",
    project: { config: { junit: "reports/*.xml" } },
    before: BROKEN_REPORT,
    stderr: /warn: Cannot read .*reports\/broken\.xml: /,
    after: (_, { last }) => expect(last.evidence).toBe("junit"),
  },
  {
    name: "without results for each test the project's own command says whether it is accepted",
    project: withAcceptance("true"),
    after: (_, { last }) => expect(last.evidence).toBe("exit-status"),
  },
  {
    name: "without results for each test the project's own command fails",
    project: withAcceptance("false"),
    errorCode: "OUTPUT_CONTRACT_VIOLATION",
    message: /^false failed$/,
    subjects: SHORT_SUBJECTS.slice(0, -1),
  },
]);
