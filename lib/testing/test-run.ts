/** One run of the test command, as it was observed. */
import type { TestReport } from "./test-report.ts";

/** How the process ended. */
export type RunEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out"; readonly afterSeconds: number }
  | { readonly kind: "not-started"; readonly reason: string };

export interface TestRun {
  readonly end: RunEnd;
  /** stdout and stderr as they came, perhaps cut. */
  readonly output: string;
  /** The run was asked for a JUnit report; then an absent one is a fact about the run. */
  readonly reportExpected: boolean;
  /** Absent when no report file was there afterwards, or none could be read. */
  readonly report: TestReport | undefined;
}

/** Where the verdict's facts come from (spec page 6, Result). */
export type EvidenceSource = "junit" | "exit-status";

/** Shells say 126 and 127 for a command that they could not run. */
const NOT_RUNNABLE: ReadonlySet<number> = new Set([126, 127]);
/** What a shell makes of a child's signal: 128 and its number. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: "SIGHUP",
  130: "SIGINT",
  131: "SIGQUIT",
  132: "SIGILL",
  134: "SIGABRT",
  135: "SIGBUS",
  136: "SIGFPE",
  137: "SIGKILL",
  138: "SIGUSR1",
  139: "SIGSEGV",
  141: "SIGPIPE",
  143: "SIGTERM",
};

/** True for a run that ended by itself with status 0. */
export function succeeded(run: TestRun): boolean {
  return run.end.kind === "exited" && run.end.code === 0;
}

/** Why the command never ran; undefined when it did. */
export function startProblem({ end, report }: TestRun): string | undefined {
  if (end.kind === "not-started") return end.reason;
  const hasTests = report !== undefined && report.tests.length > 0;
  return end.kind === "exited" && NOT_RUNNABLE.has(end.code) && !hasTests ? `exit status ${end.code}` : undefined;
}

/** The signal that ended the run, also one that a shell in between reports as a status. */
export function endSignal({ end }: TestRun): string | undefined {
  if (end.kind === "signalled") return end.signal;
  return end.kind === "exited" ? SIGNALS[end.code] : undefined;
}

/** The end in words for people: `exit status 1`, `SIGSEGV`, `no end after 900 s`. */
export function describeEnd(end: RunEnd): string {
  switch (end.kind) {
    case "exited":
      return `exit status ${end.code}`;
    case "signalled":
      return end.signal;
    case "timed-out":
      return `no end after ${end.afterSeconds} s`;
    case "not-started":
      return end.reason;
  }
}
