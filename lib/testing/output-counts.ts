/** What a runner's own summary says about how many tests ran, for runs without a report. */

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NO_TESTS: readonly RegExp[] = [
  /\bno tests? (?:files? |modules? |suites? )?(?:found|ran|run|were (?:found|executed|run)|to run|collected|executed|matched|specified)\b/i,
  /\bno test (?:files?|modules?|suites?|cases?)\b/i,
  /\bmatched 0 tests\b|\bdid not match any test files\b/,
  /\bcollected 0 items\b|\b0 selected\b/,
  /^(?:ran|running) 0 tests\b/im,
  /\bDONE 0 tests\b|\b0 tests? (?:ran|run|found|collected|executed)\b/i,
];

/** Lines of which each counts tests of one word; the number is the first group. */
const SUMMARIES: Readonly<Record<keyof Counts, readonly RegExp[]>> = {
  passed: [
    /^ *(\d+) pass(?:ing)?\b/gm,
    /^(?:# |ℹ )pass (\d+)$/gm,
    /(?:^|[ |,.;=])(\d+) passed\b/gm,
    /^(ok) {2}\t.*(?<!\[no tests to run\])$/gm,
    /^ *--- (PASS):/gm,
  ],
  failed: [/^ *(\d+) fail(?:ing)?\b/gm, /^(?:# |ℹ )fail (\d+)$/gm, /(?:^|[ |,.;=])(\d+) failed\b/gm, /^ *--- (FAIL):/gm],
  skipped: [
    /^ *(\d+) (?:skip|todo|pending)\b/gm,
    /^(?:# |ℹ )(?:skipped|todo) (\d+)$/gm,
    /(?:^|[ |,.;=])(\d+) (?:skipped|ignored|todo)\b/gm,
    /^ *--- (SKIP):/gm,
  ],
};
/** Surefire's and unittest's lines say all in one. */
const TESTS_RUN = /^(?:\[[A-Z]+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?/gm;
const UNITTEST = /^Ran (\d+) tests? in /m;
const UNITTEST_END = /^(?:OK|FAILED)(?: \((.*)\))?$/m;

/** What a runner's summary comes to. */
export type Tally = "no-tests" | "all-skipped" | "some";

/** What the output says of how many tests ran; undefined when it says nothing that we know. */
export function tallyIn(output: string): Tally | undefined {
  const counts = countsIn(output);
  if (counts === undefined) return NO_TESTS.some((pattern) => pattern.test(output)) ? "no-tests" : undefined;
  if (counts.passed + counts.failed > 0) return "some";
  return counts.skipped > 0 ? "all-skipped" : "no-tests";
}

function countsIn(output: string): Counts | undefined {
  const unittest = UNITTEST.exec(output);
  if (unittest !== null) return unittestCounts(output, Number(unittest[1]));
  const run = [...output.matchAll(TESTS_RUN)].at(-1);
  if (run !== undefined) {
    const [total, failures, errors, skipped] = run.slice(1).map((n) => Number(n ?? 0)) as [number, number, number, number];
    return { passed: total - failures - errors - skipped, failed: failures + errors, skipped };
  }
  const [passed, failed, skipped] = [sum(output, "passed"), sum(output, "failed"), sum(output, "skipped")];
  const isKnown = passed !== undefined || failed !== undefined || skipped !== undefined;
  return isKnown ? { passed: passed ?? 0, failed: failed ?? 0, skipped: skipped ?? 0 } : undefined;
}

/** The first pattern that matches counts; its numbers of several packages add up. Near enough to tell none from some. */
function sum(output: string, word: keyof Counts): number | undefined {
  for (const pattern of SUMMARIES[word]) {
    const numbers = [...output.matchAll(pattern)].map((match) => (/^\d/.test(match[1]!) ? Number(match[1]) : 1));
    if (numbers.length > 0) return numbers.reduce((total, n) => total + n, 0);
  }
  return undefined;
}

function unittestCounts(output: string, total: number): Counts {
  const named = (word: string) => Number(new RegExp(`\\b${word}=(\\d+)`).exec(UNITTEST_END.exec(output)?.[1] ?? "")?.[1] ?? 0);
  const failed = named("failures") + named("errors");
  const skipped = named("skipped");
  return { passed: total - failed - skipped, failed, skipped };
}
