/**
 * Purpose: what `x-hooks install` did in this clone, in `<common dir>/x-skills/hooks.json`, so that `uninstall` undoes just that.
 * Order: `recorded` holds the lock for the time of one change, and writes what the change returns.
 */
import { ensureDirSync } from "@std/fs";
import { join } from "@std/path";
import * as v from "valibot";
import type { Repository } from "../../git/repository.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { lockExclusive } from "../../platform/file-lock.ts";
import { readTextIfExists } from "../../platform/read-file.ts";

const Line = v.strictObject({
  /** Absolute. */
  file: v.string(),
  /** What was added, line breaks included. */
  text: v.string(),
  /** The file was not there before. */
  made: v.boolean(),
});

const Setting = v.strictObject({ key: v.string(), previous: v.nullable(v.string()) });

const Record = v.strictObject({
  /** Folders that hooks were written to; `made`: it was not there before. */
  folders: v.array(v.strictObject({ path: v.string(), made: v.boolean() })),
  lines: v.array(Line),
  settings: v.array(Setting),
});

export type InstallRecord = v.InferOutput<typeof Record>;
export type AddedLine = v.InferOutput<typeof Line>;

const NOTHING: InstallRecord = { folders: [], lines: [], settings: [] };
const WAIT_MS = 30_000;

/** What was done so far; one that cannot be read counts as nothing. */
function readRecord({ layout }: Repository): InstallRecord {
  try {
    return v.parse(Record, JSON.parse(readTextIfExists(join(layout.commonDir, PATH)) ?? ""));
  } catch {
    return NOTHING;
  }
}

const PATH = "x-skills/hooks.json";

/** One change at a time; the record that `change` returns replaces the old one, an empty one removes it. Throws `LockTimeoutError`. */
export async function recorded<T>(
  repository: Repository,
  change: (record: InstallRecord) => Promise<{ readonly record: InstallRecord; readonly result: T }>,
): Promise<T> {
  const path = join(repository.layout.commonDir, PATH);
  ensureDirSync(join(repository.layout.commonDir, "x-skills"));
  const lock = await lockExclusive(path, { timeoutMs: WAIT_MS, signal: repository.signal });
  try {
    const before = readRecord(repository);
    const { record, result } = await change(before);
    const text = `${JSON.stringify(record)}\n`;
    if (record.folders.length + record.lines.length + record.settings.length === 0) removeAll(path);
    else if (text !== `${JSON.stringify(before)}\n`) atomicWrite(path, text, { fsync: false });
    return result;
  } finally {
    lock.release();
  }
}

/** The lock file too: whoever waits for it sees that it is gone, and begins again. */
function removeAll(path: string): void {
  removeIfExists(path);
  removeIfExists(`${path}.lock`);
}
