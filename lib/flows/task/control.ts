/** `--status` and `--abort`: what a run can be asked from outside (spec page 6, Journal). */

import { openCheckout } from "../../git/repository.ts";
import { reasonFor } from "../../git/run-git.ts";
import { diffTrees, keepTree, restoreTree, snapshotTree } from "../../git/snapshot.ts";
import { writeGit } from "../../git/write-git.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { removeWorktree } from "../worktrees/remove-worktree.ts";
import { openPlace } from "../worktrees/worktree-place.ts";
import { startCheckout } from "./implement-task.ts";
import { type StatusLine, statusLine } from "./result.ts";
import { Run, type TaskWorld } from "./run.ts";
import { loadJournal, lockRun, runFolder } from "./run-folder.ts";
import { setTaskFields } from "./state-node.ts";
import { isOurs } from "./step-changes.ts";
import { releaseTree } from "./tree-owner.ts";

/** Where the run of `taskId` stands; changes nothing. */
export async function taskStatus(taskId: string, world: TaskWorld): Promise<StatusLine> {
  const start = await startCheckout(world);
  const folder = runFolder(start.layout.commonDir, taskId);
  return statusLine(taskId, loadJournal(folder), folder);
}

/** Ends the run: what is uncommitted goes to a ref, the tree returns to where it was, the task branch stays. */
export async function abortTask(taskId: string, world: TaskWorld): Promise<StatusLine> {
  const here = await startCheckout(world);
  const folder = runFolder(here.layout.commonDir, taskId);
  const journal = loadJournal(folder);
  if (journal === undefined || journal.status === "ABORTED" || journal.status === "DONE") return statusLine(taskId, journal, folder);
  const lock = await lockRun(folder, taskId, formatTimestamp(world.nowSeconds()), world.signal);
  try {
    const start = await openCheckout({ cwd: journal.startFolder, env: world.env, signal: world.signal });
    const run = new Run({ journal, folder, world, start, agent: undefined });
    await run.endLeftChild();
    if (journal.tree !== null) await giveBack(run);
    if (journal.done.includes("register")) await setTaskFields(run, { status: "PENDING" });
    run.update({ status: "ABORTED", open: null, intent: null });
    return statusLine(taskId, run.journal, folder);
  } finally {
    lock.release();
  }
}

async function giveBack(run: Run): Promise<void> {
  const { path, mode, startBranch, branch, worktreeId } = run.tree;
  const { env, signal } = run.world;
  const checkout = await openCheckout({ cwd: path, env, signal }).catch(() => undefined);
  if (checkout?.top !== path) return;
  run.checkout = checkout;
  await keepAside(run, checkout);
  releaseTree(checkout, run);
  if (mode === "CREATE") await removeWorktree(await openPlace(run.start, run.config.worktreeRoot), worktreeId!, { force: true });
  if (mode !== "LEGACY" || startBranch === null || startBranch === branch) return;
  const ended = await writeGit(checkout, ["checkout", "--quiet", startBranch]);
  if (ended.code !== 0) run.world.warn(`staying on ${branch}: ${reasonFor(ended)}`);
}

/** Everything uncommitted, files that were dirty before the run excepted: those are the user's, and stay. */
async function keepAside(run: Run, checkout: Parameters<typeof snapshotTree>[0]): Promise<void> {
  const tree = await snapshotTree(checkout);
  const before = new Set(run.journal.dirtyBefore);
  const changes = (await diffTrees(checkout, "HEAD", tree)).filter(({ path }) => isOurs(run, path) && !before.has(path));
  if (changes.length === 0) return;
  const ref = `refs/x-skills/${run.journal.taskId}/aborted`;
  await keepTree(checkout, tree, { ref, parent: "HEAD", message: `Uncommitted work of ${run.journal.taskId} when it was aborted` });
  await writeGit(checkout, ["reset", "--quiet", "--", ...changes.map(({ path }) => path)]);
  await restoreTree(checkout, "HEAD", changes);
  run.world.note(`${changes.length} uncommitted change(s) are kept as ${ref}`);
}
