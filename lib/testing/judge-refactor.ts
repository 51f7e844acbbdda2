/** REFACTOR and the final run: the suite is still green, with the same tests. */
import { type Before, compareTests } from "./compare-tests.ts";
import { classify, type Surroundings } from "./evidence.ts";
import { type Frozen, weakenedTests } from "./frozen-tests.ts";
import { isRed } from "./test-report.ts";
import type { TestRun } from "./test-run.ts";
import { nameTests, type TestErrorCode, type Verdict } from "./verdict.ts";

export interface StillGreen extends Frozen {
  /** The last green run. */
  readonly before: Before;
  readonly around: Omit<Surroundings, "ignored" | "changedTests">;
}

/** Judges the run after a REFACTOR step; any test that fails asks for a second run. */
export function judgeRefactor(run: TestRun, step: StillGreen): Verdict {
  return stillGreen(run, step, "REFACTOR_BROKE_TESTS");
}

/** Judges the last run of the task, on the tree that is to be committed. */
export function judgeFinal(run: TestRun, step: Omit<StillGreen, keyof Frozen>): Verdict {
  return stillGreen(run, { ...step, testFiles: [], guarded: [] }, "GREEN_NOT_REACHED");
}

function stillGreen(run: TestRun, step: StillGreen, code: TestErrorCode): Verdict {
  const { before, around } = step;
  const { evidence, detail } = classify(run, { ...around, ignored: before.ignored, changedTests: new Set() });
  const source = run.report === undefined ? "exit-status" : "junit";
  const fails = (text: string, rest: { code?: TestErrorCode; failing?: readonly string[]; repeat?: boolean } = {}): Verdict => {
    return { holds: false, code, evidence, source, detail: text, failing: [], repeat: false, ...rest };
  };
  const weakened = weakenedTests(step);
  if (weakened !== undefined) return fails(weakened, step.guarded.length > 0 ? { code: "TESTS_WEAKENED" } : {});
  if (evidence === "timeout") return fails(detail, { code: "TEST_TIMEOUT" });
  const red = run.report?.tests.filter((test) => isRed(test) && !before.ignored.has(test.id)).map(({ id }) => id) ?? [];
  if (evidence !== "green") return fails(red.length > 0 ? nameTests(red) : detail, { failing: red, repeat: true });
  if (run.report === undefined) return { holds: true, evidence, source, detail };
  const { vanished, skipped } = compareTests(before, run.report);
  const lost = [...vanished, ...skipped].map(({ id }) => id);
  if (lost.length > 0) return fails(`tests are gone or skipped: ${nameTests(lost)}`, { failing: lost });
  return { holds: true, evidence, source, detail };
}
