/** Removes the worktrees whose work is done or whose folder is gone, and says of each of the others why it stays. */
import { localBranch } from "../../git/branches.ts";
import { askGit } from "../../git/run-git.ts";
import { writeGit } from "../../git/write-git.ts";
import { firstFileIn } from "../../platform/remove-tree.ts";
import { risksOf } from "./at-risk.ts";
import { type BeforeStart, exclusively } from "./exclusive.ts";
import { sweepRemains } from "./remains.ts";
import { removeEntry, removeFolder } from "./remove-worktree.ts";
import { WorktreeRefusedError } from "./worktree-errors.ts";
import { isBelowRoot, type WorktreePlace } from "./worktree-place.ts";
import { type StatusRequest, type WorktreeInfo, type WorktreeStatus, worktreeInfos } from "./worktree-status.ts";

export interface CleanupRequest extends StatusRequest {
  readonly dryRun: boolean;
  /** Also those that were left alone for a week. */
  readonly stale: boolean;
}

export interface Cleaned {
  readonly id: string;
  readonly path: string;
  readonly status: WorktreeStatus;
  /** Whether it is removed (with `dryRun`: would be). */
  readonly isRemoved: boolean;
  /** The local branch that went with it. */
  readonly deletedBranch: string | undefined;
  /** Why it stays. */
  readonly reason: string | undefined;
}

/** Judges and removes under one lock; with `dryRun` only judges. */
export function cleanupWorktrees(place: WorktreePlace, request: CleanupRequest): Promise<readonly Cleaned[]> {
  if (request.dryRun) return cleanAll(place, request, () => undefined);
  return exclusively(place.main, (beforeStart) => {
    sweepRemains(place.root);
    return cleanAll(place, request, beforeStart);
  });
}

async function cleanAll(place: WorktreePlace, request: CleanupRequest, beforeStart: BeforeStart): Promise<readonly Cleaned[]> {
  const cleaned: Cleaned[] = [];
  for (const info of await worktreeInfos(place, request)) {
    const { id, path, status } = info;
    const reason = reasonToStay(place, info, request) ?? (await removeOne(place, info, request, beforeStart));
    const branch = reason === undefined ? await dropBranch(place, info, request, beforeStart) : undefined;
    cleaned.push({ id, path, status, isRemoved: reason === undefined, deletedBranch: branch, reason });
  }
  return cleaned;
}

function reasonToStay(place: WorktreePlace, { status, entry }: WorktreeInfo, { stale }: CleanupRequest): string | undefined {
  if (entry !== undefined && !isBelowRoot(place, entry) && status !== "ORPHAN") return "not below the root";
  if (status === "ACTIVE") return "active";
  return status === "STALE" && !stale ? "stale; --stale removes it" : undefined;
}

/** Undefined when it is removed, or could be; else why not. */
async function removeOne(
  place: WorktreePlace,
  info: WorktreeInfo,
  { dryRun }: CleanupRequest,
  beforeStart: BeforeStart,
): Promise<string | undefined> {
  const { entry } = info;
  if (dryRun) return entry === undefined ? folderRisk(info.path) : (await risksOf(place, entry)).join(", ") || undefined;
  try {
    if (entry === undefined) removeFolder(place, info.id, false);
    else await removeEntry(place, entry, { force: false, beforeStart });
    return undefined;
  } catch (error) {
    if (!(error instanceof WorktreeRefusedError)) throw error;
    return error.reason;
  }
}

function folderRisk(path: string): string | undefined {
  const file = firstFileIn(path, ".git");
  return file === undefined ? undefined : `files but no registration (${file})`;
}

/** A merged branch goes only when all its commits are in the target, so that each still has a name. */
async function dropBranch(
  { main }: WorktreePlace,
  { branch, merge, lastCommit }: WorktreeInfo,
  { dryRun, protectedBranches }: CleanupRequest,
  beforeStart: BeforeStart,
): Promise<string | undefined> {
  if (branch === undefined || lastCommit === undefined || merge !== "commits" || protectedBranches.includes(branch)) return undefined;
  if (dryRun) return branch;
  if ((await localBranch(main, branch)) !== lastCommit) return undefined;
  const ended = await writeGit(main, ["update-ref", "-d", `refs/heads/${branch}`, lastCommit], { beforeStart });
  if (ended.code !== 0) return undefined;
  if ((await askGit(main, ["config", "--get-regexp", `^branch\\.${branch.replace(/[^\w]/g, ".")}\\.`])) !== undefined) {
    await writeGit(main, ["config", "--remove-section", `branch.${branch}`], { beforeStart });
  }
  return branch;
}
