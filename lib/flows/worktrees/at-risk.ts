/**
 * Purpose: says what would be lost with a worktree: changes that are not committed, an operation in progress, commits that
 *   no ref holds, commits of its submodules that were not pushed. Ignored files do not count.
 * Does not: count the commits of a branch; the branch stays.
 */
import { existsSync } from "@std/fs";
import { join, relative } from "@std/path";
import { hiddenChanges } from "../../git/hidden-changes.ts";
import { operationInProgress } from "../../git/operation.ts";
import { type GitAt, readList } from "../../git/run-git.ts";
import { readStatus, type StatusEntry } from "../../git/status.ts";
import { hasUnpushedCommit, ownRefs, submoduleGitDirs, unheldCommit } from "../../git/unheld.ts";
import { adminDirOf } from "../../git/worktree-admin.ts";
import type { WorktreeEntry } from "../../git/worktree-list.ts";
import { kindOf } from "../../platform/remove-tree.ts";
import { INITIALIZING } from "./half-made.ts";
import type { WorktreePlace } from "./worktree-place.ts";

/** What the worktree has that would be lost, as phrases; none when it may go. */
export async function risksOf({ main }: WorktreePlace, entry: WorktreeEntry): Promise<readonly string[]> {
  const adminDir = adminDirOf(main.layout.commonDir, entry.path);
  if (adminDir === undefined) return [];
  const hasFolder = existsSync(entry.path, { isDirectory: true });
  const isLocked = entry.locked !== undefined && entry.locked !== INITIALIZING;
  return [
    ...(isLocked ? [`a lock${entry.locked === "" ? "" : ` (${entry.locked})`}`] : []),
    ...(hasFolder ? await risksOfFiles(main, entry, adminDir) : []),
    ...(await risksOfCommits(main, entry, adminDir)),
  ];
}

async function risksOfFiles(main: GitAt, { path }: WorktreeEntry, adminDir: string): Promise<readonly string[]> {
  if (!existsSync(join(adminDir, "index"))) return [];
  const tree: GitAt = { ...main, cwd: path, gitDir: adminDir };
  const operation = operationInProgress(adminDir);
  const changes = changedPaths(await readStatus(tree), { isCut: kindOf(join(path, ".git")) === undefined });
  const hidden = await hiddenChanges(tree, path);
  return [
    ...(operation === undefined ? [] : [`a ${operation} in progress`]),
    ...(changes.length + hidden.length === 0 ? [] : [counted([...changes, ...hidden])]),
  ];
}

/** A removal that was cut short (`.git` is gone) leaves only files that are missing: nothing is lost with those. */
function changedPaths(status: readonly StatusEntry[], { isCut }: { readonly isCut: boolean }): readonly string[] {
  const counts = isCut ? status.filter(({ index, worktree }) => index !== "." || worktree !== "D") : status;
  return counts.map(({ path }) => path);
}

const SHOWN = 3;

function counted(paths: readonly string[]): string {
  const shown = paths.slice(0, SHOWN).join(", ");
  return `${paths.length} uncommitted change${paths.length === 1 ? "" : "s"} (${shown}${paths.length > SHOWN ? ", …" : ""})`;
}

async function risksOfCommits(main: GitAt, entry: WorktreeEntry, adminDir: string): Promise<readonly string[]> {
  const isCommit = entry.head !== undefined && !/^0+$/.test(entry.head);
  const heads = entry.branch === undefined && isCommit ? [entry.head] : [];
  const lost = await unheldCommit(main, [...heads, ...(await ownRefs(main, adminDir))]);
  const submodules = [...submoduleGitDirs(adminDir), ...(await embeddedGitDirs(main, entry.path, adminDir))];
  const unpushed = await Promise.all(submodules.map((gitDir) => hasUnpushedCommit(main, gitDir)));
  const names = submodules.filter((_, i) => unpushed[i]).map((gitDir) => relative(join(adminDir, "modules"), gitDir));
  return [
    ...(lost === undefined ? [] : [`a commit that no ref holds (${lost.slice(0, 12)})`]),
    ...names.map((name) => `a submodule commit that was not pushed (${name})`),
  ];
}

/** Submodules that keep their repository in the worktree itself. */
async function embeddedGitDirs(main: GitAt, path: string, adminDir: string): Promise<readonly string[]> {
  if (!existsSync(join(path, ".gitmodules")) || !existsSync(join(adminDir, "index"))) return [];
  const entries = await readList({ ...main, cwd: path, gitDir: adminDir }, ["ls-files", "--stage", "-z"]);
  const submodules = entries.filter((entry) => entry.startsWith("160000 ")).map((entry) => entry.slice(entry.indexOf("\t") + 1));
  return submodules.map((submodule) => join(path, submodule, ".git")).filter((gitDir) => kindOf(gitDir) === "directory");
}
