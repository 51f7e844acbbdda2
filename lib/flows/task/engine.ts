/**
 * Purpose: takes a run from where its journal stands to its end: the next step, its effect, the journal, the next step.
 * Order: what a killed call left (its child, its announced commit) is settled first.
 * Failures: `AwaitingError` and `BusyError` as they are; `TaskFailure` is kept in journal and state before it is thrown on.
 */
import { formatTimestamp } from "../../state/timestamp.ts";
import { settleIntent } from "./commit-step.ts";
import { adoptCommits, guardTree } from "./guard-tree.ts";
import { plan } from "./plan-step.ts";
import { finished, nextStep, type Step, type StepKind } from "./program.ts";
import { publish } from "./publish-step.ts";
import { review } from "./review-step.ts";
import type { Run } from "./run.ts";
import { setTaskFields } from "./state-node.ts";
import { finalTaskCommit, syncDone, syncInProgress } from "./status-sync.ts";
import { TaskFailure } from "./task-failure.ts";
import { green, red, refactor } from "./tdd-steps.ts";
import { enterPhase, leavePhase, makeCycleTrackers, markSubStep } from "./tracking.ts";
import { leaveTree, openTree, setUpTree, takeTree } from "./tree-steps.ts";
import { baseline, coverage, finalRun, outputs } from "./validate-steps.ts";

const ACTIONS: Readonly<Record<StepKind, (run: Run, step: Step) => Promise<void>>> = {
  enter: (run, { phase }) => enterPhase(run, phase),
  leave: (run, { phase }) => leavePhase(run, phase),
  tree: takeTree,
  setup: setUpTree,
  register,
  plan,
  baseline,
  trackers: makeCycleTrackers,
  progress: syncInProgress,
  red,
  green,
  refactor,
  "final-run": finalRun,
  coverage,
  outputs,
  "status-sync": async (run) => {
    await markSubStep(run, "Phase-3-Validate", "Step 3.5 - Status sync", "in_progress");
    await syncDone(run);
    await markSubStep(run, "Phase-3-Validate", "Step 3.5 - Status sync", "completed");
  },
  review,
  "final-commit": finalTaskCommit,
  publish,
  record,
  "leave-tree": leaveTree,
};

/** Runs to the end. */
export async function runToEnd(run: Run): Promise<void> {
  await run.endLeftChild();
  if (run.journal.tree !== null && !isLeaving(run)) {
    await openTree(run);
    await settleIntent(run);
    if (run.journal.status === "FAILED") await adoptCommits(run);
    await guardTree(run);
  }
  run.update({ status: "RUNNING", failure: null });
  for (let step = nextStep(run.journal); step !== undefined; step = nextStep(run.journal)) {
    run.world.signal.throwIfAborted();
    await perform(run, step);
  }
  run.update({ status: "DONE" });
}

/** Only the way back is left; a call that was killed on it may have removed the worktree already. */
function isLeaving({ journal }: Run): boolean {
  return journal.done.includes("leave-tree") || nextStep(journal)?.kind === "leave-tree";
}

async function perform(run: Run, step: Step): Promise<void> {
  if (step.kind === "enter") run.world.note(`${step.phase} (${Math.round(run.elapsedMs / 1000)}s)`);
  try {
    if (run.checkout !== undefined && step.kind === "final-commit") await guardTree(run);
    await ACTIONS[step.kind](run, step);
    run.update(finished(run.journal, step));
  } catch (error) {
    if (error instanceof TaskFailure) await keepFailure(run, step, error);
    throw error;
  }
}

/** The run fails; the same call tries this step again. */
async function keepFailure(run: Run, step: Step, { code, kind, message }: TaskFailure): Promise<void> {
  run.update({ status: "FAILED", failure: { code, kind: kind ?? null, phase: step.phase, step: step.id, message } });
  if (!run.journal.done.includes("register")) return;
  try {
    await setTaskFields(run, { status: "FAILED", failureReason: `${code}: ${message}` });
  } catch (error) {
    run.world.warn(`the state file does not say that the task failed: ${error instanceof Error ? error.message : error}`);
  }
}

async function register(run: Run): Promise<void> {
  await setTaskFields(run, { interactiveMode: run.journal.options.interactive ? "interactive" : "non-interactive", status: "IN_PROGRESS" });
}

/** What resume-story reads: the task is done, with the commit that HEAD is on. */
async function record(run: Run): Promise<void> {
  const completedAt = formatTimestamp(run.world.nowSeconds());
  await setTaskFields(run, { status: "DONE", commitSha: run.journal.lastCommit!, completedAt });
}
