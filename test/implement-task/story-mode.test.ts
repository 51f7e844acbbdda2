/** A whole story: its tasks in map order on one branch, stopping at the first failure (page 6, STORY-ID). On bun only. */
import { expect } from "bun:test";
import { oneCycle } from "./honest-steps.ts";
import { branches, leftovers, subjects, taskState } from "./observed.ts";
import { smallSubjects, THREE, THREE_STEPS } from "./planned-tasks.ts";
import { FEATURE, STORY, stateFile, storyFile, taskId } from "./planning.ts";
import { project } from "./project.ts";
import { runTask, type TaskOutcome } from "./run-task.ts";
import { expectEnd, taskRows, taskTest } from "./task-rows.ts";

const BRANCH = `feat/${STORY}`;
const ALL = [smallSubjects(1, "one"), smallSubjects(2, "two"), smallSubjects(3, "three")];

/** The lines of the tasks; the story has one of its own at the end. */
function ofTasks({ lines }: TaskOutcome): readonly string[] {
  return lines.filter(({ taskId: id }) => id !== undefined).map(({ status, taskId: id }) => `${status} ${id}`);
}

taskTest("three tasks, the second fails: the third does not begin; mended, the story goes on", async () => {
  using box = project({ tasks: THREE, stepsOf: { ...THREE_STEPS, [taskId(2)]: { ...THREE_STEPS[taskId(2)], "green-1": ":" } } });
  const first = await runTask(box, { args: [STORY] });
  expectEnd(first, { errorCode: "GREEN_NOT_REACHED" });
  expect(ofTasks(first)).toEqual([`DONE ${taskId(1)}`, `FAILED ${taskId(2)}`]);
  expect(branches(box)).toEqual(["develop", BRANCH]);
  expect(subjects(box, BRANCH)).toEqual([...ALL[0]!, ...ALL[1]!.slice(0, 1)]);
  expect(THREE.map(({ id }) => taskState(box, id).status)).toEqual(["DONE", "FAILED", undefined]);

  box.teach(oneCycle("two"), taskId(2));
  const second = await runTask(box, { args: [STORY] });
  expectEnd(second, {});
  expect(ofTasks(second)).toEqual([`DONE ${taskId(2)}`, `DONE ${taskId(3)}`]);
  expect(subjects(box, BRANCH)).toEqual(ALL.flat());
  expect(leftovers(box)).toEqual([]);

  const third = await runTask(box, { args: [STORY] });
  expect([third.code, subjects(box, BRANCH)]).toEqual([0, ALL.flat()]);
});

taskRows([
  {
    name: "--worktree: one worktree of the story's branch, removed at the end",
    project: { tasks: THREE, stepsOf: THREE_STEPS },
    args: [STORY, "--worktree", "--no-ci-watch"],
    after: (box) => expect([subjects(box, BRANCH), leftovers(box)]).toEqual([ALL.flat(), []]),
  },
  {
    name: "a blocker of the story that is not done",
    project: {
      tasks: THREE,
      files: { [`${FEATURE}/${STORY}.md`]: storyFile(THREE, "story-0049-0001") },
      state: stateFile("2.0").replace('"stories": {', '"stories": { "story-0049-0001": { "status": "IN_PROGRESS" },'),
    },
    args: [STORY],
    errorCode: "UNMET_DEPENDENCY",
    message: /story-0049-0001/,
    after: (box) => expect(branches(box)).toEqual(["develop"]),
  },
  {
    name: "done tasks are skipped",
    project: { tasks: THREE, stepsOf: THREE_STEPS, state: stateFile("2.0", THREE.slice(0, 2)).replaceAll("PENDING", "DONE") },
    args: [STORY],
    after: (box) => expect(subjects(box, BRANCH)).toEqual([...ALL[2]!]),
  },
  {
    name: "v1: the story's own order",
    project: { schema: "v1", tasks: THREE, stepsOf: THREE_STEPS },
    args: [STORY],
    after: (box) => expect(subjects(box, BRANCH)).toEqual(ALL.flatMap((three) => three.slice(0, 2))),
  },
]);
