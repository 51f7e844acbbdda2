import { readHeadFile } from "./ref-file.ts";
import type { Repository } from "./repository.ts";
import { askGit, type GitAt, readGit, readText } from "./run-git.ts";

/** Where HEAD is: `sha` is absent before the first commit, `branch` (short name) when it is detached. */
export interface Head {
  readonly sha: string | undefined;
  readonly branch: string | undefined;
}

/** A place whose repository is known, or only where git is to look for it. */
export type MaybeRepository = GitAt & Partial<Pick<Repository, "layout">>;

/** No call of git where the repository is known and HEAD on a branch with a file of its own, else mostly one; the rare others are asked one thing at a time. */
export async function readHead(at: MaybeRepository): Promise<Head> {
  const inFiles = at.layout === undefined ? undefined : readHeadFile(at.layout);
  if (inFiles !== undefined) return inFiles;
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

/** The first paragraph of a commit's message, as one line. */
export function readSubject(at: GitAt, sha: string): Promise<string> {
  return readText(at, ["log", "-1", "--format=%s", sha, "--"]);
}
