import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { adminDirOf } from "../../git/worktree-admin.ts";
import type { WorktreeEntry } from "../../git/worktree-list.ts";
import type { WorktreePlace } from "./worktree-place.ts";

/** The reason that `git worktree add` locks with until the files are there. */
export const INITIALIZING = "initializing";

/** Whether git was killed while it made the worktree. It writes the index after the files: without one, nobody has worked there yet. */
export function isHalfMade({ main }: WorktreePlace, { path, locked }: WorktreeEntry): boolean {
  const adminDir = adminDirOf(main.layout.commonDir, path);
  return locked === INITIALIZING && adminDir !== undefined && !existsSync(join(adminDir, "index"));
}
