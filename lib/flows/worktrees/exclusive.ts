/**
 * Purpose: one change of a repository's worktrees at a time, as git itself does not take care of that.
 * A git call that outlived its caller (SIGKILL) is ended by the next one: the group of a running call is on record in
 *   `<common dir>/x-skills/worktrees.json`, and the lock, which the call does not inherit, is free again.
 */
import { ensureDirSync } from "@std/fs";
import { join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { lockExclusive } from "../../platform/file-lock.ts";
import { endGroup, type GroupRecord } from "../../platform/process-group.ts";
import { readTextIfExists } from "../../platform/read-file.ts";

/** A checkout of a large repository takes its time, and twelve may wait for one another. */
const WAIT_MS = 300_000;
const GRACE_MS = 2_000;

/** Pass it to every writing git call under the lock. */
export type BeforeStart = (group: GroupRecord) => void;

/** Runs `change` under the lock of the repository's worktrees. Throws `LockTimeoutError`. */
export async function exclusively<T>(repository: Repository, change: (beforeStart: BeforeStart) => Promise<T>): Promise<T> {
  const folder = join(repository.layout.commonDir, "x-skills");
  ensureDirSync(folder);
  const record = join(folder, "worktrees.json");
  const lock = await lockExclusive(join(folder, "worktrees"), { timeoutMs: WAIT_MS, signal: repository.signal });
  try {
    await endForgotten(record);
    return await change((group) => atomicWrite(record, `${JSON.stringify(group)}\n`, { fsync: false }));
  } finally {
    lock.release();
  }
}

async function endForgotten(record: string): Promise<void> {
  const group = parseRecord(readTextIfExists(record) ?? "");
  if (group !== undefined) await endGroup(group, { graceMs: GRACE_MS });
}

/** A record that cannot be read names nobody. */
function parseRecord(text: string): GroupRecord | undefined {
  const [, pgid, started] = /^\{"pgid":(\d+),"started":"([^"\\]*)"\}\n$/.exec(text) ?? [];
  return pgid === undefined || started === undefined ? undefined : { pgid: Number(pgid), started };
}
