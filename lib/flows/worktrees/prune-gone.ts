import { kindOf } from "../../platform/remove-tree.ts";
import { risksOf } from "./at-risk.ts";
import type { BeforeStart } from "./exclusive.ts";
import { dropRegistration } from "./remains.ts";
import { linkedWorktrees, type WorktreePlace } from "./worktree-place.ts";

/**
 * `git worktree prune`, with care: makes git forget the worktrees whose folder is gone, but none that is locked or holds the only
 * name of a commit, and none whose `.git` file alone is missing, which can be repaired.
 */
export async function pruneGone(place: WorktreePlace, beforeStart: BeforeStart): Promise<void> {
  for (const entry of await linkedWorktrees(place)) {
    if (entry.prunable === undefined || kindOf(entry.path) !== undefined) continue;
    if ((await risksOf(place, entry)).length === 0) await dropRegistration(place, entry, beforeStart);
  }
}
