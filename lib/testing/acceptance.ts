/** The acceptance tests that plan or tests file name (`AT-N`): each is a passing test of the last run. */
import type { TestResult } from "./test-report.ts";

export interface AcceptanceTest {
  /** `AT-1`. */
  readonly id: string;
  /** Name of the test that stands for it, as the plan gives it; undefined when the plan has only a title. */
  readonly test: string | undefined;
}

/** Those without a passing test; a test stands for `AT-1` by its name, or by `AT-1` as a word of its own in its name. */
export function unmetAcceptance(wanted: readonly AcceptanceTest[], tests: readonly TestResult[]): readonly AcceptanceTest[] {
  const passing = tests.filter(({ status }) => status === "passed");
  return wanted.filter(
    ({ id, test }) => !passing.some((result) => hasWord(result.id, id) || (test !== undefined && standsFor(result, test))),
  );
}

function standsFor({ id, name }: TestResult, test: string): boolean {
  return name === test || name.split(/ > | /).includes(test) || id.endsWith(test) || name.includes(test);
}

/** `AT-1` is not `AT-12`; identifiers write it `AT_1` or `at1`. */
function hasWord(text: string, id: string): boolean {
  return new RegExp(`(?<![A-Za-z0-9])AT[-_]?${id.slice(3)}(?![0-9])`, "i").test(text);
}
