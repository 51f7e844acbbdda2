/**
 * Purpose: the index as one file: its bytes kept and put back, and an index of its own for a commit of some paths.
 * Order: `saveIndex`, then change the index; `restore` undoes all of it, bit for bit, as git itself would write it (lock, rename).
 */
import { join } from "@std/path";
import { copyIfExists, removeIfExists } from "../platform/copy-file.ts";
import { createExclusive } from "../platform/create-exclusive.ts";
import { readBytesIfExists } from "../platform/read-file.ts";
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
  const bytes = readBytesIfExists(path);
  return {
    restore() {
      if (bytes === undefined) return removeIfExists(path);
      createExclusive(`${path}.lock`, bytes);
      renamePath(`${path}.lock`, path);
    },
  };
}

/** Runs `use` with a copy of the index that has HEAD's content of `others`; the copy is then removed. */
export async function withIndexWithout<T>(checkout: Checkout, others: readonly string[], use: (file: string) => Promise<T>): Promise<T> {
  const file = join(checkout.layout.gitDir, `x-skills-index-${crypto.randomUUID()}`);
  try {
    copyIfExists(join(checkout.layout.gitDir, "index"), file);
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
