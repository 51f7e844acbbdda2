/** The state file of a watch on disk. A watch goes on without it: what cannot be read or kept is a warning. */
import { ensureDirSync } from "@std/fs";
import { dirname } from "@std/path";
import { DataError, IoError, LockTimeoutError } from "../../errors.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { lockExclusive } from "../../platform/file-lock.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { elapsedSeconds, isOver, newRecord, parseRecord, type WatchRecord } from "./watch-record.ts";
import type { WatchLimits } from "./watch-status.ts";

export interface RecordFile {
  /** Where the watch stands: as recorded, or at its beginning. */
  readonly record: WatchRecord;
  /** Seconds that the watch has been going on. */
  readonly elapsedSeconds: number;
  save(record: WatchRecord): Promise<void>;
}

export interface RecordWorld {
  /** Absolute; undefined: nothing is kept. */
  readonly path: string | undefined;
  readonly nowSeconds: number;
  readonly limits: WatchLimits;
  readonly signal: AbortSignal;
  warn(text: string): void;
}

const LOCK_MS = 2_000;

/** Opens the watch of that pull request: the one recorded, unless it is over or cannot be used. */
export function openRecord(prNumber: number, world: RecordWorld): RecordFile {
  const recorded = world.path === undefined ? undefined : readRecord(prNumber, world.path, world);
  const elapsed = recorded === undefined ? undefined : elapsedSeconds(recorded, world.nowSeconds);
  const save = saver(world);
  if (recorded === undefined || elapsed === undefined) return { record: newRecord(prNumber, world.nowSeconds), elapsedSeconds: 0, save };
  if (elapsed >= world.limits.timeoutSeconds) world.warn(`the watch in ${world.path} has no time left; remove the file to begin anew`);
  return { record: recorded, elapsedSeconds: elapsed, save };
}

function readRecord(prNumber: number, path: string, { limits, warn }: RecordWorld): WatchRecord | undefined {
  try {
    const text = readTextIfExists(path);
    if (text === undefined) return undefined;
    const record = parseRecord(text, prNumber);
    if (!("problem" in record)) return isOver(record, limits) ? undefined : record;
    warn(`state file ${path} cannot be used, starting anew: ${record.problem}`);
  } catch (error) {
    if (!(error instanceof IoError || error instanceof DataError)) throw error;
    warn(`state file ${path} cannot be used, starting anew: ${error.message}`);
  }
  return undefined;
}

function saver({ path, signal, warn }: RecordWorld): RecordFile["save"] {
  let warned = false;
  return async (record) => {
    if (path === undefined) return;
    try {
      makeFolder(dirname(path));
      const lock = await lockExclusive(path, { timeoutMs: LOCK_MS, signal });
      try {
        atomicWrite(path, `${JSON.stringify(record)}\n`, { fsync: false });
      } finally {
        lock.release();
      }
    } catch (error) {
      if (!(error instanceof IoError || error instanceof LockTimeoutError)) throw error;
      if (!warned) warn(`state file is not kept: ${error.message}`);
      warned = true;
    }
  };
}

function makeFolder(folder: string): void {
  try {
    ensureDirSync(folder);
  } catch {
    throw new IoError("create", folder, "a file is in the way, or the folder may not be made");
  }
}
