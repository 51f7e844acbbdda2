/** Where a run works: takes the tree at the start, gives it back at the end (spec page 6, Branches). */
import { existsSync } from "@std/fs";
import { checkBranchName, localBranch, originBranch, targetBranch } from "../../git/branches.ts";
import { readHead } from "../../git/head.ts";
import { type Checkout, openCheckout } from "../../git/repository.ts";
import { reasonFor } from "../../git/run-git.ts";
import { writeGit } from "../../git/write-git.ts";
import { slugOf } from "../../story/task-title.ts";
import { createWorktree } from "../worktrees/create-worktree.ts";
import { removeWorktree } from "../worktrees/remove-worktree.ts";
import { repairWorktree } from "../worktrees/repair-worktree.ts";
import { WorktreeRefusedError } from "../worktrees/worktree-errors.ts";
import { openPlace } from "../worktrees/worktree-place.ts";
import type { Journal, Tree } from "./journal.ts";
import { checkedHead, dirtyPaths } from "./precheck.ts";
import type { Run } from "./run.ts";
import { runCommand, shownCommand } from "./run-suite.ts";
import { TaskFailure } from "./task-failure.ts";
import { assertFree, claimTree, releaseTree } from "./tree-owner.ts";

const ORCHESTRATED = "[x-implement-task --orchestrated]";

/** Takes the tree that the options and the place ask for, and remembers what it looked like. */
export async function takeTree(run: Run): Promise<void> {
  if (!run.journal.options.worktree || run.start.layout.isLinked) assertFree(run.start, run);
  const tree = await chosenTree(run);
  const checkout =
    tree.path === run.start.top ? run.start : await openCheckout({ cwd: tree.path, env: run.world.env, signal: run.world.signal });
  claimTree(checkout, run);
  const dirtyBefore = tree.mode === "CREATE" ? [] : [...(await dirtyPaths(checkout, run.journal.stateFile))];
  const head = await readHead(checkout);
  run.checkout = checkout;
  run.update({ tree: { ...tree, base: head.sha! }, lastCommit: head.sha!, dirtyBefore });
  run.world.note(`${tree.mode}: working on ${tree.branch} in ${tree.path}`);
}

/** Opens the tree again in a later call. */
export async function openTree(run: Run): Promise<void> {
  const { path } = run.tree;
  run.checkout = path === run.start.top ? run.start : await openWorktree(run, path);
  claimTree(run.checkout, run);
}

async function openWorktree(run: Run, path: string): Promise<Checkout> {
  const { env, signal } = run.world;
  const checkout = await openCheckout({ cwd: path, env, signal }).catch(() => undefined);
  if (checkout?.top === path) return checkout;
  await repairWorktree(run.start, path).catch(() => undefined);
  const repaired = await openCheckout({ cwd: path, env, signal }).catch(() => undefined);
  if (repaired?.top !== path) throw new TaskFailure("WORKTREE_FAILED", `the worktree ${path} is gone; --restart begins anew`);
  run.world.note(`${path} had lost its .git file; it is repaired`);
  return repaired;
}

async function chosenTree(run: Run): Promise<Tree> {
  const { options } = run.journal;
  const head = await checkedHead(run.start);
  const here = { path: run.start.top, startBranch: head.branch, base: head.sha, worktreeId: null };
  const target = options.targetBranch ?? (await targetBranch(run.start)) ?? head.branch ?? "HEAD";
  if (options.orchestrated) {
    run.world.note(`${ORCHESTRATED} Operating on story branch — no task branch created.`);
    const given = await givenTree(run);
    return { ...here, path: given.top, mode: "ORCHESTRATED", branch: onBranch((await readHead(given)).branch ?? null), target };
  }
  if (run.start.layout.isLinked) {
    if (options.worktree) run.world.warn("--worktree is ignored inside a worktree");
    return { ...here, mode: "REUSE", branch: onBranch(head.branch), target };
  }
  const branch = await checkBranchName(run.start, branchName(run));
  if (!options.worktree) return { ...here, mode: "LEGACY", branch: await checkOut(run, branch, target, head.branch), target };
  const base = options.targetBranch ?? (head.branch?.startsWith("feat/story-") ? head.branch : target);
  return { ...(await makeWorktree(run, branch, base)), startBranch: head.branch, base: head.sha, mode: "CREATE", branch, target: base };
}

/** A story's tasks work where the story does. */
async function givenTree(run: Run): Promise<Checkout> {
  const { givenTree: path } = run.journal;
  return path === null ? run.start : openCheckout({ cwd: path, env: run.world.env, signal: run.world.signal });
}

function onBranch(branch: string | null): string {
  if (branch === null) throw new TaskFailure("PRECONDITION_FAILED", "HEAD is detached: check out the branch that the task's commits go to");
  return branch;
}

/** `feat/task-0049-0005-001-slug`. */
export function branchName({ journal }: { readonly journal: Pick<Journal, "taskId" | "storyId" | "title"> }): string {
  if (journal.storyId === null) return `feat/${journal.taskId}`;
  const slug = slugOf(journal.title);
  return `feat/${journal.taskId.toLowerCase()}${slug === "" || slug === journal.taskId.toLowerCase() ? "" : `-${slug}`}`;
}

async function checkOut(run: Run, branch: string, target: string, current: string | null): Promise<string> {
  if (current === branch) return branch;
  const dirty = await dirtyPaths(run.start, run.journal.stateFile);
  if (dirty.length > 0)
    throw new TaskFailure(
      "DIRTY_TREE",
      `${dirty.length} uncommitted change(s), first ${dirty[0]}: commit or stash them, or use --worktree`,
    );
  const isThere = (await localBranch(run.start, branch)) !== undefined;
  const base = (await localBranch(run.start, target)) ?? (await originBranch(run.start, target)) ?? run.journal.lastCommit ?? "HEAD";
  const args = isThere ? ["checkout", "--quiet", branch] : ["checkout", "--quiet", "--no-track", "-b", branch, base];
  const ended = await writeGit(run.start, args);
  if (ended.code !== 0) throw new TaskFailure("WORKTREE_FAILED", `cannot check out ${branch}: ${reasonFor(ended)}`);
  return branch;
}

async function makeWorktree(run: Run, branch: string, base: string): Promise<{ path: string; worktreeId: string }> {
  const id = run.journal.taskId.toLowerCase();
  try {
    const place = await openPlace(run.start, run.config.worktreeRoot);
    const request = { branch, base, id, protectedBranches: run.config.protectedBranches };
    const { path } = await createWorktree(place, request, run.world);
    return { path, worktreeId: id };
  } catch (error) {
    throw error instanceof WorktreeRefusedError ? new TaskFailure("WORKTREE_FAILED", error.message) : error;
  }
}

/** Runs the project's setup once in a new worktree, where ignored folders are missing. */
export async function setUpTree(run: Run): Promise<void> {
  const { setup } = run.toolchain;
  if (run.tree.mode !== "CREATE" || setup === undefined) return;
  run.world.note(`Setting up the worktree: ${shownCommand(setup)}`);
  const { end, output } = await runCommand(run, setup, { timeoutSeconds: run.config.timeouts.command });
  if (end.kind === "exited" && end.code === 0) return;
  throw new TaskFailure("WORKTREE_FAILED", `${shownCommand(setup)} failed in the worktree: ${output.trim().split("\n").at(-1) ?? ""}`);
}

/** Gives the tree back after success: the worktree goes, LEGACY returns to the target branch, others stay. Done twice, it does no more. */
export async function leaveTree(run: Run): Promise<void> {
  const { mode, worktreeId, target, path } = run.tree;
  const isThere = existsSync(path);
  if (isThere && run.checkout === undefined) await openTree(run);
  if (isThere) releaseTree(run.work, run);
  if (mode === "ORCHESTRATED") run.world.note(`${ORCHESTRATED} Skipping worktree cleanup — story orchestrator owns worktree lifecycle.`);
  if (mode === "CREATE") {
    const place = await openPlace(run.start, run.config.worktreeRoot);
    await removeWorktree(place, worktreeId!, { force: false }).catch((error: unknown) => {
      if (!(error instanceof WorktreeRefusedError)) throw error;
      if (isThere) run.world.warn(`the worktree ${path} is kept: ${error.message}`);
    });
  }
  if (mode === "LEGACY") await returnTo(run, target);
}

async function returnTo(run: Run, target: string): Promise<void> {
  if ((await localBranch(run.start, target)) === undefined) {
    run.world.warn(`staying on ${run.tree.branch}: there is no local branch ${target}`);
    return;
  }
  const ended = await writeGit(run.start, ["checkout", "--quiet", target]);
  if (ended.code !== 0) run.world.warn(`staying on ${run.tree.branch}: ${reasonFor(ended)}`);
}
