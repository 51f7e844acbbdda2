/**
 * Purpose: the index as one file: its bytes kept and put back, and an index of its own for a commit of some paths.
 * Order: `saveIndex`, then change the index; `restore` undoes all of it, bit for bit, as git itself would write it (lock, rename).
 * A copy keeps the modification time, rounded down: git reads a file again when its entry is not older than the index, and
 *   would take a file that was changed in the second of its entry, to the same size, for unchanged ("racy git").
 */
import { join } from "@std/path";
import { copyIfExists, removeIfExists } from "../platform/copy-file.ts";
import { createExclusive } from "../platform/create-exclusive.ts";
import { setModified } from "../platform/file-time.ts";
import { mtimeSeconds, readBytesIfExists } from "../platform/read-file.ts";
import { renamePath } from "../platform/remove-tree.ts";
import type { Checkout } from "./repository.ts";
import { type GitOptions, textOf } from "./run-git.ts";
import { whileLocked, writeGit } from "./write-git.ts";

export interface SavedIndex {
  /** Puts the index back. Throws `IoError` when another git has it locked. */
  restore(): void;
}

export function saveIndex({ layout }: Checkout): SavedIndex {
  const path = join(layout.gitDir, "index");
  const modified = mtimeSeconds(path);
  const bytes = readBytesIfExists(path);
  return {
    restore() {
      if (bytes === undefined || modified === undefined) return removeIfExists(path);
      createExclusive(`${path}.lock`, bytes);
      setModified(`${path}.lock`, modified);
      renamePath(`${path}.lock`, path);
    },
  };
}

/** Copies the index to `file`; a repository without one gives none. */
export function copyIndex({ layout }: Checkout, file: string): void {
  const path = join(layout.gitDir, "index");
  const modified = mtimeSeconds(path);
  if (modified === undefined) return;
  copyIfExists(path, file);
  setModified(file, modified);
}

/** Runs `use` with a copy of the index that has HEAD's content of `others`; the copy is then removed. */
export async function withIndexWithout<T>(checkout: Checkout, others: readonly string[], use: (file: string) => Promise<T>): Promise<T> {
  const file = join(checkout.layout.gitDir, `x-skills-index-${crypto.randomUUID()}`);
  try {
    copyIndex(checkout, file);
    await resetPaths(checkout, others, { GIT_INDEX_FILE: file });
    return await use(file);
  } finally {
    removeIfExists(file);
    removeIfExists(`${file}.lock`);
  }
}

/** Gives the index the working tree's content of these paths: changed, new and deleted files alike. */
export async function stagePaths(checkout: Checkout, paths: readonly string[]): Promise<void> {
  if (paths.length > 0) await writeIndex(checkout, ["add", "--all", ...FROM_STDIN], { stdin: nulList(paths) });
}

/** Gives the index HEAD's content of these paths; the files stay. */
export async function resetPaths(checkout: Checkout, paths: readonly string[], env = {}): Promise<void> {
  if (paths.length > 0) await writeIndex(checkout, ["reset", "--quiet", ...FROM_STDIN], { stdin: nulList(paths), env });
}

async function writeIndex(checkout: Checkout, args: readonly string[], options: GitOptions): Promise<void> {
  textOf(args, await whileLocked(checkout.signal, () => writeGit(checkout, args, options)));
}

const FROM_STDIN = ["--pathspec-from-file=-", "--pathspec-file-nul"];

function nulList(paths: readonly string[]): string {
  return `${paths.join("\0")}\0`;
}
