/** The suite before the first cycle: it passes, or the tests that do not are named. */
import { classify, type Evidence, type Surroundings } from "./evidence.ts";
import { byId, isRed, type TestsById } from "./test-report.ts";
import type { TestRun } from "./test-run.ts";
import { nameTests, type TestErrorCode, type Verdict } from "./verdict.ts";

export interface BaselineVerdict {
  readonly verdict: Verdict;
  readonly tests: TestsById;
  /** Ids of the tests that were red and are let be. */
  readonly ignored: ReadonlySet<string>;
}

/** `allowRed` (`--allow-baseline-red`) lets red tests be, where there are results per test. */
export function judgeBaseline(
  run: TestRun,
  around: Omit<Surroundings, "ignored" | "changedTests">,
  options: { allowRed: boolean },
): BaselineVerdict {
  const { evidence, detail } = classify(run, { ...around, ignored: new Set(), changedTests: new Set() });
  const tests = byId(run.report?.tests ?? []);
  const failing = [...tests.values()].filter(isRed).map(({ id }) => id);
  const source = run.report === undefined ? "exit-status" : "junit";
  if (evidence === "green") return { verdict: { holds: true, evidence, source, detail }, tests, ignored: new Set() };
  if (evidence === "behavioural-red" && options.allowRed && source === "junit" && run.report!.broken.length === 0) {
    const named = `left out of account: ${nameTests(failing)}`;
    return { verdict: { holds: true, evidence, source, detail: named }, tests, ignored: new Set(failing) };
  }
  const text = failing.length > 0 ? nameTests(failing) : detail;
  return {
    verdict: { holds: false, code: codeOf(evidence), evidence, source, detail: text, failing, repeat: false },
    tests,
    ignored: new Set(),
  };
}

function codeOf(evidence: Evidence): TestErrorCode {
  if (evidence === "zero-tests" || evidence === "all-skipped") return "TESTS_NOT_FOUND";
  return evidence === "timeout" ? "TEST_TIMEOUT" : "BASELINE_RED";
}
