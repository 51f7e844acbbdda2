/** GREEN: the whole suite passes, with the tests as they were at RED and at least one of them new. */
import { type Before, compareTests } from "./compare-tests.ts";
import { classify, type Evidence, type Surroundings } from "./evidence.ts";
import { type ChangedFile, weakenedTests } from "./frozen-tests.ts";
import { isRed, mayBeIn, type TestReport, type TestResult } from "./test-report.ts";
import type { TestRun } from "./test-run.ts";
import { nameTests, type TestErrorCode, type Verdict } from "./verdict.ts";

export interface GreenStep {
  /** The last green run before the cycle. */
  readonly before: Before;
  /** The report of the RED run; undefined when there was none. */
  readonly red: TestReport | undefined;
  /** Repository paths of the test files that RED changed. */
  readonly redFiles: ReadonlySet<string>;
  readonly around: Omit<Surroundings, "ignored" | "changedTests">;
  /** Test files that are not as they were hashed at RED. */
  readonly testFiles: readonly ChangedFile[];
  /** Files with the kit's configuration or the test command that the step changed. */
  readonly guarded: readonly string[];
}

/** Judges the run after a GREEN step. */
export function judgeGreen(run: TestRun, step: GreenStep): Verdict {
  const { before, around, redFiles } = step;
  const { evidence, detail } = classify(run, { ...around, ignored: before.ignored, changedTests: redFiles });
  const source = run.report === undefined ? "exit-status" : "junit";
  const fails = (code: TestErrorCode, text: string, failing: readonly string[] = []): Verdict => {
    return { holds: false, code, evidence, source, detail: text, failing, repeat: false };
  };
  const weakened = weakenedTests(step);
  if (weakened !== undefined) return fails("TESTS_WEAKENED", weakened);
  if (evidence !== "green") return fails(codeOf(evidence), detail, redIds(run.report, before));
  if (run.report === undefined) return { holds: true, evidence, source, detail };
  const lost = lostTests(run.report, step);
  if (lost !== undefined) return fails("TESTS_WEAKENED", `${lost.why}: ${nameTests(lost.ids)}`, lost.ids);
  const passing = compareTests(before, run.report).added.filter((test) => test.status === "passed" && isIn(test, redFiles));
  if (passing.length === 0) return fails("GREEN_NOT_REACHED", "no new test of the files changed in RED passes");
  return { holds: true, evidence, source, detail: `${run.report.tests.length} tests, new: ${nameTests(passing.map(({ id }) => id))}` };
}

function isIn(test: TestResult, files: ReadonlySet<string>): boolean {
  for (const file of files) if (mayBeIn(test, file)) return true;
  return false;
}

/** Tests of the baseline or of the RED run that are gone or skipped. */
function lostTests(report: TestReport, { before, red }: GreenStep): { why: string; ids: readonly string[] } | undefined {
  const atRed = new Map(red?.tests.map((test) => [test.id, test]) ?? []);
  for (const tests of [before.tests, atRed]) {
    const { vanished, skipped } = compareTests({ tests, ignored: before.ignored }, report);
    if (vanished.length > 0) return { why: "tests are gone", ids: vanished.map(({ id }) => id) };
    if (skipped.length > 0) return { why: "tests are skipped", ids: skipped.map(({ id }) => id) };
  }
  return undefined;
}

function redIds(report: TestReport | undefined, { ignored }: Before): readonly string[] {
  return report?.tests.filter((test) => isRed(test) && !ignored.has(test.id)).map(({ id }) => id) ?? [];
}

function codeOf(evidence: Evidence): TestErrorCode {
  if (evidence === "timeout") return "TEST_TIMEOUT";
  return evidence === "zero-tests" || evidence === "all-skipped" ? "TESTS_WEAKENED" : "GREEN_NOT_REACHED";
}
