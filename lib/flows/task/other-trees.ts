/** The repository's other worktrees: a worker has no business there, and what it does there is named (spec page 6). */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { readText } from "../../git/run-git.ts";
import { listWorktrees } from "../../git/worktree-list.ts";
import type { Run } from "./run.ts";
import { isOurs } from "./step-changes.ts";

/** What is changed in each other worktree, by its path. */
export type OtherTrees = ReadonlyMap<string, string>;

export async function otherTrees(run: Run): Promise<OtherTrees> {
  if (!existsSync(join(run.work.layout.commonDir, "worktrees"))) return new Map();
  const { env, signal } = run.world;
  const entries = await listWorktrees({ cwd: run.work.layout.commonDir, env, signal });
  const others = entries.filter(({ path, isBare, prunable }) => path !== run.work.top && !isBare && prunable === undefined);
  const states = await Promise.all(others.map(async ({ path, head }) => [path, `${head} ${await changedIn(run, path)}`] as const));
  return new Map(states);
}

/** The worktrees whose state differs. */
export function editedElsewhere(before: OtherTrees, after: OtherTrees): readonly string[] {
  return [...after].filter(([path, state]) => before.has(path) && before.get(path) !== state).map(([path]) => path);
}

/** `git status`, the live state file and locks aside. */
async function changedIn(run: Run, path: string): Promise<string> {
  const { env, signal } = run.world;
  try {
    const text = await readText({ cwd: path, env, signal }, ["status", "--porcelain", "-z", "--untracked-files=all"]);
    return text
      .split("\0")
      .filter((entry) => isOurs(run, entry.slice(3)) && !entry.endsWith("execution-state.json"))
      .join("\n");
  } catch {
    return "";
  }
}
