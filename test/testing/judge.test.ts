import { expect, test } from "bun:test";
import type { Before } from "../../lib/testing/compare-tests.ts";
import type { Surroundings } from "../../lib/testing/evidence.ts";
import { changedOutcomes } from "../../lib/testing/flaky-suite.ts";
import { judgeBaseline } from "../../lib/testing/judge-baseline.ts";
import { type GreenStep, judgeGreen } from "../../lib/testing/judge-green.ts";
import { judgeRed, type RedStep } from "../../lib/testing/judge-red.ts";
import { judgeFinal, judgeRefactor } from "../../lib/testing/judge-refactor.ts";
import { byId, type TestReport, type TestStatus } from "../../lib/testing/test-report.ts";
import type { TestRun } from "../../lib/testing/test-run.ts";
import type { Verdict } from "../../lib/testing/verdict.ts";
import { observed, place, run } from "./observed.ts";

const names = { files: new Set<string>(), own: [], declared: new Set<string>(), planned: "" };
const around: Omit<Surroundings, "ignored"> = { place, names, changedTests: new Set(["b.test.ts"]) };

/** `a:passed b:failed` → tests of `a.test.ts` and `b.test.ts`, named by the letter before a slash. */
function report(text: string): TestReport {
  const tests = text.split(" ").map((word) => {
    const [id, status] = word.split(":") as [string, TestStatus];
    return { id, file: `${id[0]}.test.ts`, group: "", name: id, status, message: "" };
  });
  return { tests: text === "" ? [] : tests, broken: [] };
}
const ran = (code: number, text: string): TestRun => run(code, { report: report(text) });
const before = (text: string, ignored: string[] = []): Before => ({ tests: byId(report(text).tests), ignored: new Set(ignored) });
const short = (verdict: Verdict) => (verdict.holds ? "holds" : `${verdict.code}${verdict.repeat ? " repeat" : ""}: ${verdict.detail}`);

test.each<[string, TestRun, Partial<RedStep>, string]>([
  ["a new test fails", ran(1, "a:passed b:failed"), {}, "holds"],
  ["a new test fails by error", ran(1, "a:passed b:errored"), {}, "holds"],
  ["the new test passes", ran(0, "a:passed b:passed"), {}, "RED_NOT_OBSERVED: every test passes"],
  ["nothing is new", ran(0, "a:passed"), {}, "RED_NOT_OBSERVED: every test passes"],
  ["an old test fails, a new one too", ran(1, "a:failed b:failed"), {}, "RED_NOT_OBSERVED repeat: tests that passed before fail: a"],
  ["only an old test fails", ran(1, "a:failed b:passed"), {}, "RED_NOT_OBSERVED repeat: tests that passed before fail: a"],
  ["an old test is gone", ran(1, "b:failed"), {}, "RED_NOT_OBSERVED: tests that were there before are gone: a"],
  ["an old test is skipped", ran(1, "a:skipped b:failed"), {}, "RED_NOT_OBSERVED: tests that ran before are skipped: a"],
  ["a new case below an old test", ran(1, "a:failed a/new:failed"), {}, "holds"],
  ["everything skipped", ran(0, "a:skipped b:skipped"), {}, "RED_NOT_OBSERVED: every test is skipped"],
  [
    "nothing was written",
    ran(0, "a:passed"),
    { around: { ...around, changedTests: new Set() } },
    "RED_NOT_OBSERVED: no test file was changed",
  ],
  [
    "production was touched",
    ran(1, "a:passed b:failed"),
    { production: ["src/b.ts"] },
    "RED_TOUCHED_PRODUCTION: changed outside the tests: src/b.ts",
  ],
  ["it hangs", run({ kind: "timed-out", afterSeconds: 9 }), {}, "TEST_TIMEOUT: no end after 9 s"],
  ["it dies", run({ kind: "signalled", signal: "SIGSEGV" }), {}, "RED_NOT_OBSERVED: ended by SIGSEGV"],
  [
    "red before, red now",
    ran(1, "a:passed z:failed"),
    { before: before("a:passed z:failed", ["z"]) },
    "RED_NOT_OBSERVED: every test passes",
  ],
  ["no report anywhere, the command fails", run(1, { output: "expected 1" }), { before: before("") }, "holds"],
  ["no report anywhere, the command passes", run(0), { before: before("") }, "RED_NOT_OBSERVED: every test passes"],
])("RED: %s", (_, seen, step, want) => {
  expect(short(judgeRed(seen, { before: before("a:passed"), around, production: [], ...step }))).toBe(want);
});

test("RED by a file that does not load: its own tests are no regression, other files' are", () => {
  const step = (old: string, file: string): RedStep => {
    const tests = byId([{ id: old, file, group: "", name: old, status: "passed", message: "" }]);
    return { before: { tests, ignored: new Set() }, around: { ...around, changedTests: new Set(["mis.test.ts"]) }, production: [] };
  };
  expect(short(judgeRed(observed("bun-partial"), step("mis.test.ts > old", "mis.test.ts")))).toBe("holds");
  expect(short(judgeRed(observed("bun-partial"), step("z.test.ts > old", "z.test.ts")))).toBe(
    "RED_NOT_OBSERVED: tests that were there before are gone: z.test.ts > old",
  );
});

test("RED by a failing test beside an old file that no longer loads: only if that file asks for what is still to be written", () => {
  const broken = [{ file: "a.test.ts", label: "a.test.ts", message: "" }];
  const seen = (message: string) => run(1, { report: { ...report("b:failed"), broken: [{ ...broken[0]!, message }] }, output: message });
  const step = { before: before("a:passed"), around: { ...around, changedTests: new Set(["a.test.ts", "b.test.ts"]) }, production: [] };
  expect(short(judgeRed(seen("error: Cannot find module './greet' from '/repo/a.test.ts'"), step))).toBe("holds");
  expect(short(judgeRed(seen("SyntaxError: Unexpected token"), step))).toBe("RED_NOT_OBSERVED: tests that were there before are gone: a");
});

test("RED: a failing test that speaks of a missing module does not excuse old tests that were deleted from its file", () => {
  const output = "error: Cannot find module './greet' from '/repo/b.test.ts'";
  const step = { before: before("a:passed b1:passed"), around, production: [] };
  expect(short(judgeRed(run(1, { report: report("a:passed b2:failed"), output }), step))).toBe(
    "RED_NOT_OBSERVED: tests that were there before are gone: b1",
  );
});

test("RED by a helper that asks for a missing module: the files that use it did not load", () => {
  const output =
    "\na.test.ts:\n\n# Unhandled error between tests\n---------------\nerror: Cannot find module './greet' from '/repo/helper.test.ts'\n---------------\n";
  const step = { before: before("a:passed c:passed"), around: { ...around, changedTests: new Set(["helper.test.ts"]) }, production: [] };
  expect(short(judgeRed(run(1, { report: report("c:passed"), output }), step))).toBe("holds");
});

test("RED by a suite that does not build at all: nothing is reported, nothing is a regression", () => {
  const step = { before: before("a:passed"), around: { ...around, changedTests: new Set(["sub/missing_test.ts"]) }, production: [] };
  expect(judgeRed(observed("deno-partial"), step)).toMatchObject({ holds: true, evidence: "compile-error" });
});

test.each<[string, TestRun, Partial<GreenStep>, string]>([
  ["the new test passes", ran(0, "a:passed b:passed"), {}, "holds"],
  ["it still fails", ran(1, "a:passed b:failed"), {}, "GREEN_NOT_REACHED: 1 failing: b"],
  ["an old test fails", ran(1, "a:failed b:passed"), {}, "GREEN_NOT_REACHED: 1 failing: a"],
  ["the new test is gone", ran(0, "a:passed"), {}, "TESTS_WEAKENED: tests are gone: b"],
  ["the new test is skipped", ran(0, "a:passed b:skipped"), {}, "TESTS_WEAKENED: tests are skipped: b"],
  ["an old test is gone", ran(0, "b:passed"), {}, "TESTS_WEAKENED: tests are gone: a"],
  ["an old test is skipped", ran(0, "a:skipped b:passed"), {}, "TESTS_WEAKENED: tests are skipped: a"],
  ["no test runs any more", ran(0, ""), {}, "TESTS_WEAKENED: the report has no test"],
  [
    "a test file was edited",
    ran(0, "a:passed b:passed"),
    { testFiles: [{ path: "b.test.ts", change: "modified" }] },
    "TESTS_WEAKENED: b.test.ts was modified after RED",
  ],
  [
    "a test file was deleted",
    ran(0, "a:passed b:passed"),
    { testFiles: [{ path: "a.test.ts", change: "deleted" }] },
    "TESTS_WEAKENED: a.test.ts was deleted after RED",
  ],
  ["a snapshot was added", ran(0, "a:passed b:passed"), { testFiles: [{ path: "b.snap", change: "added" }] }, "holds"],
  [
    "the test command was changed",
    ran(0, "a:passed b:passed"),
    { guarded: ["package.json"] },
    "TESTS_WEAKENED: package.json: the test command or its configuration was changed",
  ],
  [
    "a report without failures and a failing exit",
    ran(1, "a:passed b:passed"),
    {},
    "GREEN_NOT_REACHED: exit status 1 although no test failed",
  ],
  [
    "RED did not build, nothing new passes now",
    ran(0, "a:passed"),
    { red: undefined },
    "GREEN_NOT_REACHED: no new test of the files changed in RED passes",
  ],
  [
    "new tests only in another file",
    ran(0, "a:passed b:passed"),
    { red: undefined, redFiles: new Set(["c.test.ts"]) },
    "GREEN_NOT_REACHED: no new test of the files changed in RED passes",
  ],
  ["red before the task, red now", ran(1, "a:passed b:passed z:failed"), { before: before("a:passed z:failed", ["z"]) }, "holds"],
  ["it hangs", run({ kind: "timed-out", afterSeconds: 9 }), {}, "TEST_TIMEOUT: no end after 9 s"],
  ["no report anywhere", run(0), { before: before(""), red: undefined }, "holds"],
])("GREEN: %s", (_, seen, step, want) => {
  const base: GreenStep = {
    before: before("a:passed"),
    red: report("a:passed b:failed"),
    redFiles: new Set(["b.test.ts"]),
    around,
    testFiles: [],
    guarded: [],
  };
  expect(short(judgeGreen(seen, { ...base, ...step }))).toBe(want);
});

test.each<[string, TestRun, { testFiles?: GreenStep["testFiles"]; guarded?: string[] }, string]>([
  ["still green", ran(0, "a:passed b:passed"), {}, "holds"],
  ["a test fails", ran(1, "a:passed b:failed"), {}, "REFACTOR_BROKE_TESTS repeat: b"],
  ["a test is gone", ran(0, "a:passed"), {}, "REFACTOR_BROKE_TESTS: tests are gone or skipped: b"],
  ["it does not build", run(2, { reportExpected: true }), {}, "REFACTOR_BROKE_TESTS repeat: exit status 2 without a report"],
  ["it hangs", run({ kind: "timed-out", afterSeconds: 9 }), {}, "TEST_TIMEOUT: no end after 9 s"],
  ["no report, as before", run(0), {}, "holds"],
  [
    "a test file was edited",
    ran(0, "a:passed b:passed"),
    { testFiles: [{ path: "a.test.ts", change: "modified" }] },
    "REFACTOR_BROKE_TESTS: a.test.ts was modified after RED",
  ],
  [
    "the configuration was edited",
    ran(0, "a:passed b:passed"),
    { guarded: ["x-skills.json"] },
    "TESTS_WEAKENED: x-skills.json: the test command or its configuration was changed",
  ],
])("REFACTOR: %s", (_, seen, frozen, want) => {
  const step = { before: before("a:passed b:passed"), around, testFiles: [], guarded: [], ...frozen };
  expect(short(judgeRefactor(seen, step))).toBe(want);
});

test("the final run fails like GREEN", () => {
  expect(short(judgeFinal(ran(1, "a:failed"), { before: before("a:passed"), around }))).toBe("GREEN_NOT_REACHED repeat: a");
});

test.each<[string, TestRun, boolean, string, string[]]>([
  ["green", ran(0, "a:passed"), false, "holds", []],
  ["red", ran(1, "a:passed z:failed"), false, "BASELINE_RED: z", []],
  ["red, let be", ran(1, "a:passed z:failed"), true, "holds", ["z"]],
  ["red, let be, without results per test", run(1), true, "BASELINE_RED: exit status 1", []],
  ["no tests", run(0, { output: "no tests found" }), false, "TESTS_NOT_FOUND: the output says that no test ran", []],
  ["hangs", run({ kind: "timed-out", afterSeconds: 2 }), false, "TEST_TIMEOUT: no end after 2 s", []],
  ["no such command", run(127), false, "BASELINE_RED: exit status 127", []],
])("baseline: %s", (_, seen, allowRed, want, ignored) => {
  const judged = judgeBaseline(seen, { place, names }, { allowRed });
  expect(short(judged.verdict)).toBe(want);
  expect([...judged.ignored]).toEqual(ignored);
});

test.each<[string, TestRun, TestRun, string[]]>([
  ["the same", ran(1, "a:failed b:passed"), ran(1, "a:failed b:passed"), []],
  ["failed and errored are both red", ran(1, "a:failed"), ran(1, "a:errored"), []],
  ["one comes and goes", ran(1, "a:failed b:passed"), ran(0, "a:passed b:passed"), ["a"]],
  ["one is not always there", ran(1, "a:failed"), ran(1, "a:failed b:passed"), ["b"]],
  ["without reports", run(1), run(0), ["the suite as a whole"]],
  ["without reports, the same", run(1), run(2), []],
])("two runs of one tree: %s", (_, first, second, want) => {
  expect(changedOutcomes(first, second)).toEqual(want);
});
