/** --dry-run and --init: what would be done, and the files to begin with (page 6, Config). On bun only. */
import { expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { oneCycle } from "./honest-steps.ts";
import { branches, changes, statusLine, taskPath, taskState } from "./observed.ts";
import { smallTask } from "./planned-tasks.ts";
import { CALC, FEATURE, STORY, storyFile } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const INIT = [CALC.id, "--init"];
const storyOnly = () =>
  project({
    tasks: [],
    files: {
      [`${FEATURE}/${STORY}.md`]: storyFile([CALC]),
      [`${FEATURE}/plans/.keep`]: "",
      [`${FEATURE}/plans/task-implementation-map-${STORY.toUpperCase()}.md`]: null,
    },
  });
const everything = (box: Project) => [
  box.git(["for-each-ref"]),
  changes(box),
  box.read(`${FEATURE}/execution-state.json`),
  existsSync(box.path("repo/.git/x-skills")),
];

taskTest("--dry-run: one line, and nothing is changed", async () => {
  using box = project();
  const before = everything(box);
  const { code, lines, last, stderr } = await runTask(box, { args: [CALC.id, "--dry-run"] });
  expect([code, lines.length, Object.keys(last).join(" ")]).toEqual([0, 1, "status stack commands phases"]);
  expect(last).toMatchObject({ status: "DRY_RUN", commands: { test: expect.anything() } });
  expect(stderr).toContain("Phase-2-TDD");
  expect([everything(box), box.calls()]).toEqual([before, []]);
});

taskTest("--dry-run of a task that cannot begin says so", async () => {
  using box = project({ files: { [`${FEATURE}/plans/task-${CALC.id}.md`]: null } });
  const outcome = await runTask(box, { args: [CALC.id, "--dry-run"] });
  expectEnd(outcome, { errorCode: "TASK_ARTIFACT_NOT_FOUND" });
});

taskTest("--init: task, plan and map from the story, and the nodes of the state; what it wrote can be run", async () => {
  using box = storyOnly();
  const { code, stdout } = await runTask(box, { args: INIT, agent: "none" });
  expect([code, stdout.split("\n").length]).toEqual([0, 2]);
  const plans = readdirSync(box.path(`repo/${FEATURE}/plans`)).map((name) => name.replace("-STORY-", "-story-"));
  expect(plans.sort()).toEqual([".keep", `plan-task-${CALC.id}.md`, `task-${CALC.id}.md`, `task-implementation-map-${STORY}.md`]);
  expect([statusLine(box.read(taskPath(box))), taskState(box).status]).toEqual(["Pendente", "PENDING"]);
  expect(box.read(taskPath(box))).toContain(CALC.title);
  box.git(["add", "-A", "--", `${FEATURE}/plans`]);
  box.git(["commit", "-q", "-m", "planned"]);
  const plan = '{"cycles":[{"test":"one is there","phase":"degenerate","green":"","refactor":""}]}';
  box.teach({ ...oneCycle("one"), plan: `echo '${plan}'` });
  const run = await runTask(box);
  expect(["DONE", "OUTPUT_CONTRACT_VIOLATION", "SCHEMA_VIOLATION"]).toContain(String(run.last.errorCode ?? run.last.status));
});

taskTest("--init refuses to overwrite", async () => {
  using box = project({ tasks: [smallTask(1, "one")] });
  const before = everything(box);
  const { code, stderr } = await runTask(box, { args: INIT, agent: "none" });
  expect([code === 0, everything(box)]).toEqual([false, before]);
  expect(stderr).toMatch(/task-TASK-0049-0005-001\.md/);
  expect(branches(box)).toEqual(["develop"]);
});
