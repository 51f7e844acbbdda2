import type { Ended } from "../platform/spawn.ts";
import { assertUnchanged, type Repository } from "./repository.ts";
import { type GitOptions, runGit, textOf } from "./run-git.ts";

/**
 * Runs a git command that changes the repository, hooks and all, and returns how it ended. Before that the folder is checked to
 * still belong to the repository (`CheckoutChangedError`), and git is kept from looking above it.
 */
export async function writeGit(repository: Repository, args: readonly string[], options: GitOptions = {}): Promise<Ended> {
  await assertUnchanged(repository);
  return runGit(repository, args, options);
}

/** Like `writeGit`; returns what it prints, and throws `GitError` unless it succeeds. */
export async function writeText(repository: Repository, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return textOf(args, await writeGit(repository, args, options));
}
