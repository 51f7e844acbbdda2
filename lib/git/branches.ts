import { BranchNameError } from "./git-errors.ts";
import { type MaybeRepository, readCommit } from "./head.ts";
import { readBranchFile } from "./ref-file.ts";
import { askGit, type GitAt, readGit, readText } from "./run-git.ts";

/** Returns `branch` when git takes it as a name; throws `BranchNameError` else (`-x`, `a..b`, `@{-1}`, spaces). */
export async function checkBranchName(at: GitAt, branch: string): Promise<string> {
  if (branch.startsWith("-") || branch === "HEAD" || branch === "@") throw new BranchNameError(branch);
  const ended = await readGit(at, ["check-ref-format", "--branch", branch]);
  if (ended.code !== 0 || ended.stdout.text !== `${branch}\n`) throw new BranchNameError(branch);
  return branch;
}

/** The commit of a local branch; undefined when there is no such branch. */
export async function localBranch(at: MaybeRepository, branch: string): Promise<string | undefined> {
  const inFiles = at.layout === undefined ? undefined : readBranchFile(at.layout, branch);
  return inFiles ?? readCommit(at, `refs/heads/${branch}`);
}

/** The commit of a branch as last fetched from `origin`. */
export function originBranch(at: GitAt, branch: string): Promise<string | undefined> {
  return readCommit(at, `refs/remotes/origin/${branch}`);
}

/** Whether a remote of this name is configured. */
export async function hasRemote(at: GitAt, name: string): Promise<boolean> {
  return (await readText(at, ["remote"])).split("\n").includes(name);
}

/** The branch that work goes to: `develop` if it exists (local or origin), else origin's default branch; undefined when neither is known. */
export async function targetBranch(at: MaybeRepository): Promise<string | undefined> {
  if ((await localBranch(at, "develop")) ?? (await originBranch(at, "develop"))) return "develop";
  const ref = await askGit(at, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]);
  return ref?.replace(/^refs\/remotes\/origin\//, "");
}

/** Whether everything of `commit` is in `other`. */
export async function isAncestor(at: GitAt, commit: string, other: string): Promise<boolean> {
  return (await askGit(at, ["merge-base", "--is-ancestor", commit, other])) !== undefined;
}
