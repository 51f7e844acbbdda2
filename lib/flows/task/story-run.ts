/** A whole story: its tasks one after another on one branch, each run as orchestrated (spec page 6, STORY-ID). */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { DataError } from "../../errors.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { isObject, type JsonObject } from "../../state/json-document.ts";
import { readState } from "../../state/read-state.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { storyOfTask } from "../../story/ids.ts";
import { classifier } from "../../story/status-words.ts";
import { parseStory } from "../../story/story.ts";
import { type StoryFolder, storyFolder } from "../../story/story-folder.ts";
import { readMapOrder } from "../../story/task-map.ts";
import { schemaOf } from "../../story/task-schema.ts";
import { askBlockers } from "../blocker-gate.ts";
import { findStoryFile } from "../story-file.ts";
import { toolsOf } from "./begin-run.ts";
import type { ImplementLine } from "./envelopes.ts";
import { implementTask, startCheckout, type TaskCall, type TaskEnd } from "./implement-task.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { checkLaterNeeds, willPublish } from "./precheck.ts";
import { publish } from "./publish-step.ts";
import { type Done, doneLine, failedLine } from "./result.ts";
import { Run, type TaskWorld } from "./run.ts";
import { loadJournal, lockRun, type RunFolder, runFolder } from "./run-folder.ts";
import { agreedOptions } from "./run-options.ts";
import { findMap } from "./story-plans.ts";
import type { Subject } from "./subject.ts";
import { TaskFailure } from "./task-failure.ts";
import { leaveTree, openTree, setUpTree, takeTree } from "./tree-steps.ts";

type StorySubject = Extract<Subject, { readonly kind: "story" }>;
export type StoryCall = Omit<TaskCall, "subject" | "tree"> & { readonly subject: StorySubject };

const LOCK_MS = 30_000;

/** Emits one line a finished task; stops at the first that fails, whose line is the last. */
export async function implementStory(call: StoryCall, world: TaskWorld, emit: (line: ImplementLine) => void): Promise<TaskEnd> {
  const { storyId } = call.subject;
  let folder: RunFolder | undefined;
  try {
    const start = await startCheckout(world);
    folder = runFolder(start.layout.commonDir, storyId);
    const lock = await lockRun(folder, storyId, formatTimestamp(world.nowSeconds()), world.signal);
    try {
      const facts = await storyFacts(call, world);
      const kept = call.restart ? undefined : loadJournal(folder);
      const isKept = kept !== undefined && kept.status !== "ABORTED";
      const journal = isKept
        ? { ...kept, options: agreedOptions(storyId, kept.options, call.options) }
        : beginStory(call, world, start.top, facts);
      const run = new Run({ journal, folder, world, start, agent: undefined });
      if (journal.status === "DONE") return storedLines(run, facts, emit);
      if (!isKept)
        await checkLaterNeeds(
          start,
          willPublish(call.options, call.options.worktree && !start.layout.isLinked ? "CREATE" : "other", facts.schema),
        );
      return await driveStory(run, call, { facts, emit });
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return { line: failedLine(storyId, error, { journal: undefined, folder }), failure: error };
  }
}

export interface StoryFacts {
  readonly folder: StoryFolder;
  /** Absolute path of the story itself. */
  readonly storyFile: string;
  readonly schema: Journal["schema"];
  readonly stateFile: string | null;
  /** In the order in which they are to be done. */
  readonly taskIds: readonly string[];
  readonly state: JsonObject | undefined;
}

/** The story's tasks, once its blockers are done. Throws `TASK_ARTIFACT_NOT_FOUND`, `UNMET_DEPENDENCY`. */
export async function storyFacts({ subject, options }: Pick<StoryCall, "subject" | "options">, world: TaskWorld): Promise<StoryFacts> {
  const { storyId, feature } = subject;
  const flags = {
    "context-path": options.contextPath ?? undefined,
    "epic-id": options.epicId ?? undefined,
    "feature-id": options.featureId ?? feature,
  };
  const folder = storyFolder(flags, world.cwd);
  const file = existsSync(folder.path, { isDirectory: true }) ? findStoryFile(folder, storyId) : undefined;
  if (file === undefined) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", join(folder.path, `${storyId}.md`));
  const story = parseStory(readTextIfExists(file.path) ?? "", { inBugFolder: folder.isBugFolder });
  const lock = { timeoutMs: LOCK_MS, signal: world.signal };
  const { unmet } = await askBlockers(story.dependencies.ids, folder, classifier(), lock);
  if (unmet !== undefined) throw new TaskFailure("UNMET_DEPENDENCY", unmet.id);
  const statePath = join(folder.path, "execution-state.json");
  const state = await readState(statePath, `${folder.shown}/execution-state.json`, lock).catch(asPrecondition);
  const version = state?.root.planningSchemaVersion;
  const inStory = story.tasks.ids;
  const map = findMap(folder.path, { storyFile: file.path, storyId: inStory[0] === undefined ? storyId : storyOfTask(inStory[0]) });
  const ordered = map === undefined ? [] : readMapOrder(readTextIfExists(map) ?? "");
  const taskIds = [...new Set([...ordered.filter((id) => inStory.length === 0 || inStory.includes(id)), ...inStory])];
  if (taskIds.length === 0) throw new TaskFailure("TASK_ARTIFACT_NOT_FOUND", `${file.path}: the story has no tasks`);
  return {
    folder,
    storyFile: file.path,
    schema: schemaOf(version),
    stateFile: state === undefined ? null : statePath,
    taskIds,
    state: state?.root,
  };
}

function beginStory(call: StoryCall, world: TaskWorld, top: string, { folder, schema, stateFile }: StoryFacts): Journal {
  const { storyId } = call.subject;
  const own = {
    taskId: storyId,
    scope: storyId,
    operand: call.operand,
    title: storyId,
    options: call.options,
    schema,
    base: folder.path,
    stateFile,
  };
  return { ...emptyJournal(world.cwd, formatTimestamp(world.nowSeconds())), ...toolsOf(top, call.options, world), ...own };
}

/** Tree, tasks, publishing, cleanup: each once, whatever was done before. */
async function driveStory(
  run: Run,
  call: StoryCall,
  { facts, emit }: { facts: StoryFacts; emit: (line: ImplementLine) => void },
): Promise<TaskEnd> {
  await run.endLeftChild();
  if (run.journal.tree === null) await once(run, "tree", takeTree);
  else if (!run.journal.done.includes("publish")) await openTree(run);
  await once(run, "setup", setUpTree);
  let last: Done | undefined;
  for (const taskId of facts.taskIds) {
    if (isDone(facts.state, taskId)) {
      run.world.note(`${taskId} is done already`);
      continue;
    }
    if (last !== undefined) emit(last);
    run.world.note(`Story ${call.subject.storyId}: ${taskId}`);
    const end = await implementTask(taskCall(run, call, taskId), run.world);
    if ("failure" in end) return end;
    last = end.line;
    run.update({ lastCommit: last.commitSha });
  }
  await once(run, "publish", publish);
  await once(run, "leave-tree", leaveTree);
  run.update({ status: "DONE" });
  return last === undefined ? storedLines(run, facts, emit) : { line: { ...last, prNumber: run.journal.prNumber } };
}

/** What the tasks of a finished story came to, once more. */
function storedLines(run: Run, { taskIds }: StoryFacts, emit: (line: ImplementLine) => void): TaskEnd {
  const { commonDir } = run.start.layout;
  const journals = taskIds.flatMap((taskId) => loadJournal(runFolder(commonDir, taskId)) ?? []);
  const lines = journals.filter(({ status }) => status === "DONE").map(doneLine);
  for (const line of lines.slice(0, -1)) emit(line);
  return { line: { ...(lines.at(-1) ?? doneLine(run.journal)), prNumber: run.journal.prNumber } };
}

async function once(run: Run, name: string, action: (run: Run) => Promise<void>): Promise<void> {
  if (run.journal.done.includes(name)) return;
  await action(run);
  run.update({ done: [...run.journal.done, name] });
}

function taskCall(run: Run, call: StoryCall, taskId: string): TaskCall {
  const options = { ...call.options, orchestrated: true, worktree: false };
  const { storyId, feature } = call.subject;
  return {
    subject: { kind: "task", taskId, storyId, feature },
    operand: taskId,
    options,
    agentFlag: call.agentFlag,
    restart: false,
    tree: run.tree.path,
  };
}

/** By the state alone. */
export function isDone(state: JsonObject | undefined, taskId: string): boolean {
  const classify = classifier();
  const stories = isObject(state?.stories) ? Object.values(state.stories) : [];
  return stories.some((story) => {
    const task = isObject(story) && isObject(story.tasks) ? story.tasks[taskId] : undefined;
    return isObject(task) && typeof task.status === "string" && classify(task.status) === "done";
  });
}

function asPrecondition(error: unknown): never {
  throw error instanceof DataError ? new TaskFailure("PRECONDITION_FAILED", error.message) : error;
}
