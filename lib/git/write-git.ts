import { sleep } from "../platform/sleep.ts";
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

/** How long another git may hold the index. */
const LOCK_WAIT_MS = 5_000;
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 400;

/** Makes a call again for as long as another git has the index locked, up to five seconds; the last end counts. */
export async function whileLocked(signal: AbortSignal, call: () => Promise<Ended>): Promise<Ended> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    const ended = await call();
    if (ended.code !== 128 || !ended.stderr.text.includes("index.lock': File exists") || performance.now() > deadline) return ended;
    await sleep(pauseMs, signal);
  }
}
