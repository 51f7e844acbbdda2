/** What has to be true before anything is done (spec page 6, Phase-0-Setup): artifacts, schema, dependencies, what is needed later. */
import { basename, join, relative } from "@std/path";
import { hasRemote } from "../../git/branches.ts";
import { readHead } from "../../git/head.ts";
import type { Checkout } from "../../git/repository.ts";
import { signingProblem } from "../../git/signer.ts";
import { readStatus } from "../../git/status.ts";
import { findProgram } from "../../platform/find-program.ts";
import { mtimeSeconds } from "../../platform/read-file.ts";
import { isObject } from "../../state/json-document.ts";
import { classifier } from "../../story/status-words.ts";
import { unmetDependency } from "../../story/task-dependencies.ts";
import { readTaskFile, type TaskFile } from "../../story/task-file.ts";
import { checkTaskFile } from "../../story/task-schema.ts";
import { taskStatusOf } from "../../story/task-status.ts";
import type { TaskWorld } from "./run.ts";
import type { RunOptions } from "./run-options.ts";
import { TaskFailure } from "./task-failure.ts";
import { type TaskPaths, textOf } from "./task-files.ts";

/** The task's file, checked against the planning schema. Throws `SCHEMA_VIOLATION`. */
export function checkedTaskFile(path: string, taskId: string, warn: (text: string) => void): TaskFile {
  const task = readTaskFile(textOf(path));
  const { violations, warnings } = checkTaskFile(task, taskId);
  for (const warning of warnings) warn(`${basename(path)}: ${warning}`);
  if (violations.length > 0) throw new TaskFailure("SCHEMA_VIOLATION", violations.join("; "));
  return task;
}

/** Throws `UNMET_DEPENDENCY` for the first task that is waited for: by the state, else by that task's own file. */
export function checkDependencies({ dependencies, testability }: TaskFile, paths: TaskPaths, state: unknown): void {
  if ("problem" in testability) return;
  const classify = classifier();
  const unmet = unmetDependency(dependencies, testability, (id) => {
    const status = statusInState(state, id);
    if (status !== undefined) return classify(status) === "done";
    const file = readTaskFile(textOf(join(paths.task!, "..", `task-${id}.md`)));
    return file.status !== undefined && (taskStatusOf(file.status) === "done" || classify(file.status) === "done");
  });
  if (unmet !== undefined) throw new TaskFailure("UNMET_DEPENDENCY", unmet);
}

function statusInState(state: unknown, taskId: string): string | undefined {
  const stories = isObject(state) && isObject(state.stories) ? Object.values(state.stories) : [];
  for (const story of stories) {
    const task = isObject(story) && isObject(story.tasks) ? story.tasks[taskId] : undefined;
    if (isObject(task) && typeof task.status === "string") return task.status;
  }
  return undefined;
}

/** A plan that is older than its task is used all the same; the log says so. */
export function warnOfStalePlan({ task, plan }: TaskPaths, world: TaskWorld): void {
  const [taskTime, planTime] = [task, plan].map((path) => (path === null ? undefined : mtimeSeconds(path)));
  if (taskTime === undefined || planTime === undefined) return;
  if (planTime < taskTime)
    world.warn(`Plan may be stale: ${relative(world.cwd, plan!)} is older than ${relative(world.cwd, task!)}; it is used anyway`);
  else world.note(`Reusing existing plan ${relative(world.cwd, plan!)}`);
}

/** HEAD of the start folder's tree. Throws `NO_COMMIT_YET`. */
export async function checkedHead(start: Checkout): Promise<{ readonly sha: string; readonly branch: string | null }> {
  const { sha, branch } = await readHead(start);
  if (sha === undefined) throw new TaskFailure("NO_COMMIT_YET", `${start.top} has no commit yet: make a first one`);
  return { sha, branch: branch ?? null };
}

/** Changed paths, the state file and locks aside. */
export async function dirtyPaths(checkout: Checkout, stateFile: string | null): Promise<readonly string[]> {
  const own = stateFile === null ? undefined : relative(checkout.top, stateFile);
  const entries = await readStatus(checkout);
  return entries.map(({ path }) => path).filter((path) => path !== own && !path.endsWith(".json.lock"));
}

/** Whether the run will push, open a pull request and watch it: a worktree of its own, schema v2, no `--no-ci-watch`. */
export function willPublish(options: RunOptions, mode: string, schema: string): boolean {
  return mode === "CREATE" && schema === "v2" && !options.noCiWatch && !options.orchestrated;
}

/** Throws `PRECONDITION_FAILED` for what would only be missed at the end. */
export async function checkLaterNeeds(start: Checkout, publishes: boolean): Promise<void> {
  if (publishes) {
    if (!(await hasRemote(start, "origin"))) throw missing("there is no remote 'origin' to push to");
    if (findProgram("gh", start.env, start.top) === undefined) throw missing("gh is required for the pull request");
  }
  const problem = await signingProblem(start);
  if (problem !== undefined) throw new TaskFailure("PRECONDITION_FAILED", `commits are to be signed (commit.gpgsign), but ${problem}`);
}

function missing(what: string): TaskFailure {
  return new TaskFailure("PRECONDITION_FAILED", `${what}; --no-ci-watch does without`);
}
