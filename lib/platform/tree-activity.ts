/** Whether a silent child still works: an agent that thinks and writes files prints nothing for long. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "@std/path";
import type { Limits } from "./child-watch.ts";
import { isAbsent } from "./io-error.ts";

export interface Activity {
  /** The child printed something. */
  heard(): void;
  /** For `spawn`: ends the child after that long without output and without a changed file. */
  readonly limit: NonNullable<Limits["idle"]>;
}

/** How often within the limit the files of a silent child are looked at. */
const LOOKS = 4;
/** File times come from a coarser clock, which may lag behind. */
const CLOCK_STEP_MS = 20;

/** Watches the files below `folder`, from now on; `idleMs` 0: no limit. Up to a quarter of the limit may pass unseen. */
export function watchActivity(folder: string, idleMs: number): Activity {
  let lastMs = Date.now();
  let lookedMs = lastMs;
  return {
    heard: () => {
      lastMs = Date.now();
    },
    limit: {
      ms: Math.ceil(idleMs / LOOKS),
      isBusy: () => {
        const nowMs = Date.now();
        if (treeChangedSince(folder, lookedMs - CLOCK_STEP_MS)) lastMs = nowMs;
        lookedMs = nowMs;
        return nowMs - lastMs < idleMs;
      },
    },
  };
}

/**
 * Whether anything below `folder` was changed at or after `sinceMs` (milliseconds since the Unix epoch). Links are not followed;
 * `.git` and repositories inside the folder are not looked into; what may not be read counts as unchanged.
 */
function treeChangedSince(folder: string, sinceMs: number): boolean {
  return namesIn(folder).some((name) => name !== ".git" && entryChanged(join(folder, name), sinceMs));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function entryChanged(path: string, sinceMs: number): boolean {
  try {
    const stat = lstatSync(path);
    if (Math.max(stat.mtimeMs, stat.ctimeMs) >= sinceMs) return true;
    return stat.isDirectory() && !isRepository(path) && treeChangedSince(path, sinceMs);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

function isRepository(path: string): boolean {
  return lstatSync(join(path, ".git"), { throwIfNoEntry: false }) !== undefined;
}
