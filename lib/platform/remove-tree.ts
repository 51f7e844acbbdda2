import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "@std/path";
import { isAbsent, naming } from "./io-error.ts";

/** Removes a folder and all that is in it, links not followed; absent is fine, also when a folder on the way is a file. Throws `IoError`. */
export function removeTree(path: string): void {
  naming("remove", path, () => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 2 });
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  });
}

/** Gives a file or folder another name on the same disk. Throws `IoError`. */
export function renamePath(from: string, to: string): void {
  naming("rename", from, () => renameSync(from, to));
}

export type FileKind = "file" | "directory" | "other";

/** What is at `path`, links not followed; undefined when nothing is. Throws `IoError`. */
export function kindOf(path: string): FileKind | undefined {
  return naming("stat", path, () => {
    try {
      const stat = lstatSync(path);
      if (stat.isDirectory()) return "directory";
      return stat.isFile() ? "file" : "other";
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  });
}

/** The first thing in the folder that is no folder, relative to it, or undefined when there are only folders; `except` at its top does not count. */
export function firstFileIn(folder: string, except: string, relative = ""): string | undefined {
  for (const entry of naming("read", folder, () => readdirSync(folder, { withFileTypes: true }))) {
    const path = join(relative, entry.name);
    if (path === except) continue;
    if (!entry.isDirectory()) return path;
    const inside = firstFileIn(join(folder, entry.name), except, path);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
