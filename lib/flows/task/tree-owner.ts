/** A working tree belongs to one unfinished run (spec page 6): its name stands in the tree's own git dir. */
import { join } from "@std/path";
import * as v from "valibot";
import type { Checkout } from "../../git/repository.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import type { Run } from "./run.ts";
import { loadJournal, runFolder } from "./run-folder.ts";
import { BusyError } from "./task-failure.ts";

const Owner = v.object({ taskId: v.string(), since: v.string() });

/** Throws `BusyError` when an unfinished run of another task has the tree; its story's run does not count. */
export function assertFree(checkout: Checkout, { journal }: Run): void {
  const owner = ownerOf(checkout);
  if (owner === undefined || owner.taskId === journal.taskId || owner.taskId === journal.storyId) return;
  if (isUnfinished(checkout, owner.taskId)) throw new BusyError(owner.taskId, null, owner.since);
}

/** Makes the tree this run's, or leaves it its story's. Throws as `assertFree` does. */
export function claimTree(checkout: Checkout, run: Run): void {
  assertFree(checkout, run);
  const { taskId, startedAt, storyId } = run.journal;
  const owner = ownerOf(checkout)?.taskId;
  if (owner === taskId || (owner !== undefined && owner === storyId)) return;
  atomicWrite(pathOf(checkout), `${JSON.stringify({ taskId, since: startedAt })}\n`, { fsync: false });
}

/** Lets go of the tree, if it is this run's. */
export function releaseTree(checkout: Checkout, { journal }: Run): void {
  if (ownerOf(checkout)?.taskId === journal.taskId) removeIfExists(pathOf(checkout));
}

function ownerOf(checkout: Checkout) {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Owner), readTextIfExists(pathOf(checkout)) ?? "");
  return parsed.success ? parsed.output : undefined;
}

/** A run that is done, aborted or unreadable owns nothing. */
function isUnfinished(checkout: Checkout, taskId: string): boolean {
  try {
    const status = loadJournal(runFolder(checkout.layout.commonDir, taskId))?.status;
    return status === "RUNNING" || status === "AWAITING" || status === "FAILED";
  } catch {
    return false;
  }
}

function pathOf({ layout }: Checkout): string {
  return join(layout.gitDir, "x-skills-run.json");
}
