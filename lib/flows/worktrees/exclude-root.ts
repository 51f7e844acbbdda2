import { join, relative } from "@std/path";
import { appendLineOnce } from "../../platform/append-line.ts";
import type { WorktreePlace } from "./worktree-place.ts";

/** Adds the folder of the worktrees to `<common dir>/info/exclude`, once; without that the main tree reads as changed. */
export function excludeRoot({ main, root }: WorktreePlace): void {
  const { top, commonDir } = main.layout;
  if (top === undefined) return;
  const path = relative(top, root);
  if (path === "" || path === ".." || path.startsWith("../") || path.includes("\n")) return;
  appendLineOnce(join(commonDir, "info/exclude"), excludePattern(path));
}

/** The line that matches this folder at the top of the tree and nothing else. */
export function excludePattern(path: string): string {
  return `/${path.replace(/[\\*?[\]]/g, "\\$&").replace(/ $/, "\\ ")}/`;
}
