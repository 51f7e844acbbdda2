/** What a suite's run reported, one model for every runner. */

export type TestStatus = "passed" | "failed" | "errored" | "skipped";

export interface TestResult {
  /** Names the test across runs: file or class, groups, name, and a number when several are called the same. */
  readonly id: string;
  /** Repository path of the test's file, where the runner tells it. */
  readonly file: string | undefined;
  /** Class, package or binary that the runner files the test under; empty when it has none. */
  readonly group: string;
  readonly name: string;
  readonly status: TestStatus;
  /** First line or message of the failure; empty for other tests. */
  readonly message: string;
}

/** A test file, or what the runner calls it, that could not be loaded; its tests are not in the report. */
export interface BrokenFile {
  readonly file: string | undefined;
  /** What the runner calls the file: a path or a dotted module name. */
  readonly label: string;
  readonly message: string;
}

export interface TestReport {
  readonly tests: readonly TestResult[];
  readonly broken: readonly BrokenFile[];
}

/** Results by id. */
export type TestsById = ReadonlyMap<string, TestResult>;

/** The results of a report by their ids. */
export function byId(tests: readonly TestResult[]): TestsById {
  return new Map(tests.map((test) => [test.id, test]));
}

/** True for a failed test, by assertion or by error. */
export function isRed(test: TestResult): boolean {
  return test.status === "failed" || test.status === "errored";
}

/** Several report files of one run (surefire writes one a class) as one report. */
export function mergeReports(reports: readonly TestReport[]): TestReport {
  return { tests: numbered(reports.flatMap((report) => report.tests)), broken: reports.flatMap((report) => report.broken) };
}

/** Gives tests that are called the same a number in report order, so that none hides another. */
export function numbered(tests: readonly TestResult[]): readonly TestResult[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const count = (seen.get(test.id) ?? 0) + 1;
    seen.set(test.id, count);
    return count === 1 ? test : { ...test, id: `${test.id} #${count}` };
  });
}

/** False only when the runner says where the test is and that is another file (by path, dotted module, class or package). */
export function mayBeIn(test: TestResult, file: string): boolean {
  if (test.file !== undefined) return test.file === file;
  if (/\s/.test(test.group)) return true;
  if (test.group.includes("/")) return isPackageOf(test.group, file);
  return !test.group.includes(".") || isDottedNameOf(test.group, file);
}

/** `com.acme.CalcTest`, `tests.test_calc.TestGroup`: the name itself or what encloses it is the end of the file's path. */
function isDottedNameOf(group: string, file: string): boolean {
  const path = `.${file.replace(/\.[^./]+$/, "").replaceAll("/", ".")}`;
  const parts = group.replace(/\$.*$/, "").split(".");
  return parts.some((_, cut) => path.endsWith(`.${parts.slice(0, parts.length - cut).join(".")}`));
}

/** A Go package path ends in the folder of its files; files at the top may be of any package. */
function isPackageOf(group: string, file: string): boolean {
  const slash = file.lastIndexOf("/");
  if (slash < 0) return true;
  const folder = file.slice(0, slash);
  return `/${group}`.endsWith(`/${folder}`) || `/${folder}`.endsWith(`/${group}`);
}
