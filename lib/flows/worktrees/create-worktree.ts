/**
 * Purpose: makes the worktree of a branch below the root, or finds the one that is there: asking twice is asking once.
 * Order: checks that need no lock; fetch; then, under the lock, what is in the way, and `git worktree add`.
 * Failures: `WorktreeRefusedError`, `BranchNameError`, `GitError`. A branch or folder that the failed call made is gone again.
 */
import { join } from "@std/path";
import { checkBranchName, localBranch } from "../../git/branches.ts";
import { GitError } from "../../git/git-errors.ts";
import { readHead } from "../../git/head.ts";
import { type Repository, reopened } from "../../git/repository.ts";
import { reasonFor } from "../../git/run-git.ts";
import { writeGit } from "../../git/write-git.ts";
import type { Voice } from "../voice.ts";
import { excludeRoot } from "./exclude-root.ts";
import { type BeforeStart, exclusively } from "./exclusive.ts";
import { fetchOrigin } from "./fetch-origin.ts";
import { clearTheWay } from "./in-the-way.ts";
import { branchStart, type Start } from "./start-point.ts";
import { WorktreeRefusedError } from "./worktree-errors.ts";
import { defaultId, isWorktreeId } from "./worktree-id.ts";
import { linkedWorktrees, type WorktreePlace } from "./worktree-place.ts";

export interface CreateRequest {
  readonly branch: string;
  readonly base: string;
  /** Absent: from the branch. */
  readonly id: string | undefined;
  readonly protectedBranches: readonly string[];
}

export interface Created {
  /** Absolute. */
  readonly path: string;
  /** False when it was there already. */
  readonly isNew: boolean;
}

/** Makes the worktree, or finds it. */
export async function createWorktree(place: WorktreePlace, request: CreateRequest, voice: Voice): Promise<Created> {
  const { here, main, root } = place;
  const branch = await checkBranchName(here, request.branch);
  const isProtected = request.protectedBranches.some((name) => name.toLowerCase() === branch.toLowerCase());
  if (isProtected) throw new WorktreeRefusedError(`Cannot create worktree on protected branch (${branch})`);
  if (here.layout.isLinked) throw new WorktreeRefusedError(`Cannot create a worktree inside a worktree (${here.layout.top})`);
  const id = request.id ?? defaultId(branch);
  if (!isWorktreeId(id)) throw new WorktreeRefusedError(`Not a worktree id: '${id}'; give one with --id`);
  await checkBranchName(here, request.base);
  await fetchOrigin(main, voice);
  return exclusively(main, async (beforeStart) => {
    const existing = await clearTheWay(place, { id, branch, beforeStart });
    if (existing !== undefined) return { path: existing, isNew: false };
    const start = await branchStart(main, branch, request.base);
    if (start === undefined) throw await noBase(main, request.base);
    excludeRoot(place);
    const path = join(root, id);
    await addWorktree(place, path, { branch, start, beforeStart, voice });
    return { path, isNew: true };
  });
}

async function noBase(main: Repository, base: string): Promise<WorktreeRefusedError> {
  const { sha } = await readHead(main);
  return new WorktreeRefusedError(
    sha === undefined ? "Cannot create worktree: the repository has no commit yet" : `Base branch not found: ${base}`,
  );
}

interface Addition {
  readonly branch: string;
  readonly start: Start;
  readonly beforeStart: BeforeStart;
  readonly voice: Voice;
}

async function addWorktree(place: WorktreePlace, path: string, { branch, start, beforeStart, voice }: Addition): Promise<void> {
  const { main } = place;
  const isMade = async () =>
    (await linkedWorktrees({ ...place, main: reopened(main) })).some((entry) => entry.path === path && entry.locked === undefined);
  try {
    voice.note(`Checking out ${branch}`);
    const ended = await writeGit(main, ["worktree", "add", "--quiet", ...start.flags, path, start.at], { beforeStart });
    if (ended.code === 0) return;
    const reason = reasonFor(ended);
    if (/already (?:checked out|used by worktree)/.test(reason))
      throw new WorktreeRefusedError(`Branch '${branch}' is already an active worktree`);
    if (!(await isMade())) throw new GitError("worktree add", reason);
    voice.warn(`The post-checkout hook failed: ${reason}`);
  } catch (error) {
    if (start.isNewBranch && !(await isMade())) await forgetBranch(reopened(main), branch, start.sha);
    throw error;
  }
}

/** Git makes the branch first and leaves it when the rest fails. Only an untouched one goes. */
async function forgetBranch(main: Repository, branch: string, sha: string): Promise<void> {
  const isThere = (await localBranch(main, branch)) === sha;
  if (isThere) await writeGit(main, ["update-ref", "-d", `refs/heads/${branch}`, sha]);
}
