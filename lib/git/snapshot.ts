/**
 * Purpose: the working tree's content as a git tree object, so that what a step changed is a comparison of two trees: tracked and untracked
 *   files that git does not ignore, their modes and links; but for the temporary files of our writes. The index, HEAD and the files stay as they are.
 * Does not: see ignored files, or keep the tree from a later `git gc` (`keepTree` gives it a ref).
 * Failures: `GitError` (an unreadable file, say), `CheckoutChangedError`.
 */
import { join } from "@std/path";
import { removeIfExists } from "../platform/copy-file.ts";
import { TEMPORARY_FILES } from "../platform/temporary-name.ts";
import { copyIndex } from "./index-file.ts";
import type { Checkout } from "./repository.ts";
import { type GitAt, type GitOptions, readList, runGit, textOf } from "./run-git.ts";
import { writeText } from "./write-git.ts";

export interface TreeChange {
  /** Seen from the top of the working tree. */
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
}

const CHANGES = { A: "added", M: "modified", T: "modified", D: "deleted" } as const;
const QUIET = [
  "-c",
  "core.fsmonitor=false",
  "-c",
  "core.hooksPath=/dev/null",
  "-c",
  "advice.addEmbeddedRepo=false",
  "-c",
  "core.safecrlf=false",
];

/** The tree object that holds what is in the working tree now; the same content gives the same id. */
export function snapshotTree(checkout: Checkout): Promise<string> {
  return withSnapshot(checkout, async (options) => textOf(["write-tree"], await runGit(checkout, [...QUIET, "write-tree"], options)));
}

/** What is different in the working tree now, seen from the tree or commit `from`. A renamed file is one deleted and one added. */
export function changesFrom(checkout: Checkout, from: string): Promise<readonly TreeChange[]> {
  const args = ["diff-index", "--cached", ...NAMES, "--ignore-submodules=none", from];
  return withSnapshot(checkout, async (options) => readChanges(await readList(checkout, args, options)));
}

/** What is different in `to`, seen from `from`; both may be trees or commits. A renamed file is one deleted and one added. */
export async function diffTrees(at: GitAt, from: string, to: string): Promise<readonly TreeChange[]> {
  return from === to ? [] : readChanges(await readList(at, ["diff-tree", "-r", ...NAMES, from, to]));
}

const NAMES = ["-z", "--name-status", "--no-renames"];

function readChanges(parts: readonly string[]): readonly TreeChange[] {
  const changes: TreeChange[] = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    changes.push({ change: CHANGES[parts[i]![0] as keyof typeof CHANGES] ?? "modified", path: parts[i + 1]! });
  }
  return changes;
}

/** Runs `use` with an index of its own, in which all of the working tree is added. */
async function withSnapshot<T>(checkout: Checkout, use: (options: GitOptions) => Promise<T>): Promise<T> {
  const { gitDir } = checkout.layout;
  const index = join(gitDir, `x-skills-snapshot-${Math.floor(Math.random() * 2 ** 48).toString(36)}`);
  const options = { env: { GIT_INDEX_FILE: index } };
  try {
    copyIndex(checkout, index);
    await addAll(checkout, options);
    return await use(options);
  } finally {
    removeIfExists(index);
    removeIfExists(`${index}.lock`);
  }
}

/** State files are written while we look: a write's temporary file is nobody's change. */
const ALL = ["add", "--all", "--", ":/", `:(top,exclude,glob)${TEMPORARY_FILES}`];
const TRIES = 3;

/** Git fails for a file that goes while it looks, as other programs' temporary files do: then it is to look again. */
async function addAll(checkout: Checkout, options: GitOptions): Promise<void> {
  const args = [...QUIET, ...ALL];
  for (let left = TRIES; ; left--) {
    const ended = await runGit(checkout, args, { ...options, literalPaths: false });
    if (ended.code !== 0 && left > 1 && ended.stderr.text.includes("No such file or directory")) continue;
    textOf(args, ended);
    return;
  }
}

/** Makes `ref` name a commit of that tree upon `parent`, so that rejected or aborted work can be found again. Returns the commit. */
export async function keepTree(
  checkout: Checkout,
  tree: string,
  { ref, parent, message }: { ref: string; parent: string; message: string },
): Promise<string> {
  const commit = await writeText(checkout, ["commit-tree", "--no-gpg-sign", "-p", parent, "-m", message, tree], { env: IDENTITY });
  await writeText(checkout, ["update-ref", ref, commit]);
  return commit;
}

/** Who keeps work aside: not the user, who did not commit it, and there even where the user has no identity yet. */
const IDENTITY = {
  GIT_AUTHOR_NAME: "x-skills",
  GIT_AUTHOR_EMAIL: "x-skills@localhost",
  GIT_COMMITTER_NAME: "x-skills",
  GIT_COMMITTER_EMAIL: "x-skills@localhost",
};

/** Puts the changed files back to what they were in `tree`: edits undone, deletions restored, added files removed. The index stays. */
export async function restoreTree(checkout: Checkout, tree: string, changes: readonly TreeChange[]): Promise<void> {
  for (const { path, change } of changes) if (change === "added") removeIfExists(join(checkout.top, path));
  const paths = changes.filter(({ change }) => change !== "added").map(({ path }) => path);
  if (paths.length === 0) return;
  await writeText(checkout, ["restore", `--source=${tree}`, "--worktree", "--pathspec-from-file=-", "--pathspec-file-nul"], {
    stdin: `${paths.join("\0")}\0`,
  });
}
