/** Commits that nothing would hold any more if a worktree went. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { listFolder } from "../platform/list-folder.ts";
import { type GitAt, readText } from "./run-git.ts";

/** One commit that is reachable from `shas` and from no ref of the repository; undefined when all are held. */
export async function unheldCommit(at: GitAt, shas: readonly string[]): Promise<string | undefined> {
  if (shas.length === 0) return undefined;
  const sha = await readText(at, ["rev-list", "--max-count=1", ...shas, "--not", "--glob=refs/*"]);
  return sha === "" ? undefined : sha;
}

/** Refs that belong to one worktree and go with it, as commits. */
export async function ownRefs(at: GitAt, adminDir: string): Promise<readonly string[]> {
  const args = ["for-each-ref", "--format=%(objectname)", "refs/worktree", "refs/bisect", "refs/rewritten"];
  const shas = await readText(at, [`--git-dir=${adminDir}`, ...args]);
  return shas === "" ? [] : shas.split("\n");
}

/** The git dirs of the submodules that a linked worktree has cloned for itself. */
export function submoduleGitDirs(adminDir: string): readonly string[] {
  return gitDirsIn(join(adminDir, "modules"));
}

/** Whether a submodule's clone has a commit that no remote branch and no tag of it holds: it may be nowhere else. */
export async function hasUnpushedCommit(at: GitAt, gitDir: string): Promise<boolean> {
  const heads = ["--branches", "--glob=refs/stash", "--ignore-missing", "HEAD"];
  return (await readText(at, [`--git-dir=${gitDir}`, "rev-list", "--max-count=1", ...heads, "--not", "--remotes", "--tags"])) !== "";
}

/** Submodule names may hold slashes, and submodules may hold submodules. */
function gitDirsIn(folder: string): readonly string[] {
  return listFolder(folder).flatMap((name) => {
    const path = join(folder, name);
    if (!existsSync(path, { isDirectory: true })) return [];
    return existsSync(join(path, "HEAD")) ? [path, ...gitDirsIn(join(path, "modules"))] : gitDirsIn(path);
  });
}
