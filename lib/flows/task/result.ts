/** The lines of standard output (spec page 6, Result and Journal). Pure. */
import type { Journal } from "./journal.ts";
import { nextStep } from "./program.ts";
import type { RunFolder } from "./run-folder.ts";
import type { ErrorCode, TaskFailure } from "./task-failure.ts";

export interface Done {
  readonly status: "DONE";
  readonly taskId: string;
  readonly commitSha: string | null;
  readonly cycleCount: number;
  readonly coverageDelta: NonNullable<Journal["coverage"]>;
  readonly wallclockMs: number;
  readonly branchName: string | null;
  readonly prNumber: number | null;
  readonly evidence: "junit" | "exit-status";
}

const NO_COVERAGE = { lineBefore: null, lineAfter: null, branchBefore: null, branchAfter: null };

/** The result of a finished run; asked again it is the same. */
export function doneLine(journal: Journal): Done {
  return {
    status: "DONE",
    taskId: journal.taskId,
    commitSha: journal.lastCommit,
    cycleCount: journal.cycles.length,
    coverageDelta: journal.coverage ?? NO_COVERAGE,
    wallclockMs: journal.spentMs,
    branchName: journal.tree?.branch ?? null,
    prNumber: journal.prNumber,
    evidence: journal.evidence,
  };
}

export interface Failed {
  readonly status: "FAILED";
  readonly taskId: string;
  readonly errorCode: ErrorCode;
  readonly phase: string;
  readonly step: string;
  readonly message: string;
  readonly log: string;
  /** Of COMMIT_FAILED: which kind of failure it was. */
  readonly kind?: string;
  /** Where the work is, when it is in a worktree. */
  readonly worktreePath?: string;
}

/** A run that failed, or (without a journal) could not begin. */
export function failedLine(
  taskId: string,
  failure: TaskFailure,
  { journal, folder }: { journal: Journal | undefined; folder: RunFolder | undefined },
): Failed {
  const worktreePath = journal?.tree?.mode === "CREATE" ? journal.tree.path : undefined;
  return {
    status: "FAILED",
    taskId,
    errorCode: failure.code,
    phase: journal?.failure?.phase ?? "Phase-0-Setup",
    step: journal?.failure?.step ?? "precheck",
    message: failure.message,
    log: folder?.log ?? "",
    ...(failure.kind === undefined ? {} : { kind: failure.kind }),
    ...(worktreePath === undefined ? {} : { worktreePath }),
  };
}

/** `--status`, `--abort`, `--restart`: one line on where the run stands. */
export interface StatusLine {
  readonly status: "RUNNING" | "AWAITING" | "FAILED" | "DONE" | "NONE";
  readonly taskId: string;
  readonly phase: string | null;
  readonly step: string | null;
  readonly cycle: number | null;
  readonly branchName: string | null;
  readonly worktreePath: string | null;
  readonly log: string | null;
}

/** NONE for a run that there is not, or that was aborted. */
export function statusLine(taskId: string, journal: Journal | undefined, folder: RunFolder): StatusLine {
  if (journal === undefined || journal.status === "ABORTED") {
    return { status: "NONE", taskId, phase: null, step: null, cycle: null, branchName: null, worktreePath: null, log: null };
  }
  const step = nextStep(journal);
  return {
    status: journal.status,
    taskId,
    phase: step?.phase ?? null,
    step: step?.id ?? null,
    cycle: step === undefined || step.cycle === 0 ? null : step.cycle,
    branchName: journal.tree?.branch ?? null,
    worktreePath: journal.tree?.mode === "CREATE" ? journal.tree.path : null,
    log: folder.log,
  };
}
