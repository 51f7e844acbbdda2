import { isAncestor, localBranch, originBranch } from "../../git/branches.ts";
import type { GitAt } from "../../git/run-git.ts";

/** How `git worktree add` gets at the branch. */
export interface Start {
  readonly flags: readonly string[];
  /** Branch or commit. */
  readonly at: string;
  readonly sha: string;
  readonly isNewBranch: boolean;
}

/**
 * The branch itself when it exists; when only `origin` has it, a local one that follows it; else a new one from `base`.
 * Undefined when there is no such base.
 */
export async function branchStart(at: GitAt, branch: string, base: string): Promise<Start | undefined> {
  const local = await localBranch(at, branch);
  if (local !== undefined) return { flags: [], at: branch, sha: local, isNewBranch: false };
  const remote = await originBranch(at, branch);
  if (remote !== undefined) {
    return { flags: ["--track", "-b", branch], at: `refs/remotes/origin/${branch}`, sha: remote, isNewBranch: true };
  }
  const sha = await newest(at, await localBranch(at, base), await originBranch(at, base));
  return sha === undefined ? undefined : { flags: ["--no-track", "-b", branch], at: sha, sha, isNewBranch: true };
}

/** The local commit, unless origin's is further on the same line: local work is never left out. */
async function newest(at: GitAt, local: string | undefined, remote: string | undefined): Promise<string | undefined> {
  if (local === undefined || remote === undefined) return local ?? remote;
  return (await isAncestor(at, local, remote)) ? remote : local;
}
