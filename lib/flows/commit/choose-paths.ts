/** Which changed files a commit takes. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import type { StatusEntry } from "../../git/status.ts";
import { CommitPathError } from "./commit-errors.ts";

export interface Choice {
  /** In the index as they are to be committed. */
  readonly staged: readonly string[];
  /** Only in the working tree: to be staged. */
  readonly unstaged: readonly string[];
  /** Staged, and other changes of them not: those stay out. */
  readonly partly: readonly string[];
  /** Staged, but not asked for. */
  readonly others: readonly string[];
}

/** Sorts what `git status` says by the wanted paths (from the top, files or folders); without any, all that is staged. Nothing is unmerged. Pure. */
export function choosePaths(status: readonly StatusEntry[], wanted: readonly string[]): Choice {
  const isWanted = ({ path }: StatusEntry) => wanted.length === 0 || wanted.some((other) => covers(other, path));
  const isStaged = ({ index }: StatusEntry) => index !== "." && index !== "?";
  const chosen = status.filter(isWanted);
  const paths = (entries: readonly StatusEntry[]) => entries.map(({ path }) => path);
  return {
    staged: paths(chosen.filter(isStaged)),
    unstaged: wanted.length === 0 ? [] : paths(chosen.filter((entry) => !isStaged(entry))),
    partly: paths(chosen.filter((entry) => isStaged(entry) && entry.worktree !== ".")),
    others: paths(status.filter((entry) => isStaged(entry) && !isWanted(entry))),
  };
}

/** Throws `CommitPathError` for a path without a change that names no tracked file either; an ignored file is named as such. */
export function assertTracked(top: string, unchanged: readonly string[], tracked: readonly string[]): void {
  for (const path of unchanged) {
    if (tracked.some((name) => covers(path, name))) continue;
    throw new CommitPathError(existsSync(join(top, path)) ? `Path is ignored or empty: ${path}` : `No such path: ${path}`);
  }
}

/** Whether `path` is the wanted one, or in that folder; "" is the top. */
export function covers(wanted: string, path: string): boolean {
  return wanted === "" || path === wanted || path.startsWith(`${wanted}/`);
}
