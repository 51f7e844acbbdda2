import { askGit, type GitAt } from "./run-git.ts";

/** Where HEAD is: `sha` is absent before the first commit, `branch` (short name) when it is detached. */
export interface Head {
  readonly sha: string | undefined;
  readonly branch: string | undefined;
}

export async function readHead(at: GitAt): Promise<Head> {
  const [sha, branch] = await Promise.all([
    askGit(at, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]),
    askGit(at, ["symbolic-ref", "--quiet", "HEAD"]),
  ]);
  return { sha, branch: branch?.replace(/^refs\/heads\//, "") };
}

/** The commit that `revision` names, or undefined. `revision` never comes from a file or a user unchecked. */
export function readCommit(at: GitAt, revision: string): Promise<string | undefined> {
  return askGit(at, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
}
