/** Where a run would work, with nothing made or checked out: the decision of `tree-steps.ts`, for `--dry-run`. */
import { join } from "@std/path";
import { checkBranchName, targetBranch } from "../../git/branches.ts";
import type { Checkout } from "../../git/repository.ts";
import { openPlace } from "../worktrees/worktree-place.ts";
import type { Journal, Tree } from "./journal.ts";
import { checkedHead, dirtyPaths } from "./precheck.ts";
import type { TaskWorld } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";
import { branchName } from "./tree-steps.ts";

export type PlannedTree = Pick<Tree, "mode" | "branch" | "path" | "target">;
type Facts = Pick<Journal, "taskId" | "storyId" | "title" | "options" | "config" | "stateFile">;

/** Throws `PRECONDITION_FAILED` where HEAD is to be used and is on no branch; a tree that is not clean enough is a warning here. */
export async function plannedTree(start: Checkout, facts: Facts, world: TaskWorld): Promise<PlannedTree> {
  const { options, config, stateFile } = facts;
  const { branch: current } = await checkedHead(start);
  const target = options.targetBranch ?? (await targetBranch(start)) ?? current ?? "HEAD";
  const here = { path: start.top, target };
  if (options.orchestrated) return { ...here, mode: "ORCHESTRATED", branch: onBranch(current) };
  if (start.layout.isLinked) {
    if (options.worktree) world.warn("--worktree is ignored inside a worktree");
    return { ...here, mode: "REUSE", branch: onBranch(current) };
  }
  const branch = await checkBranchName(start, branchName({ journal: facts }));
  if (!options.worktree) {
    await warnOfDirt(start, current === branch ? undefined : stateFile, world);
    return { ...here, mode: "LEGACY", branch };
  }
  const base = options.targetBranch ?? (current?.startsWith("feat/story-") ? current : target);
  const { root } = await openPlace(start, config.worktreeRoot);
  return { mode: "CREATE", branch, path: join(root, facts.taskId.toLowerCase()), target: base };
}

function onBranch(branch: string | null): string {
  if (branch === null) throw new TaskFailure("PRECONDITION_FAILED", "HEAD is detached: check out the branch that the task's commits go to");
  return branch;
}

/** What stops the run at its first step; `undefined`: the branch is checked out already. */
async function warnOfDirt(start: Checkout, stateFile: string | null | undefined, world: TaskWorld): Promise<void> {
  if (stateFile === undefined) return;
  const dirty = await dirtyPaths(start, stateFile);
  if (dirty.length > 0) world.warn(`DIRTY_TREE: ${dirty.length} uncommitted change(s), first ${dirty[0]}, would stop the run`);
}
