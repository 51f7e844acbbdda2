import { isRed, type TestResult } from "./test-report.ts";
import { succeeded, type TestRun } from "./test-run.ts";

/**
 * What came out differently when the same tree was tested twice: ids of tests, or the suite as a whole where there is no
 * report. Empty means that the first outcome stands; otherwise the suite is flaky.
 */
export function changedOutcomes(first: TestRun, second: TestRun): readonly string[] {
  if (first.report === undefined || second.report === undefined) {
    return succeeded(first) === succeeded(second) && first.report === second.report ? [] : ["the suite as a whole"];
  }
  const before = outcomes(first.report.tests);
  const after = outcomes(second.report.tests);
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

function outcomes(tests: readonly TestResult[]): ReadonlyMap<string, string> {
  return new Map(tests.map((test) => [test.id, isRed(test) ? "red" : test.status]));
}
