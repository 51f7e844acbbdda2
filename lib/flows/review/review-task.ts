/**
 * Purpose: the specialist exit gate of a task: one verdict for each scope, from the worker or from files, and a report of them.
 * Does not: let a missing or unreadable verdict count as one. Every scope is asked, so that the report is whole.
 * Failures: `VerdictsMissingError`, `ReviewWorkerError`, `DataError` for a verdict file, `IoError`; then no report is written.
 */
import { DataError } from "../../errors.ts";
import type { Agent } from "../worker/choose-agent.ts";
import { runWorker, type WorkerRun } from "../worker/run-worker.ts";
import { exitGateReport } from "./exit-gate-report.ts";
import { ReviewWorkerError, VerdictsMissingError } from "./review-errors.ts";
import { readVerdict, reportPath, verdictPath, writeReport } from "./review-files.ts";
import { type ReviewSubject, reviewRequest } from "./review-request.ts";
import { decide, parseVerdict, type ScopeVerdict, type Verdict } from "./verdict.ts";

export interface Review extends ReviewSubject {
  readonly storyId: string;
  readonly scopes: readonly string[];
  /** The story's folder, absolute. */
  readonly folder: string;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

export interface Reviewer {
  readonly agent: Agent;
  readonly run: WorkerRun;
  /** Told before each scope. */
  onScope(scope: string): void;
}

export interface Reviewed {
  readonly decision: Verdict;
  readonly verdicts: readonly ScopeVerdict[];
  readonly report: string;
}

/** Reviews the task with the worker, or with the verdict files where there is none. */
export async function reviewTask(review: Review, reviewer: Reviewer | undefined): Promise<Reviewed> {
  const verdicts = reviewer === undefined ? readVerdicts(review) : await askVerdicts(review, reviewer);
  const decision = decide(verdicts);
  const report = reportPath(review.folder, review.taskId);
  writeReport(report, exitGateReport({ ...review, decision, verdicts }));
  return { decision, verdicts, report };
}

function readVerdicts({ scopes, folder, taskId }: Review): readonly ScopeVerdict[] {
  const files = scopes.map((scope) => ({ scope, path: verdictPath(folder, taskId, scope) }));
  const read = files.map(({ scope, path }) => ({ path, verdict: readVerdict(path, scope) }));
  const missing = read.filter(({ verdict }) => verdict === undefined);
  if (missing.length > 0) throw new VerdictsMissingError(missing.map(({ path }) => path));
  return read.flatMap(({ verdict }) => verdict ?? []);
}

async function askVerdicts(review: Review, reviewer: Reviewer): Promise<readonly ScopeVerdict[]> {
  const verdicts: ScopeVerdict[] = [];
  for (const scope of review.scopes) {
    reviewer.onScope(scope);
    verdicts.push(await askVerdict(scope, review, reviewer));
  }
  return verdicts;
}

async function askVerdict(scope: string, review: Review, { agent, run }: Reviewer): Promise<ScopeVerdict> {
  const outcome = await runWorker(agent, reviewRequest(scope, review), run);
  if (outcome.status !== "finished") throw new ReviewWorkerError(scope, outcome.reason);
  if (outcome.object === undefined) {
    const said = outcome.lastLine === undefined ? "" : `; it said: ${outcome.lastLine}`;
    throw new ReviewWorkerError(scope, `worker ${agent.name} gave no line of JSON${said}`);
  }
  try {
    return parseVerdict(outcome.object, scope, `worker ${agent.name}`);
  } catch (error) {
    throw error instanceof DataError ? new ReviewWorkerError(scope, error.message) : error;
  }
}
