/**
 * Purpose: the files of a run at `<git common dir>/x-skills/runs/<TASK-ID>/`: journal, reports, logs; 0700 and 0600.
 * Order: `lockRun` first (one driver at a time), then `loadJournal`, then `saveJournal` before and after every effect.
 * Failures: `BusyError` when another driver has the run; `TaskFailure` JOURNAL_UNREADABLE for a journal that is none of ours.
 */
import { ensureDirSync } from "@std/fs";
import { join } from "@std/path";
import * as v from "valibot";
import { DataError, LockTimeoutError } from "../../errors.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { type HeldLock, lockExclusive } from "../../platform/file-lock.ts";
import { makePrivate } from "../../platform/private-folder.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { ownPid } from "../../platform/self-command.ts";
import { schemaProblem } from "../../schema-problem.ts";
import { Journal } from "./journal.ts";
import { BusyError, TaskFailure } from "./task-failure.ts";

export interface RunFolder {
  /** Absolute. */
  readonly path: string;
  readonly journal: string;
  readonly reports: string;
  readonly log: string;
}

/** Where the run of `taskId` keeps its files; nothing is made yet. */
export function runFolder(commonDir: string, taskId: string): RunFolder {
  const path = join(commonDir, "x-skills", "runs", taskId);
  return { path, journal: join(path, "run.json"), reports: join(path, "reports"), log: join(path, "run.log") };
}

/** Of every file of a run: only the user may read it. */
const PRIVATE = 0o600;

/** A child of a killed driver has the lock too, between its fork and its exec; on a busy machine that takes a moment. */
const SETTLE_MS = 500;

const Driver = v.object({ pid: v.number(), since: v.string() });

/** Makes the folder and takes its lock, or throws `BusyError` saying who has it and since when. */
export async function lockRun(folder: RunFolder, taskId: string, since: string, signal: AbortSignal): Promise<HeldLock> {
  ensureDirSync(folder.reports);
  makePrivate(folder.path);
  makePrivate(folder.reports);
  const driver = join(folder.path, "driver.json");
  try {
    const lock = await lockExclusive(join(folder.path, "driver"), { timeoutMs: SETTLE_MS, signal, mode: PRIVATE });
    atomicWrite(driver, `${JSON.stringify({ pid: ownPid(), since })}\n`, { fsync: false, mode: PRIVATE });
    return lock;
  } catch (error) {
    if (!(error instanceof LockTimeoutError)) throw error;
    const known = v.safeParse(v.pipe(v.string(), v.parseJson(), Driver), readTextIfExists(driver) ?? "");
    throw new BusyError(taskId, known.success ? known.output.pid : null, known.success ? known.output.since : null);
  }
}

/** The journal, or undefined when there was no run yet. */
export function loadJournal(folder: RunFolder): Journal | undefined {
  const text = readJournalText(folder);
  if (text === undefined) return undefined;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Journal), text);
  if (parsed.success) return parsed.output;
  throw unreadable(folder, schemaProblem(parsed.issues));
}

/** Writes the journal, atomically. */
export function saveJournal(folder: RunFolder, journal: Journal): void {
  atomicWrite(folder.journal, `${JSON.stringify(journal)}\n`, { fsync: false, mode: PRIVATE });
}

function readJournalText(folder: RunFolder): string | undefined {
  try {
    return readTextIfExists(folder.journal);
  } catch (error) {
    throw error instanceof DataError ? unreadable(folder, "invalid UTF-8") : error;
  }
}

function unreadable(folder: RunFolder, reason: string): TaskFailure {
  return new TaskFailure("JOURNAL_UNREADABLE", `${folder.journal}: ${reason}; --restart begins anew`);
}
