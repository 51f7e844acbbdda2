/**
 * Purpose: `--init`: task file, plan and map of a task, or of all tasks of a story, written from the story; nodes registered in the state.
 * Does not: overwrite. A file that is in the way is PRECONDITION_FAILED (exit 1, a FAILED line like any other), and nothing is written.
 * Order: everything is read and checked; then, under the state's lock, files are made and the nodes put in.
 */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import { UsageError } from "../../errors.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import type { JsonDocument } from "../../state/json-document.ts";
import { shownValue } from "../../state/read-value.ts";
import { registerTasks, withPlanningSchema } from "../../state/register-tasks.ts";
import { InvalidPathError, StateMissingError, StateWriteError } from "../../state/state-errors.ts";
import { changeState } from "../../state/store.ts";
import { storyKind } from "../../story/bug-story.ts";
import { storyOfTask } from "../../story/ids.ts";
import { outline } from "../../story/outline.ts";
import { readScenarios, type Scenario } from "../../story/scenario-list.ts";
import { findSections } from "../../story/sections.ts";
import { type StoryFolder, storyFolder } from "../../story/story-folder.ts";
import { readStoryTasks, type StoryTask } from "../../story/story-tasks.ts";
import { taskFileText } from "../../story/task-file-text.ts";
import { addToMap, taskMapText } from "../../story/task-map-text.ts";
import { taskPlanText } from "../../story/task-plan-text.ts";
import { schemaOf } from "../../story/task-schema.ts";
import { cyclesOfTask } from "../../story/task-tests-file.ts";
import { storyName } from "../story-file.ts";
import type { InitLine } from "./envelopes.ts";
import { checkFree, type PlannedFile, writeAll } from "./planning-files.ts";
import type { TaskWorld } from "./run.ts";
import type { RunOptions } from "./run-options.ts";
import { findMap, findTests, newMap, type StoryNames } from "./story-plans.ts";
import type { Subject } from "./subject.ts";
import { TaskFailure } from "./task-failure.ts";

const LOCK_MS = 30_000;
const STATE = "execution-state.json";
const SCHEMA = "2.0";

interface Story {
  readonly folder: StoryFolder;
  /** File name without `.md`, and key in the state. */
  readonly name: string;
  readonly text: string;
  readonly tasks: readonly StoryTask[];
  readonly scenarios: readonly Scenario[];
}

/** Writes the files and registers the nodes. Throws `TaskFailure`, `UsageError`, `LockTimeoutError`, `IoError`, `DataError`. */
export async function initTask(subject: Subject, options: RunOptions, world: TaskWorld): Promise<InitLine> {
  if (subject.kind === "text") throw new UsageError("--init takes the id of a task or a story, not a description");
  const story = readStory(subject, options, world);
  const tasks = chosenTasks(story, subject, world);
  const own = tasks.flatMap((task) => filesOf(task, story));
  checkFree(own);
  const files = await writeUnderLock(story, tasks, { own, world });
  for (const file of files) world.note(`Wrote ${file}`);
  world.note("Review the plan and commit the files: a run without --worktree starts in a clean tree");
  return { status: "INITIALIZED", taskIds: tasks.map(({ id }) => id), files };
}

function readStory(subject: Exclude<Subject, { readonly kind: "text" }>, options: RunOptions, world: TaskWorld): Story {
  const folder = storyFolder(
    {
      "context-path": options.contextPath ?? undefined,
      "epic-id": options.epicId ?? undefined,
      "feature-id": options.featureId ?? subject.feature,
    },
    world.cwd,
  );
  const name = existsSync(folder.path, { isDirectory: true }) ? storyName(folder, subject.storyId) : subject.storyId;
  const text = readTextIfExists(join(folder.path, `${name}.md`));
  if (text === undefined) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", `${folder.shown}/${name}.md`);
  const place = { inBugFolder: folder.isBugFolder };
  const structure = outline(text);
  const { acceptance } = findSections(structure, storyKind(text, place));
  return { folder, name, text, tasks: readStoryTasks(text, place), scenarios: readScenarios(structure, acceptance) };
}

/** The task that is asked for, or all that belong to the story by their ids. */
function chosenTasks({ folder, name, tasks }: Story, subject: Subject, world: TaskWorld): readonly StoryTask[] {
  const shown = `${folder.shown}/${name}.md`;
  if (subject.kind === "task") {
    const task = tasks.find(({ id }) => id === subject.taskId);
    if (task === undefined) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", `${subject.taskId} in the tasks section of ${shown}`);
    return [task];
  }
  const belongs = ({ id }: StoryTask) => storyName(folder, storyOfTask(id)) === name;
  for (const { id } of tasks.filter((task) => !belongs(task))) world.warn(`${id} is not of this story by its id: it is left out`);
  const own = tasks.filter(belongs);
  if (own.length === 0) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", `no TASK-… in the tasks section of ${shown}`);
  return own;
}

/** Task file and plan. */
function filesOf(task: StoryTask, { folder, name, tasks, scenarios }: Story): readonly PlannedFile[] {
  const tests = findTests(folder.path, namesOf(task, name));
  const ideas = {
    planned: tests === undefined ? [] : cyclesOfTask(readTextIfExists(tests) ?? "", task.id),
    scenarios: tasks.length === 1 ? scenarios : scenarios.filter((scenario) => scenario.tasks.includes(task.id)),
  };
  return [
    plansFile(folder, `task-${task.id}.md`, { text: taskFileText(task, `${name}.md`) }),
    plansFile(folder, `plan-task-${task.id}.md`, { text: taskPlanText(task, ideas) }),
  ];
}

/** The map as it is to be; read under the lock, since another call may be adding its own rows. */
function mapFile({ folder, name }: Pick<Story, "folder" | "name">, tasks: readonly StoryTask[]): PlannedFile {
  const names = namesOf(tasks[0]!, name);
  const there = findMap(folder.path, names);
  if (there === undefined) return plansFile(folder, basename(newMap(folder.path, names)), { text: taskMapText(names.storyId, tasks) });
  const before = readTextIfExists(there) ?? "";
  const text = addToMap(before, tasks);
  if (text === undefined)
    throw new TaskFailure("PRECONDITION_FAILED", `${folder.shown}/plans/${basename(there)}: the row of a task has no status cell`);
  return plansFile(folder, basename(there), { text, before });
}

function namesOf({ id }: StoryTask, storyFile: string): StoryNames {
  return { storyFile, storyId: storyOfTask(id) };
}

function plansFile(folder: StoryFolder, name: string, content: Pick<PlannedFile, "text" | "before">): PlannedFile {
  return { path: join(folder.path, "plans", name), shown: `${folder.shown}/plans/${name}`, ...content };
}

/** Returns the paths of what was written, as messages show them. */
async function writeUnderLock(
  { folder, name }: Story,
  tasks: readonly StoryTask[],
  { own, world }: { readonly own: readonly PlannedFile[]; readonly world: TaskWorld },
): Promise<string[]> {
  const label = `${folder.shown}/${STATE}`;
  const statePath = join(folder.path, STATE);
  const isNew = !existsSync(statePath);
  const written: string[] = [];
  let undo: (() => void) | undefined;
  let problem: unknown;
  const edit = (document: JsonDocument) => {
    try {
      const registered = registerTasks(
        document,
        name,
        tasks.map(({ id }) => id),
      );
      const edited = isNew ? withPlanningSchema(registered, SCHEMA) : registered;
      const files = [...own, mapFile({ folder, name }, tasks)];
      undo = writeAll(files);
      written.push(...files.filter(({ text, before }) => text !== before).map(({ shown }) => shown));
      if (isNew || edited.text !== document.text) written.push(label);
      warnOfOtherSchema(edited, label, world);
      return { document: edited, result: undefined };
    } catch (error) {
      problem = error;
      throw error;
    }
  };
  try {
    const options = { label, initialize: true, dryRun: false, fsync: true, timeoutMs: LOCK_MS, signal: world.signal };
    await changeState(statePath, edit, options);
    return written;
  } catch (error) {
    undo?.();
    throw asFailure(problem ?? error, label);
  }
}

function warnOfOtherSchema({ root }: JsonDocument, label: string, world: TaskWorld): void {
  const version = root.planningSchemaVersion;
  if (version === undefined || schemaOf(version) === "v2") return;
  world.warn(`${label} has planningSchemaVersion ${shownValue(version)}: a run reads the story, not these files, until it is "${SCHEMA}"`);
}

function asFailure(error: unknown, label: string): unknown {
  const isState = error instanceof InvalidPathError || error instanceof StateWriteError || error instanceof StateMissingError;
  return isState ? new TaskFailure("PRECONDITION_FAILED", `${label}: ${error.message}`) : error;
}
