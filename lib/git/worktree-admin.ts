/** What git keeps of a linked worktree: one folder in `<common dir>/worktrees`, also when the worktree itself is damaged. */
import { existsSync } from "@std/fs";
import { basename, dirname, join, resolve } from "@std/path";
import { listFolder } from "../platform/list-folder.ts";
import { mtimeSeconds, readTextIfExists } from "../platform/read-file.ts";
import { resolveLinks } from "../platform/resolve-links.ts";

/** The folder that git keeps for the worktree at `path` (as git lists it); undefined when there is none. */
export function adminDirOf(commonDir: string, path: string): string | undefined {
  const folder = join(commonDir, "worktrees");
  return listFolder(folder)
    .map((name) => join(folder, name))
    .find((adminDir) => worktreeOf(adminDir) === path);
}

/** When the worktree was made, in seconds since the epoch: git writes this file once. */
export function createdSeconds(adminDir: string): number | undefined {
  return mtimeSeconds(join(adminDir, "commondir"));
}

/** The git dir that the `.git` file of a folder names, if that is still there; undefined for anything else. */
export function linkedGitDir(folder: string): string | undefined {
  const text = gitFile(join(folder, ".git"));
  const target = /^gitdir: (.+)/s.exec(text ?? "")?.[1]?.trimEnd();
  return target === undefined ? undefined : existingGitDir(resolve(folder, target));
}

/** The git dir that `.git` in a folder is or names, as a real path; undefined when there is none that could be one. */
export function gitDirIn(folder: string): string | undefined {
  return linkedGitDir(folder) ?? existingGitDir(join(folder, ".git"));
}

function existingGitDir(path: string): string | undefined {
  return existsSync(join(path, "HEAD")) ? resolveLinks(path) : undefined;
}

function worktreeOf(adminDir: string): string | undefined {
  const link = readTextIfExists(join(adminDir, "gitdir"))?.replace(/\n$/, "");
  if (link === undefined) return undefined;
  const path = dirname(resolve(adminDir, link));
  const parent = resolveLinks(dirname(path));
  return parent === undefined ? path : join(parent, basename(path));
}

/** Undefined where `.git` is a folder: a repository of its own. */
function gitFile(path: string): string | undefined {
  try {
    return readTextIfExists(path);
  } catch {
    return undefined;
  }
}
