import { askGit, type GitAt, readGit } from "./run-git.ts";

/** Where HEAD is: `sha` is absent before the first commit, `branch` (short name) when it is detached. */
export interface Head {
  readonly sha: string | undefined;
  readonly branch: string | undefined;
}

/** One call on a branch that has commits, which is nearly always; the others are asked one thing at a time. */
export async function readHead(at: GitAt): Promise<Head> {
  const both = await readGit(at, ["rev-parse", "HEAD^{commit}", "--symbolic-full-name", "HEAD"]);
  const [commit = "", ref = ""] = both.stdout.text.split("\n");
  if (both.code === 0 && ref.startsWith("refs/heads/")) return { sha: commit, branch: ref.replace(/^refs\/heads\//, "") };
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
