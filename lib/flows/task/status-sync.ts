/** Task file and map say the same as the run (spec page 6, Task files): where git tracks them in the run's tree, else in the start folder. */
import { existsSync } from "@std/fs";
import { dirname, join, relative } from "@std/path";
import { readList } from "../../git/run-git.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { rewriteMapStatus, rewriteTaskStatus } from "../../story/rewrite-status.ts";
import { STATUS_WORD } from "../../story/task-status.ts";
import { commitPaths } from "./commit-step.ts";
import { finalBody, finalCommit } from "./commit-texts.ts";
import type { Step } from "./program.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";
import { textOf } from "./task-files.ts";

interface Place {
  /** Absolute path of the file to change. */
  readonly path: string;
  /** Seen from the top of the run's tree; null when git does not track it. */
  readonly tracked: string | null;
}

interface Places {
  /** Absent where the run has no such file. */
  readonly task: Place | undefined;
  readonly map: Place | undefined;
}

/** Where the files that were read from the start folder are changed. */
async function findPlaces(run: Run): Promise<Places> {
  const { task, map } = run.journal.files;
  const inStart = (source: string) => relative(run.start.top, source);
  const inside = [task, map].filter((source) => source !== null).map(inStart);
  const asked = inside.filter((path) => !path.startsWith("../"));
  const tracked = asked.length === 0 ? [] : await readList(run.start, ["ls-files", "-z", "--", ...asked]);
  const placeOf = (source: string): Place => {
    const path = join(run.work.top, inStart(source));
    return tracked.includes(inStart(source)) && existsSync(path) ? { path, tracked: inStart(source) } : { path: source, tracked: null };
  };
  return { task: task === null ? undefined : placeOf(task), map: map === null ? undefined : placeOf(map) };
}

/** Writes the status into the task's file; an untracked one is written only when `untracked` says so. */
function writeTask({ task: place }: Places, status: string, untracked: boolean): void {
  if (place === undefined) return;
  const done = rewriteTaskStatus(textOf(place.path), status);
  if (done === undefined) throw new TaskFailure("STATUS_SYNC_FAILED", `${place.path}: no **Status:** line`);
  if (place.tracked !== null || untracked) write(place.path, done.text);
}

function writeMap(run: Run, { map: place }: Places, status: string, untracked: boolean): void {
  if (place === undefined) return;
  const done = rewriteMapStatus(textOf(place.path), run.journal.taskId, status);
  if (done === undefined) throw new TaskFailure("STATUS_SYNC_FAILED", `${place.path}: the row of ${run.journal.taskId} has no status cell`);
  if (place.tracked !== null || untracked) write(place.path, done.text);
}

function write(path: string, text: string): void {
  if (existsSync(dirname(path)) && textOf(path) !== text) atomicWrite(path, text, { fsync: true });
}

/** Phase 2 begins: `Em Andamento`. A task that is done already stays so. */
export async function syncInProgress(run: Run): Promise<void> {
  writeTask(await findPlaces(run), STATUS_WORD["in-progress"], true);
}

/** Step 3.5: `Concluída` in the task's file and in the map's row; what git does not track waits for the final commit. */
export async function syncDone(run: Run): Promise<void> {
  const places = await findPlaces(run);
  writeTask(places, STATUS_WORD.done, false);
  writeMap(run, places, STATUS_WORD.done, false);
}

/** The final commit: task file and map; what git does not track is changed in place after it. */
export async function finalTaskCommit(run: Run, step: Step): Promise<void> {
  const { cycles, title, schema } = run.journal;
  const places = await findPlaces(run);
  const tracked = [places.task, places.map].flatMap((place) => place?.tracked ?? []);
  const changed = tracked.length === 0 ? [] : await readList(run.work, ["diff", "--name-only", "-z", "HEAD", "--", ...tracked]);
  if (changed.length > 0) {
    const body = finalBody(cycles, { from: STATUS_WORD["in-progress"], to: STATUS_WORD.done });
    await commitPaths(run, step, { ...finalCommit(title), body, skipCompile: false }, changed);
  }
  if (schema === "v1") return;
  writeTask(places, STATUS_WORD.done, true);
  writeMap(run, places, STATUS_WORD.done, true);
}
