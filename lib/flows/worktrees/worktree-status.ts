/** What is to be said of each worktree: where it is, how old, whether its work is done. Reads only. */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import { localBranch, originBranch, targetBranch } from "../../git/branches.ts";
import { hasOwnCommits, type Merge, mergedInto } from "../../git/merged.ts";
import { type GitAt, readText } from "../../git/run-git.ts";
import { adminDirOf, createdSeconds } from "../../git/worktree-admin.ts";
import type { WorktreeEntry } from "../../git/worktree-list.ts";
import { mtimeSeconds } from "../../platform/read-file.ts";
import { orphanFolders } from "./remove-worktree.ts";
import { linkedWorktrees, type WorktreePlace } from "./worktree-place.ts";

export const WORKTREE_STATUSES = ["ACTIVE", "STALE", "MERGED", "ORPHAN"] as const;
export type WorktreeStatus = (typeof WORKTREE_STATUSES)[number];

export interface WorktreeInfo {
  readonly id: string;
  readonly path: string;
  readonly branch: string | undefined;
  readonly status: WorktreeStatus;
  /** The commit of HEAD; absent when there is none. */
  readonly lastCommit: string | undefined;
  /** Since the last commit or the making of the worktree, whichever is later; seconds. */
  readonly ageSeconds: number;
  /** How the branch is in the target, when it is. */
  readonly merge: Merge;
  /** As git has it registered; absent for a folder that git does not know. */
  readonly entry: WorktreeEntry | undefined;
}

const STALE_SECONDS = 7 * 24 * 60 * 60;

export interface StatusRequest {
  readonly nowSeconds: number;
  /** They are never merged into anything. */
  readonly protectedBranches: readonly string[];
}

/** All linked worktrees, and the folders below the root that are none any more. */
export async function worktreeInfos(place: WorktreePlace, request: StatusRequest): Promise<readonly WorktreeInfo[]> {
  const { main, root } = place;
  const { nowSeconds } = request;
  const targets = await targetCommits(main, request);
  const entries = await linkedWorktrees(place);
  const infos: WorktreeInfo[] = [];
  for (const entry of entries) infos.push(await infoOf(place, entry, targets, nowSeconds));
  const orphans = orphanFolders(root).filter((name) => !entries.some(({ path }) => path === join(root, name)));
  return [...infos, ...orphans.map((name) => orphan(join(root, name), nowSeconds))];
}

/** Where merged work is found, and the branches that do not count as work. */
interface Targets {
  readonly commits: readonly string[];
  readonly lines: readonly string[];
}

async function targetCommits(main: GitAt, { protectedBranches }: StatusRequest): Promise<Targets> {
  const target = await targetBranch(main);
  if (target === undefined) return { commits: [], lines: protectedBranches };
  const commits = [await localBranch(main, target), await originBranch(main, target)];
  return { commits: commits.filter((sha) => sha !== undefined), lines: [target, ...protectedBranches] };
}

async function infoOf({ main }: WorktreePlace, entry: WorktreeEntry, targets: Targets, nowSeconds: number): Promise<WorktreeInfo> {
  const head = entry.head === undefined || /^0+$/.test(entry.head) ? undefined : entry.head;
  const adminDir = adminDirOf(main.layout.commonDir, entry.path);
  const times = [await commitSeconds(main, head), adminDir === undefined ? undefined : createdSeconds(adminDir)];
  const ageSeconds = Math.max(0, nowSeconds - Math.max(...times.map((time) => time ?? 0)));
  const merge = await mergeOf(main, entry.branch, head, targets);
  const isGone = !existsSync(entry.path, { isDirectory: true });
  const status = statusOf({ isGone, isMerged: merge !== undefined, ageSeconds });
  return { id: basename(entry.path), path: entry.path, branch: entry.branch, status, lastCommit: head, ageSeconds, merge, entry };
}

function statusOf({ isGone, isMerged, ageSeconds }: { isGone: boolean; isMerged: boolean; ageSeconds: number }): WorktreeStatus {
  if (isGone) return "ORPHAN";
  if (isMerged) return "MERGED";
  return ageSeconds > STALE_SECONDS ? "STALE" : "ACTIVE";
}

async function mergeOf(main: GitAt, branch: string | undefined, head: string | undefined, targets: Targets): Promise<Merge> {
  if (branch === undefined || head === undefined || targets.lines.includes(branch)) return undefined;
  const found: Merge[] = [];
  for (const target of targets.commits) {
    if (await hasOwnCommits(main, branch, head, target)) found.push(await mergedInto(main, head, target));
  }
  return found.includes("commits") ? "commits" : found.find((merge) => merge !== undefined);
}

async function commitSeconds(main: GitAt, head: string | undefined): Promise<number | undefined> {
  return head === undefined ? undefined : Number(await readText(main, ["show", "--no-patch", "--format=%ct", head, "--"]));
}

function orphan(path: string, nowSeconds: number): WorktreeInfo {
  const ageSeconds = Math.max(0, nowSeconds - (mtimeSeconds(path) ?? 0));
  return {
    id: basename(path),
    path,
    branch: undefined,
    status: "ORPHAN",
    lastCommit: undefined,
    ageSeconds,
    merge: undefined,
    entry: undefined,
  };
}
