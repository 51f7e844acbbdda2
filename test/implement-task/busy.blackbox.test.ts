/** One driver for a run, one unfinished run for a working tree: everybody else is told who has it (page 6, Journal). */
import { expect } from "bun:test";
import { HONEST, HONEST_SUBJECTS, oneCycle } from "./honest-steps.ts";
import { branches, changes, subjects } from "./observed.ts";
import { smallTask } from "./planned-tasks.ts";
import { CALC, taskId } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask, startTask, withLines } from "./run-task.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const WAITS = `: > "$here/waiting"; while [ ! -f "$here/go" ]; do sleep 0.05; done\n${HONEST["red-1"]}`;

async function untilThere(path: string): Promise<void> {
  for (const end = performance.now() + 20_000; !(await Bun.file(path).exists()); await Bun.sleep(20)) {
    if (performance.now() > end) throw new Error(`${path} never came`);
  }
}

/** A second call while the first waits for its worker. */
async function whileBusy(box: Project, args: readonly string[]) {
  await using first = startTask(box);
  await untilThere(box.path("worker/waiting"));
  const second = await runTask(box, { args });
  box.write("worker/go", "");
  return { second, first: withLines(await first.outcome), pid: first.pid };
}

taskTest("a second driver of the task is BUSY, the first goes on", async () => {
  using box = project({ steps: { "red-1": WAITS } });
  const { first, second, pid } = await whileBusy(box, [CALC.id]);
  expect([second.code, second.last]).toEqual([75, { status: "BUSY", taskId: CALC.id, pid, since: "2026-01-01T00:00:00Z" }]);
  expectEnd(first, {});
  expect(subjects(box)).toEqual([...HONEST_SUBJECTS]);
});

taskTest("another task in that tree is BUSY", async () => {
  using box = project({ tasks: [CALC, smallTask(2, "other")], steps: { "red-1": WAITS } });
  const { first, second } = await whileBusy(box, [taskId(2)]);
  expect([second.code, second.last]).toMatchObject([75, { status: "BUSY", taskId: CALC.id }]);
  expectEnd(first, {});
});

taskTest("another task in the tree of a run that waits for its caller is BUSY too; in a worktree of its own it is not", async () => {
  using box = project({ tasks: [CALC, smallTask(2, "other")], stepsOf: { [taskId(2)]: oneCycle("other") } });
  const first = await runTask(box, { agent: "none" });
  expect(first.last).toMatchObject({ status: "AWAITING", step: "RED" });
  const second = await runTask(box, { args: [taskId(2)] });
  expect([second.code, second.last]).toMatchObject([75, { status: "BUSY", taskId: CALC.id }]);
  const third = await runTask(box, { args: [taskId(2), "--worktree", "--no-ci-watch"] });
  expectEnd(third, {});
  expect((await runTask(box, { agent: "none" })).last).toEqual(first.last);
});

taskTest("two tasks at once, each in a worktree of its own, one state file", async () => {
  const tasks = [smallTask(1, "one"), smallTask(2, "two")];
  using box = project({ tasks, stepsOf: { [taskId(1)]: oneCycle("one"), [taskId(2)]: oneCycle("two") } });
  const outcomes = await Promise.all(tasks.map(({ id }) => runTask(box, { args: [id, "--worktree", "--no-ci-watch"] })));
  for (const outcome of outcomes) expectEnd(outcome, {});
  expect([branches(box).length, changes(box)]).toEqual([3, []]);
  const state = JSON.parse(box.read(`${box.base}/execution-state.json`));
  expect(Object.values(state.stories["story-0049-0005"].tasks)).toMatchObject([{ status: "DONE" }, { status: "DONE" }]);
  const ids = state.taskTracking.taskIndex.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
