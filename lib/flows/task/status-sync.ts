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

/** Where the file that was read from the start folder is changed. */
async function placeFor(run: Run, source: string): Promise<Place> {
  const inStart = relative(run.start.top, source);
  const tracked = inStart.startsWith("../") ? [] : await readList(run.start, ["ls-files", "-z", "--", inStart]);
  if (tracked.length === 0) return { path: source, tracked: null };
  const path = join(run.work.top, inStart);
  return existsSync(path) ? { path, tracked: inStart } : { path: source, tracked: null };
}

/** Writes the status into the task's file; an untracked one is written only when `untracked` says so. */
async function writeTask(run: Run, status: string, untracked: boolean): Promise<string | undefined> {
  const { task } = run.journal.files;
  if (task === null) return undefined;
  const place = await placeFor(run, task);
  const done = rewriteTaskStatus(textOf(place.path), status);
  if (done === undefined) throw new TaskFailure("STATUS_SYNC_FAILED", `${place.path}: no **Status:** line`);
  if (place.tracked !== null || untracked) write(place.path, done.text);
  return done.from;
}

async function writeMap(run: Run, status: string, untracked: boolean): Promise<void> {
  const { map } = run.journal.files;
  if (map === null) return;
  const place = await placeFor(run, map);
  const done = rewriteMapStatus(textOf(place.path), run.journal.taskId, status);
  if (done === undefined) throw new TaskFailure("STATUS_SYNC_FAILED", `${place.path}: the row of ${run.journal.taskId} has no status cell`);
  if (place.tracked !== null || untracked) write(place.path, done.text);
}

function write(path: string, text: string): void {
  if (existsSync(dirname(path)) && textOf(path) !== text) atomicWrite(path, text, { fsync: true });
}

/** Phase 2 begins: `Em Andamento`. A task that is done already stays so. */
export async function syncInProgress(run: Run): Promise<void> {
  await writeTask(run, STATUS_WORD["in-progress"], true);
}

/** Step 3.5: `Concluída` in the task's file and in the map's row; what git does not track waits for the final commit. */
export async function syncDone(run: Run): Promise<void> {
  await writeTask(run, STATUS_WORD.done, false);
  await writeMap(run, STATUS_WORD.done, false);
}

/** The final commit: task file and map; what git does not track is changed in place after it. */
export async function finalTaskCommit(run: Run, step: Step): Promise<void> {
  const { files, cycles, title, schema } = run.journal;
  const sources = [files.task, files.map].filter((path) => path !== null);
  const places = await Promise.all(sources.map((source) => placeFor(run, source)));
  const tracked = places.flatMap(({ tracked: path }) => path ?? []);
  const changed = tracked.length === 0 ? [] : await readList(run.work, ["diff", "--name-only", "-z", "HEAD", "--", ...tracked]);
  if (changed.length > 0) {
    const body = finalBody(cycles, { from: STATUS_WORD["in-progress"], to: STATUS_WORD.done });
    await commitPaths(run, step, { ...finalCommit(title), body, skipCompile: false }, changed);
  }
  if (schema === "v1") return;
  await writeTask(run, STATUS_WORD.done, true);
  await writeMap(run, STATUS_WORD.done, true);
}
