import { type GitAt, readText } from "./run-git.ts";

/** One worktree as git has it registered; the first of a list is the main one. */
export interface WorktreeEntry {
  readonly path: string;
  readonly isBare: boolean;
  /** Absent for a bare repository; all zeros before the first commit. */
  readonly head: string | undefined;
  /** Short name; absent when HEAD is detached. */
  readonly branch: string | undefined;
  /** Why it is locked (may be empty); absent when it is not. */
  readonly locked: string | undefined;
  /** Why git would prune it: its folder or its `.git` file is gone. */
  readonly prunable: string | undefined;
}

/** All worktrees of the repository, the main one first. */
export async function listWorktrees(at: GitAt): Promise<readonly WorktreeEntry[]> {
  return parseWorktrees(await readText(at, ["worktree", "list", "--porcelain", "-z"]));
}

/** Reads the output of `git worktree list --porcelain -z`: records end with an empty field. */
export function parseWorktrees(text: string): readonly WorktreeEntry[] {
  return text
    .split("\0\0")
    .filter((record) => record !== "")
    .map((record) => {
      const fields = new Map(record.split("\0").map((field) => cutAtSpace(field)));
      return {
        path: fields.get("worktree") ?? "",
        isBare: fields.has("bare"),
        head: fields.get("HEAD"),
        branch: fields.get("branch")?.replace(/^refs\/heads\//, ""),
        locked: fields.get("locked"),
        prunable: fields.get("prunable"),
      };
    });
}

function cutAtSpace(field: string): readonly [string, string] {
  const at = field.indexOf(" ");
  return at === -1 ? [field, ""] : [field.slice(0, at), field.slice(at + 1)];
}
