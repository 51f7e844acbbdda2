/** The journal that a run begins with, or the reason why it cannot begin. Nothing is changed here but the run folder. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { DataError, UsageError } from "../../errors.ts";
import { checkBranchName } from "../../git/branches.ts";
import { BranchNameError } from "../../git/git-errors.ts";
import type { Checkout } from "../../git/repository.ts";
import { readState } from "../../state/read-state.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { type StoryFolder, storyFolder } from "../../story/story-folder.ts";
import { readStoryTasks } from "../../story/story-tasks.ts";
import { readTaskFile } from "../../story/task-file.ts";
import { schemaOf } from "../../story/task-schema.ts";
import { detectStack, projectIn } from "../config/detect-stack.ts";
import { readConfig } from "../config/read-config.ts";
import { toolchain } from "../config/toolchain.ts";
import { storyName } from "../story-file.ts";
import { contextOf } from "./context-files.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { checkDependencies, checkedHead, checkedTaskFile, checkLaterNeeds, warnOfStalePlan, willPublish } from "./precheck.ts";
import type { TaskWorld } from "./run.ts";
import type { RunOptions } from "./run-options.ts";
import { testScript } from "./step-changes.ts";
import type { Subject } from "./subject.ts";
import { TaskFailure } from "./task-failure.ts";
import { plannedAcceptance, plannedCycles, requiredPaths, storyPaths, type TaskPaths, textOf } from "./task-files.ts";

const LOCK_MS = 30_000;
const NO_PATHS: TaskPaths = { task: null, plan: null, map: null, story: null, tests: null };

type TaskSubject = Exclude<Subject, { readonly kind: "story" }>;

/** Checks everything that can be checked before, and says what the run is. Throws `TaskFailure`, `UsageError`, `DataError`. */
export async function beginRun(
  subject: TaskSubject,
  operand: string,
  options: RunOptions,
  { start, world }: { start: Checkout; world: TaskWorld },
): Promise<Journal> {
  await checkedHead(start);
  if (options.targetBranch !== null) await checkBranchName(start, options.targetBranch).catch(asUsage);
  const tools = toolsOf(start.top, options, world);
  const found = subject.kind === "task" ? await taskFacts(subject, options, world) : textFacts(subject);
  const mode = options.orchestrated || start.layout.isLinked || !options.worktree ? "other" : "CREATE";
  await checkLaterNeeds(start, willPublish(options, mode, found.schema));
  const { taskId } = subject;
  const scope = subject.kind === "task" ? taskId : taskId.slice("task-".length);
  const empty = emptyJournal(world.cwd, formatTimestamp(world.nowSeconds()));
  return { ...empty, ...tools, taskId, scope, operand, options, ...found };
}

/** The settings and commands of the project, as they are when a run begins. Throws `UsageError`, `DataError`. */
export function toolsOf(top: string, options: RunOptions, world: TaskWorld): Pick<Journal, "config" | "toolchain" | "testScript"> {
  const config = readConfig(top, options.config ?? undefined);
  const tools = toolchain(config, detectStack(projectIn(join(top, config.workdir), world.env)));
  return { config, toolchain: tools, testScript: testScript(top, config.workdir) };
}

type Facts = Pick<Journal, "storyId" | "title" | "schema" | "base" | "stateFile" | "cycles" | "acceptance" | "context" | "files">;

/** The artifacts of a task, its schema and dependencies. */
async function taskFacts(subject: Extract<Subject, { kind: "task" }>, options: RunOptions, world: TaskWorld): Promise<Facts> {
  const { taskId, storyId, feature } = subject;
  const flags = {
    "context-path": options.contextPath ?? undefined,
    "epic-id": options.epicId ?? undefined,
    "feature-id": options.featureId ?? feature,
  };
  const folder = storyFolder(flags, world.cwd);
  if (!existsSync(folder.path, { isDirectory: true })) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", folder.shown);
  const stateFile = join(folder.path, "execution-state.json");
  const state = await readState(stateFile, `${folder.shown}/execution-state.json`, { timeoutMs: LOCK_MS, signal: world.signal }).catch(
    unusable,
  );
  const name = storyName(folder, storyId);
  const storyFile = join(folder.path, `${name}.md`);
  const schema = schemaOf(textIn(state?.root.planningSchemaVersion) ?? schemaInTask(folder.path, taskId));
  const paths = schema === "v2" ? requiredPaths(folder.path, taskId, storyFile) : storyPaths(folder.path, taskId, storyFile);
  const task = paths.task === null ? undefined : checkedTaskFile(paths.task, taskId, world.warn);
  if (task !== undefined) checkDependencies(task, paths, state?.root);
  warnOfStalePlan(paths, world);
  return {
    storyId: name,
    title: task?.title || titleInStory(storyFile, taskId, folder) || taskId,
    schema,
    base: folder.path,
    stateFile: state === undefined ? null : stateFile,
    cycles: [...plannedCycles(paths, taskId)],
    acceptance: plannedAcceptance(paths, taskId),
    context: [...contextOf(world, task?.capabilities ?? [])],
    files: { task: paths.task, plan: paths.plan ?? paths.tests, map: paths.map, story: paths.story },
  };
}

function textFacts({ text }: Extract<Subject, { kind: "text" }>): Facts {
  const { task, plan, map, story } = NO_PATHS;
  return {
    storyId: null,
    title: text,
    schema: "v1",
    base: null,
    stateFile: null,
    cycles: [],
    acceptance: [],
    context: [],
    files: { task, plan, map, story },
  };
}

/** A first-schema task has its title in the story. */
function titleInStory(storyFile: string, taskId: string, { isBugFolder }: StoryFolder): string | undefined {
  return readStoryTasks(textOf(storyFile), { inBugFolder: isBugFolder }).find(({ id }) => id === taskId)?.title;
}

/** A task's front matter says it where the state does not. */
function schemaInTask(base: string, taskId: string): string | undefined {
  return readTaskFile(textOf(join(base, "plans", `task-${taskId}.md`))).schemaVersion;
}

/** Only the text `2.0` is the second schema; a number is spelled. */
function textIn(version: unknown): string | undefined {
  return typeof version === "string" || typeof version === "number" ? String(version) : undefined;
}

function asUsage(error: unknown): never {
  throw error instanceof BranchNameError ? new UsageError(`malformed --target-branch: ${error.message}`) : error;
}

function unusable(error: unknown): never {
  throw error instanceof DataError ? new TaskFailure("PRECONDITION_FAILED", error.message) : error;
}
