/** Tasks beside `CALC`, each of one cycle, for stories of several. */
import { oneCycle, type Steps } from "./honest-steps.ts";
import { type PlannedTask, taskId } from "./planning.ts";

/** A task that adds one symbol with one test; `name` is both. */
export function smallTask(n: number, name: string, more: Partial<PlannedTask> = {}): PlannedTask {
  return {
    id: taskId(n),
    title: `Add ${name}`,
    cycles: [{ test: `${name} is there`, phase: "Degenerate" }],
    outputs: [`File \`src/${name}.js\` exists`],
    ...more,
  };
}

/** Three tasks of a story. */
export const THREE: readonly PlannedTask[] = [smallTask(1, "one"), smallTask(2, "two"), smallTask(3, "three")];

/** What the worker does in each of them. */
export const THREE_STEPS: Readonly<Record<string, Steps>> = {
  [taskId(1)]: oneCycle("one"),
  [taskId(2)]: oneCycle("two"),
  [taskId(3)]: oneCycle("three"),
};

/** The commits of such a task. */
export function smallSubjects(n: number, name: string): readonly string[] {
  const id = taskId(n);
  return [`test(${id}): add failing test UT-1 (RED)`, `feat(${id}): implement UT-1 (GREEN)`, `feat(${id}): implement Add ${name}`];
}
