/**
 * What is left when a removal is cut short. A removal gives the folder another name first, in one step: until then nothing is
 * gone, and a folder of that name has been judged and may go at any time.
 */
import { dirname, join } from "@std/path";
import type { WorktreeEntry } from "../../git/worktree-list.ts";
import { writeText } from "../../git/write-git.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { removeTree, renamePath } from "../../platform/remove-tree.ts";
import type { BeforeStart } from "./exclusive.ts";
import type { WorktreePlace } from "./worktree-place.ts";

const PREFIX = ".x-skills-removing-";

/** Removes what earlier calls left in the folder. Only under the lock: no removal is under way then. */
export function sweepRemains(folder: string): void {
  for (const name of listFolder(folder)) if (isRemains(name)) removeTree(join(folder, name));
}

/** Whether a folder of this name was set aside by a removal. */
export function isRemains(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Takes the folder out of the way; the returned function removes it for good. */
export function setAside(path: string): () => void {
  const aside = join(dirname(path), `${PREFIX}${crypto.randomUUID()}`);
  renamePath(path, aside);
  return () => removeTree(aside);
}

/** Makes git forget a worktree whose folder is not there (twice `--force`: also a locked one). */
export async function dropRegistration({ main }: WorktreePlace, { path }: WorktreeEntry, beforeStart: BeforeStart): Promise<void> {
  await writeText(main, ["worktree", "remove", "--force", "--force", path], { beforeStart });
}
