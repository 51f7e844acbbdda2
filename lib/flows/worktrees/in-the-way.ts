/** What stands where a new worktree is to be, or holds its branch: an earlier call's worktree, remains, or something of the user's. */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import { listWorktrees, type WorktreeEntry } from "../../git/worktree-list.ts";
import { writeText } from "../../git/write-git.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { kindOf } from "../../platform/remove-tree.ts";
import { risksOf } from "./at-risk.ts";
import type { BeforeStart } from "./exclusive.ts";
import { INITIALIZING, isHalfMade } from "./half-made.ts";
import { dropRegistration, setAside, sweepRemains } from "./remains.ts";
import { repairWorktree } from "./repair-worktree.ts";
import { WorktreeRefusedError } from "./worktree-errors.ts";
import { isSameId } from "./worktree-id.ts";
import { isBelowRoot, linkedWorktrees, type WorktreePlace } from "./worktree-place.ts";

interface Wanted {
  readonly id: string;
  readonly branch: string;
  readonly beforeStart: BeforeStart;
}

/** The path of the worktree when it is there already; undefined when the way is free. Throws `WorktreeRefusedError`. */
export async function clearTheWay(place: WorktreePlace, wanted: Wanted): Promise<string | undefined> {
  sweepRemains(place.root);
  const registered = (await linkedWorktrees(place)).find((entry) => isBelowRoot(place, entry) && isSameId(basename(entry.path), wanted.id));
  const existing = registered === undefined ? undefined : await reuse(place, registered, wanted);
  if (existing !== undefined) return existing;
  if (registered === undefined) assertFree(place, wanted.id);
  await freeBranch(place, wanted);
  return undefined;
}

/** A worktree of the same id: ours if it has the branch, half made if git was killed while it made it. */
async function reuse(place: WorktreePlace, entry: WorktreeEntry, { branch, beforeStart }: Wanted): Promise<string | undefined> {
  const isThere = kindOf(entry.path) !== undefined;
  if (isHalfMade(place, entry)) {
    const removeForGood = isThere ? setAside(entry.path) : () => undefined;
    await dropRegistration(place, entry, beforeStart);
    removeForGood();
    return undefined;
  }
  if (!isThere) return void (await dropIfSafe(place, entry, beforeStart));
  if (entry.branch !== branch) throw new WorktreeRefusedError(`Worktree directory already exists: ${entry.path}`);
  if (entry.locked === INITIALIZING) await writeText(place.main, ["worktree", "unlock", entry.path], { beforeStart });
  if (entry.prunable !== undefined) await repairWorktree(place.main, entry.path, { beforeStart });
  return entry.path;
}

/** A registration without a folder; it may still hold commits. */
async function dropIfSafe(place: WorktreePlace, entry: WorktreeEntry, beforeStart: BeforeStart): Promise<void> {
  const risks = await risksOf(place, entry);
  if (risks.length > 0) throw new WorktreeRefusedError(`Worktree ${entry.path} is gone but has ${risks.join(", ")}`);
  await dropRegistration(place, entry, beforeStart);
}

function assertFree({ root }: WorktreePlace, id: string): void {
  for (const name of listFolder(root).filter((other) => isSameId(other, id))) {
    const path = join(root, name);
    if (!existsSync(path, { isDirectory: true }) || listFolder(path).length > 0) {
      throw new WorktreeRefusedError(`Worktree directory already exists: ${path}`);
    }
  }
}

/** The branch may be in use in the main tree, or in any worktree that still has its folder. */
async function freeBranch(place: WorktreePlace, { branch, beforeStart }: Wanted): Promise<void> {
  for (const entry of (await listWorktrees(place.main)).filter((other) => other.branch === branch)) {
    if (entry.prunable === undefined || existsSync(entry.path))
      throw new WorktreeRefusedError(`Branch '${branch}' is already an active worktree`);
    await dropRegistration(place, entry, beforeStart);
  }
}
