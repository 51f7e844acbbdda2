/** What a task file has to have, rule by rule (the planning schema's own numbers). */
import { storyOfTask } from "./ids.ts";
import type { TaskFile } from "./task-file.ts";
import { taskStatusOf } from "./task-status.ts";

export interface TaskFindings {
  /** `TF-SCHEMA-003: …`: each fails the task with SCHEMA_VIOLATION. */
  readonly violations: readonly string[];
  readonly warnings: readonly string[];
}

const FEWEST_DONE_ITEMS = 6;

/** Checks the file of the task `id`. */
export function checkTaskFile(task: TaskFile, id: string): TaskFindings {
  const { testability } = task;
  const violations = [
    ...(task.id === undefined ? ["TF-SCHEMA-001: no **ID:** line"] : []),
    ...(task.id !== undefined && task.id !== id ? [`TF-SCHEMA-001: **ID:** is ${task.id}, the file is of ${id}`] : []),
    ...(task.status === undefined ? ["TF-SCHEMA-002: no **Status:** line"] : []),
    ...(task.status !== undefined && taskStatusOf(task.status) === undefined ? [`TF-SCHEMA-002: unknown status '${task.status}'`] : []),
    ...("problem" in testability ? [`TF-SCHEMA-003: ${testability.problem}`] : []),
    ...(task.outputs.length === 0 ? ["TF-SCHEMA-004: the Outputs section is missing or empty"] : []),
  ];
  const story = storyOfTask(id);
  const warnings = [
    ...(task.story === undefined ? ["no **Story:** line"] : []),
    ...(task.story !== undefined && !task.story.includes(story) ? [`**Story:** is ${task.story}, the task belongs to ${story}`] : []),
    ...(task.hasInputs ? [] : ["no Inputs section"]),
    ...(task.doneItems < FEWEST_DONE_ITEMS
      ? [`TF-SCHEMA-005: ${task.doneItems} of at least ${FEWEST_DONE_ITEMS} items in the Definition of Done`]
      : []),
    ...(!("problem" in testability) && testability.kind === "coalesces" ? [coalesced(testability.tasks)] : []),
  ];
  return { violations, warnings };
}

/** Which of the two planning schemas counts: only `2.0` is the second. */
export function schemaOf(version: unknown): "v1" | "v2" {
  return version === "2.0" ? "v2" : "v1";
}

function coalesced(tasks: readonly string[]): string {
  return `coalesces with ${tasks.length === 0 ? "an unnamed task" : tasks.join(", ")}; treated as independent`;
}
