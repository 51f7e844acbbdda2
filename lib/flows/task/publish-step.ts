/** Push, pull request and CI watch, exactly where the table says so (spec page 6, CI watch). */
import { openCheckout } from "../../git/repository.ts";
import { systemClock } from "../../platform/clock.ts";
import { openRecord } from "../ci-watch/record-file.ts";
import { watchPullRequest } from "../ci-watch/watch-pull-request.ts";
import type { WatchStatus } from "../ci-watch/watch-status.ts";
import { ensurePullRequest } from "../pull-request/create-pull-request.ts";
import { PullRequestError } from "../pull-request/pull-request-error.ts";
import type { Journal, Tree } from "./journal.ts";
import { willPublish } from "./precheck.ts";
import type { Run } from "./run.ts";
import { type ErrorCode, TaskFailure } from "./task-failure.ts";
import { markSubStep } from "./tracking.ts";

const LIMITS = { timeoutSeconds: 1800, intervalSeconds: 60, copilotSeconds: 900, requireCopilot: false };

const FAILURES: Readonly<Partial<Record<WatchStatus, ErrorCode>>> = {
  CI_FAILED: "CI_FAILED",
  TIMEOUT: "CI_TIMEOUT",
  PR_CLOSED: "PR_CLOSED",
  PR_NOT_FOUND: "PR_NOT_FOUND",
};

/** Why nothing is pushed: the row of the table that applied. Undefined when it is. */
export function skippedRow(run: {
  readonly journal: Pick<Journal, "options" | "schema">;
  readonly tree: Pick<Tree, "mode">;
}): string | undefined {
  const { options, schema } = run.journal;
  if (options.orchestrated) return "CI-Watch delegated to parent orchestrator";
  if (run.tree.mode !== "CREATE") return "CI-Watch skipped: no --worktree";
  if (options.noCiWatch) return "CI-Watch skipped: --no-ci-watch";
  return willPublish(options, run.tree.mode, schema) ? undefined : "CI-Watch skipped: schema v1";
}

/** Pushes, opens the pull request and watches it, or says which row of the table spares that. */
export async function publish(run: Run): Promise<void> {
  if (run.journal.options.orchestrated) {
    run.world.note("[x-implement-task --orchestrated] Task commit staged. No push/PR — story orchestrator owns push lifecycle.");
  }
  const skipped = skippedRow(run);
  if (skipped !== undefined) return run.world.note(skipped);
  const hasPhases = Object.hasOwn(run.journal.trackers, "Phase-4-Commit");
  if (hasPhases) await markSubStep(run, "Phase-4-Commit", "Step 4.5 - CI Watch", "in_progress");
  const prNumber = await openPullRequest(run);
  run.update({ prNumber });
  await watch(run, prNumber);
  if (hasPhases) await markSubStep(run, "Phase-4-Commit", "Step 4.5 - CI Watch", "completed");
}

async function openPullRequest(run: Run): Promise<number> {
  const { env, signal, warn, note } = run.world;
  const wish = {
    taskId: run.journal.taskId,
    targetBranch: run.tree.target,
    title: undefined,
    body: undefined,
    isDraft: false,
    autoMerge: undefined,
    reviewers: [],
  };
  try {
    const at = await openCheckout({ cwd: run.work.top, env, signal });
    const { prNumber, prUrl } = await ensurePullRequest(wish, { at, warn, show: note });
    note(`Pull request ${prNumber}: ${prUrl}`);
    return prNumber;
  } catch (error) {
    throw error instanceof PullRequestError ? new TaskFailure("PR_FAILED", error.message) : error;
  }
}

async function watch(run: Run, prNumber: number): Promise<void> {
  const { env, signal, warn, note, nowSeconds } = run.world;
  const file = openRecord(prNumber, { path: `${run.folder.path}/pr-watch.json`, nowSeconds: nowSeconds(), limits: LIMITS, signal, warn });
  const world = { at: { cwd: run.work.top, env, signal }, clock: systemClock, file, nowSeconds, show: note, ticks: false, warn };
  const { status, reason } = await watchPullRequest(prNumber, LIMITS, world);
  const code = FAILURES[status];
  if (code !== undefined) throw new TaskFailure(code, `pull request ${prNumber}: ${reason}`);
  if (status === "CI_PENDING_PROCEED") warn(`pull request ${prNumber}: ${reason}`);
  else note(`pull request ${prNumber}: ${status}`);
}
