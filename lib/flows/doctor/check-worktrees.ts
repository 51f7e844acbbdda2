/** Worktrees that are left over, gone, or in the way of the main tree's tests. */

import { DataError, UsageError } from "../../errors.ts";
import { GitError } from "../../git/git-errors.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { kindOf } from "../../platform/remove-tree.ts";
import { readConfig } from "../config/read-config.ts";
import { exclusively } from "../worktrees/exclusive.ts";
import { pruneGone } from "../worktrees/prune-gone.ts";
import { isRemains, sweepRemains } from "../worktrees/remains.ts";
import { mainPathOf, openPlace, type WorktreePlace } from "../worktrees/worktree-place.ts";
import { type WorktreeInfo, worktreeInfos } from "../worktrees/worktree-status.ts";
import { collectedFinding } from "./collected.ts";
import { type CheckResult, type Finding, listed, note, type Patient, problem } from "./finding.ts";

export async function checkWorktrees({ repository, reason, nowSeconds }: Patient): Promise<CheckResult> {
  const check = "worktrees";
  if (repository === undefined) return { check, findings: [], skipped: reason };
  try {
    const { worktreeRoot, protectedBranches } = readConfig(await mainPathOf(repository));
    const place = await openPlace(repository, worktreeRoot);
    const infos = await worktreeInfos(place, { nowSeconds, protectedBranches });
    const collected = collectedFinding(place, infos, repository.env);
    return {
      check,
      findings: [...infos.flatMap((info) => findingOf(place, info)), ...remains(place), ...(collected === undefined ? [] : [collected])],
      facts: `${infos.length} linked worktree${infos.length === 1 ? "" : "s"}`,
    };
  } catch (error) {
    const isExpected = error instanceof GitError || error instanceof DataError || error instanceof UsageError;
    if (isExpected) return { check, findings: [problem(error.message)] };
    throw error;
  }
}

/** What a removal that was killed leaves: judged before, so it may go. */
function remains({ main, root }: WorktreePlace): readonly Finding[] {
  const names = listFolder(root).filter(isRemains);
  if (names.length === 0) return [];
  return [problem(`remains of removed worktrees in ${root}: ${listed(names)}`, () => exclusively(main, async () => sweepRemains(root)))];
}

function findingOf(place: WorktreePlace, { path, branch, status, entry }: WorktreeInfo): readonly Finding[] {
  const name = branch === undefined ? path : `${path} (${branch})`;
  switch (status) {
    case "MERGED":
      return [problem(`worktree ${name} is left over: its branch is merged; 'x-manage-worktrees cleanup' removes it`)];
    case "ORPHAN":
      if (entry === undefined)
        return [problem(`${path} is left over: git knows of no worktree there; 'x-manage-worktrees cleanup' removes it`)];
      return [
        problem(`worktree ${name} is missing: its folder is gone; 'git worktree prune' forgets it`, () =>
          exclusively(place.main, (beforeStart) => pruneGone(place, beforeStart)),
        ),
      ];
    case "STALE":
      return [note(`worktree ${name} was left alone for 7 days`)];
    case "ACTIVE":
      return kindOf(path) === undefined ? [problem(`worktree ${name} is missing`)] : [];
  }
}
