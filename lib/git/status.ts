import { isTemporaryPath } from "../platform/temporary-name.ts";
import { type GitAt, type GitOptions, readList } from "./run-git.ts";

/** One path that differs from HEAD. Letters as in `git status`: M A D T, `.` for the same, `?` untracked, `U` unmerged. */
export interface StatusEntry {
  readonly path: string;
  readonly index: string;
  readonly worktree: string;
  /** For a submodule: `S`, then letters for other commits, modified and untracked content (`.` for none). */
  readonly submodule: string | undefined;
}

const ARGS = ["status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=none", "--no-renames"];

/** Everything that is not committed, ignored files and temporary files of our writes aside; untracked folders are listed file by file. */
export async function readStatus(at: GitAt, options: GitOptions = {}): Promise<readonly StatusEntry[]> {
  return parseStatus(await readList(at, ARGS, options));
}

/** Reads the parts of `git status --porcelain=v2 -z --no-renames`. */
export function parseStatus(parts: readonly string[]): readonly StatusEntry[] {
  return parts.flatMap((part): readonly StatusEntry[] => {
    if (part.startsWith("? ")) return untracked(part.slice(2));
    if (!/^[1u] /.test(part)) return [];
    const fields = part.split(" ");
    const path = fields.slice(part.startsWith("u") ? 10 : 8).join(" ");
    const [index = "", worktree = ""] = fields[1] ?? "";
    const isUnmerged = part.startsWith("u");
    const submodule = fields[2]?.startsWith("S") ? fields[2] : undefined;
    return [{ path, index: isUnmerged ? "U" : index, worktree: isUnmerged ? "U" : worktree, submodule }];
  });
}

/** A state file may be written while git looks. */
function untracked(path: string): readonly StatusEntry[] {
  return isTemporaryPath(path) ? [] : [{ path, index: "?", worktree: "?", submodule: undefined }];
}
