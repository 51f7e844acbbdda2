/** The ends of a run that are not DONE (spec page 6, Result); `message` is one line for the user. */

export const ERROR_CODES = [
  "TASK_ARTIFACT_NOT_FOUND",
  "UNMET_DEPENDENCY",
  "SCHEMA_VIOLATION",
  "OUTPUT_CONTRACT_VIOLATION",
  "RED_NOT_OBSERVED",
  "REFACTOR_BROKE_TESTS",
  "STATUS_SYNC_FAILED",
  "TASK_EXIT_GATE_FAILED",
  "COVERAGE_BELOW_THRESHOLD",
  "BASELINE_RED",
  "TESTS_NOT_FOUND",
  "TEST_TIMEOUT",
  "FLAKY_SUITE",
  "RED_TOUCHED_PRODUCTION",
  "GREEN_NOT_REACHED",
  "TESTS_WEAKENED",
  "WORKER_FAILED",
  "WORKER_TIMEOUT",
  "NOT_A_REPOSITORY",
  "NO_COMMIT_YET",
  "DIRTY_TREE",
  "HEAD_MOVED",
  "WORKTREE_FAILED",
  "COMMIT_FAILED",
  "PRECONDITION_FAILED",
  "PR_FAILED",
  "CI_FAILED",
  "CI_TIMEOUT",
  "PR_CLOSED",
  "PR_NOT_FOUND",
  "JOURNAL_UNREADABLE",
  "PHASE_GATE_FAILED",
  "PHASE_GATE_MALFORMED",
  "PHASE_GATE_TIMEOUT",
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The run fails, its work stays; the same call tries the step again. */
export class TaskFailure extends Error {
  override readonly name = "TaskFailure";
  readonly code: ErrorCode;
  /** Of COMMIT_FAILED: which kind of failure it was. */
  readonly kind: string | undefined;
  constructor(code: ErrorCode, message: string, kind?: string) {
    super(message);
    this.code = code;
    this.kind = kind;
  }
}

/** Another driver has the run, or another run has the working tree: nothing was done. */
export class BusyError extends Error {
  override readonly name = "BusyError";
  readonly taskId: string;
  readonly pid: number | null;
  /** ISO 8601, UTC; null when not known. */
  readonly since: string | null;
  constructor(taskId: string, pid: number | null, since: string | null) {
    super(`${taskId} is being worked on${pid === null ? "" : ` by process ${pid}`}`);
    this.taskId = taskId;
    this.pid = pid;
    this.since = since;
  }
}
