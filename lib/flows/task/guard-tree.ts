/** What a worker or a caller may not do to a run (spec page 6): HEAD, the `.git` file, commits of their own. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import { isAncestor } from "../../git/branches.ts";
import { readHead } from "../../git/head.ts";
import { type Checkout, openCheckout, openRepository } from "../../git/repository.ts";
import { writeText } from "../../git/write-git.ts";
import { fileStamp } from "../../platform/file-time.ts";
import { repairWorktree } from "../worktrees/repair-worktree.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";

/**
 * Makes HEAD the commit that the engine made last, with the files as they are. Commits that were put on top on the same branch are taken
 * back into the working tree; anything else is `HEAD_MOVED`, and nothing is touched.
 */
export async function guardTree(run: Run): Promise<void> {
  await guardGitFile(run);
  const { branch } = run.tree;
  const last = run.journal.lastCommit!;
  const head = await readHead(run.work);
  if (head.branch !== branch) throw moved(`HEAD is on ${head.branch ?? "no branch"}, the run works on ${branch}`);
  if (head.sha === last) return unstage(run);
  if (head.sha === undefined || !(await isAncestor(run.work, last, head.sha))) {
    throw moved(`HEAD is ${head.sha?.slice(0, 12) ?? "unborn"}, not upon ${last.slice(0, 12)}, the run's last commit`);
  }
  await writeText(run.work, ["reset", "--soft", last]);
  await unstage(run);
  run.world.note(`Commits that were not the run's are taken back into the working tree (HEAD was ${head.sha.slice(0, 12)})`);
}

/** What others staged is only in the working tree then: each commit stages its own. The user's own staging, from before the run, stays. */
async function unstage(run: Run): Promise<void> {
  if (run.journal.dirtyBefore.length > 0 || stampOf(run.work) === run.indexStamp) return;
  await writeText(run.work, ["reset", "--quiet"]);
  run.indexStamp = stampOf(run.work);
}

/** Size and time of the index file. */
export function stampOf({ layout }: Checkout): string {
  return fileStamp(join(layout.gitDir, "index"));
}

/** After a failure everything committed stays: what the user put upon the run's last commit is taken as given, and judged anew. */
export async function adoptCommits(run: Run): Promise<void> {
  await guardGitFile(run);
  const { lastCommit, open, tree } = run.journal;
  const head = await readHead(run.work);
  if (head.sha === undefined || head.sha === lastCommit || head.branch !== tree?.branch) return;
  if (!(await isAncestor(run.work, lastCommit!, head.sha))) return;
  run.world.note(`Commits upon ${lastCommit!.slice(0, 12)} stay; the run goes on from ${head.sha.slice(0, 12)}`);
  run.hasAdopted = true;
  run.update({ lastCommit: head.sha, open: open === null ? null : { ...open, seen: "" } });
}

/** A linked worktree gets its `.git` file back; without the main `.git` folder nothing can be done. */
async function guardGitFile(run: Run): Promise<void> {
  const { top } = run.work;
  if (existsSync(join(top, ".git"))) return;
  if (!existsSync(top)) throw new TaskFailure("WORKTREE_FAILED", `the working tree ${top} is gone`);
  if (!existsSync(run.work.layout.commonDir))
    throw new TaskFailure("NOT_A_REPOSITORY", `${run.work.layout.commonDir} is gone; the run stops`);
  if (!run.work.layout.isLinked) throw new TaskFailure("NOT_A_REPOSITORY", `${join(top, ".git")} is gone; the run stops`);
  await repair(run, top);
  run.world.note(`${join(top, ".git")} was gone; it is repaired from the worktree's registration`);
}

async function repair(run: Run, top: string): Promise<void> {
  const { env, signal } = run.world;
  const main = await openRepository({ cwd: run.work.layout.commonDir, env, signal });
  await repairWorktree(main, top);
  run.checkout = await openCheckout({ cwd: top, env, signal });
  if (run.checkout.top !== top) throw new TaskFailure("NOT_A_REPOSITORY", `${join(top, ".git")} is gone and cannot be repaired`);
}

function moved(message: string): TaskFailure {
  return new TaskFailure("HEAD_MOVED", message);
}
