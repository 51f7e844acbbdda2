/** The task's own files (spec page 6, Task files): where they are, and what they say. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { readTextIfExists } from "../../platform/read-file.ts";
import { storyOfTask } from "../../story/ids.ts";
import { readPlanCycles } from "../../story/task-plan.ts";
import { acceptanceOf, cyclesOfTask } from "../../story/task-tests-file.ts";
import type { Cycle } from "./journal.ts";
import type { Run } from "./run.ts";
import { findMap, findTests, newMap, type StoryNames } from "./story-plans.ts";
import { TaskFailure } from "./task-failure.ts";

export interface TaskPaths {
  /** All absolute; null where there is none. */
  readonly task: string | null;
  readonly plan: string | null;
  readonly map: string | null;
  readonly story: string | null;
  readonly tests: string | null;
}

/** The files of a v2 task. Throws `TASK_ARTIFACT_NOT_FOUND` naming the first that is missing. */
export function requiredPaths(base: string, taskId: string, storyFile: string): TaskPaths {
  const names = { storyFile, storyId: storyOfTask(taskId) };
  const task = join(base, "plans", `task-${taskId}.md`);
  const plan = join(base, "plans", `plan-task-${taskId}.md`);
  const map = findMap(base, names) ?? newMap(base, names);
  for (const path of [task, plan, map]) if (!isThere(path)) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", path);
  return { task, plan, map, ...optional(base, names) };
}

/** The files of a v1 task: the story has its tasks, the story's tests file the cycles. */
export function storyPaths(base: string, taskId: string, storyFile: string): TaskPaths {
  if (!isThere(storyFile)) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", storyFile);
  const plan = join(base, "plans", `plan-task-${taskId}.md`);
  return { task: null, plan: isThere(plan) ? plan : null, map: null, ...optional(base, { storyFile, storyId: storyOfTask(taskId) }) };
}

function optional(base: string, names: StoryNames): Pick<TaskPaths, "story" | "tests"> {
  return { story: isThere(names.storyFile) ? names.storyFile : null, tests: findTests(base, names) ?? null };
}

/** The cycles that the plan, or the story's tests file, has for the task; none when they have to be asked for. */
export function plannedCycles({ plan, tests }: Pick<TaskPaths, "plan" | "tests">, taskId: string): readonly Cycle[] {
  const fromPlan = plan === null ? [] : readPlanCycles(textOf(plan));
  const cycles = fromPlan.length > 0 || tests === null ? fromPlan : cyclesOfTask(textOf(tests), taskId);
  return cycles.map(({ n, test, phase, green, refactor }) => ({ n, test, phase, green, refactor }));
}

/** The acceptance tests that plan or tests file name. */
export function plannedAcceptance({ plan, tests }: Pick<TaskPaths, "plan" | "tests">, taskId: string) {
  const entries = acceptanceOf(plan === null ? "" : textOf(plan), tests === null ? "" : textOf(tests), taskId);
  return entries.map(({ id, test }) => ({ id, test: test ?? null }));
}

/** The text of task and plan: a module that they name is to be written. */
export function plannedText(run: Run): string {
  const { task, plan } = run.journal.files;
  return [task, plan].map((path) => (path === null ? "" : (readTextIfExists(path) ?? ""))).join("\n");
}

/** The file's text; empty when it is absent. */
export function textOf(path: string): string {
  return readTextIfExists(path) ?? "";
}

function isThere(path: string): boolean {
  return existsSync(path, { isFile: true });
}
