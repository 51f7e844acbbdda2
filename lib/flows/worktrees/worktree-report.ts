/** What the skill answers, from what the library says: absent values become null. Pure. */
import * as v from "valibot";
import type { Cleaned } from "./cleanup-worktrees.ts";
import type { Removed } from "./remove-worktree.ts";
import { WORKTREE_STATUSES, type WorktreeInfo } from "./worktree-status.ts";

const status = v.picklist(WORKTREE_STATUSES);
const place = { id: v.string(), path: v.string(), status };

export const ContextReport = v.strictObject({ inWorktree: v.boolean(), worktreePath: v.nullable(v.string()), mainRepoPath: v.string() });

/** `list`. */
export const ListReport = v.strictObject({
  worktrees: v.array(
    v.strictObject({
      id: v.string(),
      path: v.string(),
      branch: v.nullable(v.string()),
      status,
      lastCommit: v.nullable(v.string()),
      ageSeconds: v.number(),
    }),
  ),
});

/** `remove`. */
export const RemoveReport = v.strictObject({ removed: v.string(), branch: v.nullable(v.string()) });

/** `cleanup`: what went (with `dryRun`: would go) and what stays, each with its reason. */
export const CleanupReport = v.strictObject({
  dryRun: v.boolean(),
  removed: v.array(v.strictObject({ ...place, deletedBranch: v.nullable(v.string()) })),
  kept: v.array(v.strictObject({ ...place, reason: v.string() })),
});

/** The answer of `list`. */
export function listReport(infos: readonly WorktreeInfo[]): v.InferOutput<typeof ListReport> {
  const worktrees = infos.map(({ id, path, branch = null, status, lastCommit = null, ageSeconds }) => {
    return { id, path, branch, status, lastCommit, ageSeconds };
  });
  return { worktrees };
}

/** The answer of `remove`. */
export function removeReport({ path, branch }: Removed): v.InferOutput<typeof RemoveReport> {
  return { removed: path, branch: branch ?? null };
}

/** The answer of `cleanup`. */
export function cleanupReport(dryRun: boolean, all: readonly Cleaned[]): v.InferOutput<typeof CleanupReport> {
  const removed = all.filter(({ isRemoved }) => isRemoved);
  const kept = all.filter(({ isRemoved }) => !isRemoved);
  return {
    dryRun,
    removed: removed.map(({ id, path, status, deletedBranch = null }) => ({ id, path, status, deletedBranch })),
    kept: kept.map(({ id, path, status, reason = "" }) => ({ id, path, status, reason })),
  };
}
