/** The task's node in the live state file (spec page 6, Commits): the one under the folder that the command was started in. */
import { relative } from "@std/path";
import { applyChange } from "../../state/change.ts";
import { putValue } from "../../state/edit.ts";
import type { JsonDocument } from "../../state/json-document.ts";
import { valueAt } from "../../state/locate.ts";
import { InvalidPathError, StateMissingError, StateWriteError } from "../../state/state-errors.ts";
import { changeState } from "../../state/store.ts";
import { typedValue } from "../../state/value-types.ts";
import { storyOfTask } from "../../story/ids.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";

const LOCK_MS = 30_000;
/** What the task came to outlives a power cut; a tracker need not. */
const DURABLE = { fsync: true };

/** Sets fields of the task's node in one write, making the node when it is absent. Nothing without a state file. */
export async function setTaskFields(run: Run, fields: Readonly<Record<string, string>>): Promise<void> {
  const { taskId, stateFile } = run.journal;
  if (stateFile === null) return;
  const changes = Object.entries(fields).map(([field, text]) => ({
    field,
    value: typedValue(field, text, undefined, run.world.nowSeconds),
    typeMatters: false,
  }));
  await editState(
    run,
    (document) => {
      const request = { address: { type: "task", id: taskId } as const, fields: changes, initialize: true };
      return applyChange(withOwnStory(document, run), request).document;
    },
    DURABLE,
  );
}

/** Changes the state under its lock. Failures of the file become `PRECONDITION_FAILED`: the run cannot keep its books. */
export async function editState(run: Run, edit: (document: JsonDocument) => JsonDocument, { fsync } = { fsync: false }): Promise<void> {
  const { stateFile, startFolder } = run.journal;
  if (stateFile === null) return;
  const label = relative(startFolder, stateFile);
  const options = { label, initialize: false, dryRun: false, fsync, timeoutMs: LOCK_MS, signal: run.world.signal };
  try {
    await changeState(stateFile, (document) => ({ document: edit(document), result: undefined }), options);
  } catch (error) {
    const isFile = error instanceof InvalidPathError || error instanceof StateWriteError || error instanceof StateMissingError;
    throw isFile ? new TaskFailure("PRECONDITION_FAILED", `${label}: ${error.message}`) : error;
  }
}

/** A bug's story is keyed by its file's name, which the task's id does not tell: its node has to be there. */
function withOwnStory(document: JsonDocument, run: Run): JsonDocument {
  const { storyId, taskId } = run.journal;
  if (storyId === null || storyId === storyOfTask(taskId)) return document;
  const request = { address: { type: "story", id: storyId } as const, fields: [], initialize: true };
  return addTaskNode(applyChange(document, request).document, storyId, taskId);
}

function addTaskNode(document: JsonDocument, storyId: string, taskId: string): JsonDocument {
  const path = ["stories", storyId, "tasks", taskId];
  return valueAt(document, path) === undefined ? putValue(document, path, "{}") : document;
}
