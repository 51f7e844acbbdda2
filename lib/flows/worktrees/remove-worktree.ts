/**
 * Purpose: removes one worktree below the root: its folder and git's registration; the branch stays.
 * Refuses, unless forced, what would lose something (at-risk.ts); a folder that is no worktree any more goes only when it holds no file.
 * Order, so that a kill at any moment leaves the whole worktree or remains that the next call sweeps: judge, set the folder
 *   aside, drop the registration, remove the files.
 */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import { reopened } from "../../git/repository.ts";
import { linkedGitDir } from "../../git/worktree-admin.ts";
import type { WorktreeEntry } from "../../git/worktree-list.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { firstFileIn, kindOf } from "../../platform/remove-tree.ts";
import { risksOf } from "./at-risk.ts";
import { type BeforeStart, exclusively } from "./exclusive.ts";
import { isHalfMade } from "./half-made.ts";
import { pruneGone } from "./prune-gone.ts";
import { dropRegistration, isRemains, setAside, sweepRemains } from "./remains.ts";
import { WorktreeRefusedError } from "./worktree-errors.ts";
import { isSameId } from "./worktree-id.ts";
import { isBelowRoot, linkedWorktrees, type WorktreePlace } from "./worktree-place.ts";

export interface Removed {
  readonly path: string;
  /** The branch it was on, which stays; absent when HEAD was detached or nothing was registered. */
  readonly branch: string | undefined;
}

/** Throws `WorktreeRefusedError` when there is no such worktree, or when something would be lost. */
export function removeWorktree(place: WorktreePlace, id: string, { force }: { readonly force: boolean }): Promise<Removed> {
  return exclusively(place.main, async (beforeStart) => {
    sweepRemains(place.root);
    const entry = (await linkedWorktrees(place)).find((other) => isBelowRoot(place, other) && isSameId(basename(other.path), id));
    const removed = entry === undefined ? removeFolder(place, id, force) : await removeEntry(place, entry, { force, beforeStart });
    await pruneGone(place, beforeStart);
    return removed;
  });
}

/** Removes a registered worktree; the caller holds the lock. */
export async function removeEntry(
  place: WorktreePlace,
  entry: WorktreeEntry,
  { force, beforeStart }: { readonly force: boolean; readonly beforeStart: BeforeStart },
): Promise<Removed> {
  const risks = force || isHalfMade(place, entry) ? [] : await risksOf(place, entry);
  if (risks.length > 0) throw refused(basename(entry.path), risks.join(", "));
  place.main.signal.throwIfAborted();
  const removeForGood = kindOf(entry.path) === undefined ? () => undefined : setAside(entry.path);
  // From here it is finished, whatever signal comes.
  await dropRegistration({ ...place, main: reopened(place.main) }, entry, beforeStart);
  removeForGood();
  return { path: entry.path, branch: entry.branch };
}

/** Removes a folder that git no longer knows. */
export function removeFolder({ root }: WorktreePlace, id: string, force: boolean): Removed {
  const name = orphanFolders(root).find((other) => isSameId(other, id));
  if (name === undefined) throw new WorktreeRefusedError(`No worktree '${id}' in ${root}`);
  const path = join(root, name);
  const file = firstFileIn(path, ".git");
  if (!force && (file !== undefined || kindOf(join(path, ".git")) === "directory"))
    throw refused(name, `files but no registration (${file ?? ".git"})`);
  setAside(path)();
  return { path, branch: undefined };
}

/** Folders below the root that look like a worktree and belong to no repository: not ours any more, and nobody else's. */
export function orphanFolders(root: string): readonly string[] {
  return listFolder(root).filter((name) => {
    const path = join(root, name);
    return !isRemains(name) && existsSync(path, { isDirectory: true }) && kindOf(path) === "directory" && linkedGitDir(path) === undefined;
  });
}

function refused(id: string, what: string): WorktreeRefusedError {
  return new WorktreeRefusedError(`Worktree '${id}' has ${what}; --force removes it all the same`, what);
}
