/** What the engine concludes from a run: the step holds, or the error code that it would fail with. */
import type { Evidence } from "./evidence.ts";
import type { EvidenceSource } from "./test-run.ts";

/** The error codes of page 6 that a test run can lead to. */
export type TestErrorCode =
  | "BASELINE_RED"
  | "TESTS_NOT_FOUND"
  | "TEST_TIMEOUT"
  | "FLAKY_SUITE"
  | "RED_NOT_OBSERVED"
  | "RED_TOUCHED_PRODUCTION"
  | "GREEN_NOT_REACHED"
  | "REFACTOR_BROKE_TESTS"
  | "TESTS_WEAKENED";

interface Holds {
  readonly holds: true;
  readonly evidence: Evidence;
  readonly source: EvidenceSource;
  readonly detail: string;
}

interface Fails {
  readonly holds: false;
  readonly code: TestErrorCode;
  readonly evidence: Evidence;
  readonly source: EvidenceSource;
  /** One line that says what was wrong and where. */
  readonly detail: string;
  /** Ids of the tests that are the reason. */
  readonly failing: readonly string[];
  /** The run is to be repeated on the same tree before this counts (`changedOutcomes` tells a flaky suite). */
  readonly repeat: boolean;
}

export type Verdict = Holds | Fails;

/** `1 test` or a list of at most three ids, for a detail line. */
export function nameTests(ids: readonly string[]): string {
  const shown = ids.slice(0, 3).join(", ");
  return ids.length > 3 ? `${shown} and ${ids.length - 3} more` : shown;
}
