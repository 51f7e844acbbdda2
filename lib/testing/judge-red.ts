/** RED: a new test fails, or a new test does not build against code that is still to be written (spec page 6, RED is one of). */
import { type Before, compareTests, unexcused } from "./compare-tests.ts";
import { classify, type Finding, type Surroundings } from "./evidence.ts";
import { isRed } from "./test-report.ts";
import type { TestRun } from "./test-run.ts";
import { nameTests, type TestErrorCode, type Verdict } from "./verdict.ts";

export interface RedStep {
  readonly before: Before;
  readonly around: Omit<Surroundings, "ignored">;
  /** Repository paths of the production files that the step changed. */
  readonly production: readonly string[];
}

/** Judges the run after a RED step. */
export function judgeRed(run: TestRun, { before, around, production }: RedStep): Verdict {
  const finding = classify(run, { ...around, ignored: before.ignored });
  const source = run.report === undefined ? "exit-status" : "junit";
  const fails = (detail: string, code: TestErrorCode = "RED_NOT_OBSERVED"): Verdict => {
    return { holds: false, code, evidence: finding.evidence, source, detail, failing: [], repeat: false };
  };
  if (production.length > 0) return fails(`changed outside the tests: ${nameTests(production)}`, "RED_TOUCHED_PRODUCTION");
  if (around.changedTests.size === 0) return fails("no test file was changed");
  if (finding.evidence === "timeout") return fails(finding.detail, "TEST_TIMEOUT");
  if (finding.evidence !== "behavioural-red" && finding.evidence !== "compile-error") return fails(whyNot(finding));
  const regression = run.report === undefined ? undefined : regressionIn(run, before, finding);
  if (regression !== undefined) return { ...regression, evidence: finding.evidence, source };
  if (finding.evidence === "behavioural-red" && run.report !== undefined) {
    const red = compareTests(before, run.report).added.filter(isRed);
    if (red.length === 0) return fails("no new test fails");
    return { holds: true, evidence: finding.evidence, source, detail: `failing: ${nameTests(red.map(({ id }) => id))}` };
  }
  return { holds: true, evidence: finding.evidence, source, detail: finding.detail };
}

type Regression = Omit<Extract<Verdict, { holds: false }>, "evidence" | "source">;

/** Old tests that fail (perhaps by chance: repeat), are skipped, or are gone although their file loaded. */
function regressionIn(run: TestRun, before: Before, { brokenFiles }: Finding): Regression | undefined {
  const { broken, vanished, skipped } = compareTests(before, run.report!);
  const regression = (why: string, tests: readonly { readonly id: string }[], repeat: boolean): Regression => {
    const failing = tests.map(({ id }) => id);
    return { holds: false, code: "RED_NOT_OBSERVED", detail: `${why}: ${nameTests(failing)}`, failing, repeat };
  };
  if (broken.length > 0) return regression("tests that passed before fail", broken, true);
  const gone = unexcused(vanished, run.report!, brokenFiles);
  if (gone.length > 0) return regression("tests that were there before are gone", gone, false);
  return skipped.length > 0 ? regression("tests that ran before are skipped", skipped, false) : undefined;
}

function whyNot({ evidence, detail }: Finding): string {
  return evidence === "green" ? "every test passes" : detail;
}
