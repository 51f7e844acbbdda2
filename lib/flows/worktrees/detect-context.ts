import { openRepository } from "../../git/repository.ts";
import type { GitAt } from "../../git/run-git.ts";
import { mainPathOf } from "./worktree-place.ts";

export interface WorktreeContext {
  readonly inWorktree: boolean;
  /** The linked worktree's top folder; null in the main tree. */
  readonly worktreePath: string | null;
  /** The main tree, or the bare repository. */
  readonly mainRepoPath: string;
}

/** Says whether `at.cwd` is in a linked worktree, as git sees it. Throws `NotARepositoryError`. */
export async function detectContext(at: GitAt): Promise<WorktreeContext> {
  const repository = await openRepository(at);
  const { isLinked, top } = repository.layout;
  return { inWorktree: isLinked, worktreePath: isLinked ? (top ?? null) : null, mainRepoPath: await mainPathOf(repository) };
}
