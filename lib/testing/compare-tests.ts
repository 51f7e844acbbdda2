/** Two runs of one suite, compared test by test. */
import { isRed, mayBeIn, type TestReport, type TestResult, type TestsById } from "./test-report.ts";

/** The results that later runs are compared with: the last run that was green, and the tests that do not count. */
export interface Before {
  readonly tests: TestsById;
  /** Ids of tests that were red before the task (`--allow-baseline-red`). */
  readonly ignored: ReadonlySet<string>;
}

export interface Comparison {
  /** Tests that were not there before. */
  readonly added: readonly TestResult[];
  /** Tests that passed before and fail now. */
  readonly broken: readonly TestResult[];
  /** Tests that were there before and are not reported. */
  readonly vanished: readonly TestResult[];
  /** Tests that ran before and are skipped now. */
  readonly skipped: readonly TestResult[];
}

/** Compares a report with what was there before; ignored tests are in no list. */
export function compareTests({ tests, ignored }: Before, report: TestReport): Comparison {
  const now = new Map(report.tests.map((test) => [test.id, test] as const));
  const counted = [...tests.values()].filter(({ id }) => !ignored.has(id));
  const added = report.tests.filter(({ id }) => !tests.has(id) && !ignored.has(id));
  const redAdded = added.filter(isRed);
  return {
    added,
    broken: counted.flatMap(({ id, status }) => {
      const current = now.get(id);
      return current !== undefined && status === "passed" && isRed(current) && !isParentOf(id, redAdded) ? [current] : [];
    }),
    vanished: counted.filter(({ id }) => !now.has(id)),
    skipped: counted.filter(({ id, status }) => status !== "skipped" && now.get(id)?.status === "skipped"),
  };
}

/** The vanished tests that stood neither in one of the files that did not load nor in a suite that did not run at all. */
export function unexcused(vanished: readonly TestResult[], report: TestReport, brokenFiles: readonly string[]): readonly TestResult[] {
  if (report.tests.length === 0) return [];
  const listed = report.broken.flatMap(({ file }) => file ?? []);
  const reported = new Set(report.tests.map(({ file }) => file));
  const unloaded = (listed.length > 0 && brokenFiles.length > 0 ? listed : brokenFiles).filter((file) => !reported.has(file));
  return vanished.filter((test) => !unloaded.some((file) => mayBeIn(test, file)));
}

/** A test of Go or Deno fails when one of its sub-tests does: with a new one below it, an old test is no regression. */
function isParentOf(id: string, added: readonly TestResult[]): boolean {
  return added.some((test) => test.id.startsWith(`${id}/`) || test.id.startsWith(`${id} > `));
}
