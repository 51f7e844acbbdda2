import { GitError } from "../../git/git-errors.ts";
import type { Repository } from "../../git/repository.ts";
import { type GitOptions, reasonFor } from "../../git/run-git.ts";
import { linkedGitDir } from "../../git/worktree-admin.ts";
import { writeGit } from "../../git/write-git.ts";

/** Gives a worktree its `.git` file back from git's registration; its files stay as they are. `git worktree repair` may do so and still fail. */
export async function repairWorktree(main: Repository, path: string, options: GitOptions = {}): Promise<void> {
  const ended = await writeGit(main, ["worktree", "repair", path], options);
  if (linkedGitDir(path) === undefined) throw new GitError("worktree repair", reasonFor(ended));
}
