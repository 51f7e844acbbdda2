import { expect, test } from "bun:test";
import { DataError } from "../../lib/errors.ts";
import { readJunit } from "../../lib/testing/junit.ts";
import { mayBeIn, mergeReports, type TestReport } from "../../lib/testing/test-report.ts";
import { observedReport, place } from "./observed.ts";

const lines = (report: TestReport) => report.tests.map(({ status, id }) => `${status} ${id}`);

test.each([
  [
    "bun-mixed",
    [
      "passed sum.test.ts > adds",
      'failed sum.test.ts > group <a> & "b" > fails',
      'failed sum.test.ts > group <a> & "b" > fails #2',
      'failed sum.test.ts > group <a> & "b" > inner > throws',
      'skipped sum.test.ts > group <a> & "b" > skipped',
      'skipped sum.test.ts > group <a> & "b" > later',
    ],
  ],
  [
    "deno-mixed",
    [
      "passed sum_test.ts > adds",
      "failed sum_test.ts > fails <&>",
      "skipped sum_test.ts > ignored",
      "failed sum_test.ts > steps",
      "passed sum_test.ts > steps > one",
      "failed sum_test.ts > steps > two",
    ],
  ],
  [
    "node-mixed",
    [
      "passed adds",
      "failed group <a> > fails",
      "passed group <a> > ok",
      "skipped group <a> > skipped",
      "skipped group <a> > later",
      "failed group <a> > inner > throws",
      "passed with subtests > sub ok",
      "failed with subtests > sub bad",
    ],
  ],
  ["node24-mixed", ["passed sum.test.mjs > adds", "failed sum.test.mjs > group > fails"]],
  [
    "vitest-mixed",
    [
      "passed sum.test.mjs > adds",
      "failed sum.test.mjs > group <a> > fails",
      "skipped sum.test.mjs > group <a> > skipped",
      "skipped sum.test.mjs > group <a> > later",
      "failed sum.test.mjs > group <a> > inner > throws",
    ],
  ],
  [
    "jest-file",
    [
      "passed sum.test.js > adds",
      "failed sum.test.js > group <a> fails",
      "skipped sum.test.js > group <a> skipped",
      "passed sum.test.js > group <a> later",
      "failed sum.test.js > group <a> inner throws",
    ],
  ],
  [
    "pytest-mixed",
    [
      "passed tests.test_calc > test_adds",
      "failed tests.test_calc.TestGroup > test_fails",
      "skipped tests.test_calc.TestGroup > test_skipped",
      "skipped tests.test_calc.TestGroup > test_xfail",
      "passed tests.test_calc > test_param[1]",
      "failed tests.test_calc > test_param[2]",
      "errored tests.test_calc > test_errors",
    ],
  ],
  [
    "surefire-CalcTest",
    [
      "errored com.acme.CalcTest > errors",
      "passed com.acme.CalcTest > adds",
      "failed com.acme.CalcTest > fails",
      "skipped com.acme.CalcTest > skipped",
    ],
  ],
  ["gradle-mixed", ["passed com.acme.CalcTest > adds()", "failed com.acme.CalcTest > fails()", "skipped com.acme.CalcTest > later()"]],
  [
    "go-mixed",
    [
      "failed example.com/lab/calc > TestFails",
      "failed example.com/lab/calc > TestTable/two_two",
      "failed example.com/lab/calc > TestTable",
      "skipped example.com/lab/calc > TestSkipped",
      "passed example.com/lab/calc > TestAdds",
      "passed example.com/lab/calc > TestTable/one",
    ],
  ],
  ["nextest-mixed", ["passed lab > tests::adds", "failed lab > tests::fails", "passed lab::it > adds"]],
])("%s reads into one model", (name, want) => {
  expect(lines(observedReport(name))).toEqual(want);
});

test("several files of surefire are one report", () => {
  const merged = mergeReports([observedReport("surefire-CalcTest"), observedReport("surefire-OtherTest")]);
  expect(lines(merged).at(-1)).toBe("passed com.acme.OtherTest > fine");
  expect(merged.tests).toHaveLength(5);
});

test.each([
  ["node-missing", "/repo/sub/missing.test.mjs", "sub/missing.test.mjs"],
  ["node-toplevel", "/repo/sub/toplevel.test.mjs", "sub/toplevel.test.mjs"],
  ["node-crash", "/repo/a.test.mjs", "a.test.mjs"],
  ["node24-mixed", "sub/broken.test.mjs", "sub/broken.test.mjs"],
  ["vitest-missing", "sub/missing.test.mjs", "sub/missing.test.mjs"],
  ["vitest-empty", "sub/empty.test.mjs", "sub/empty.test.mjs"],
  ["pytest-missing", "case.test_missing", undefined],
  ["jest-file", "sub/missing.test.js", "sub/missing.test.js"],
])("%s: a file that did not load is no test", (name, label, file) => {
  const [broken] = observedReport(name).broken;
  expect(broken).toMatchObject({ label, file });
});

test("terminal escapes are dropped, as bytes and as references", () => {
  const text = `<testsuite name="a"><testcase name="x" classname="A.b"><failure message="\u001b[31mred&#27;[0m &lt;&#x1B;"/></testcase></testsuite>`;
  expect(readJunit(text, "r.xml", place).tests[0]?.message).toBe("[31mred[0m <");
});

test("no entity of the document is expanded, no DTD is asked for", () => {
  const text = `<!DOCTYPE t SYSTEM "http://nowhere.invalid/t.dtd" [<!ENTITY e "boom"><!ENTITY f SYSTEM "file:///etc/passwd">]>
    <testsuite name="a"><testcase name="&e;&f;" classname="A.b"/></testsuite>`;
  expect(readJunit(text, "r.xml", place).tests[0]?.name).toBe("&e;&f;");
});

test.each([
  ["cut off", `<testsuites><testsuite name="a"><testcase name="x"/>`],
  ["empty", ""],
  ["not XML", "no tests found"],
  ["another document", "<report/>"],
  ["nested without end", `${"<testsuite>".repeat(100_000)}${"</testsuite>".repeat(100_000)}`],
])("a report that is %s is an error", (_, text) => {
  expect(() => readJunit(text, "r.xml", place)).toThrow(DataError);
});

test.each([
  ["tests/test_calc.py", { file: undefined, group: "tests.test_calc.TestGroup" }, true],
  ["tests/test_other.py", { file: undefined, group: "tests.test_calc.TestGroup" }, false],
  ["src/test/java/com/acme/CalcTest.java", { file: undefined, group: "com.acme.CalcTest$Inner" }, true],
  ["src/test/java/com/acme/OtherTest.java", { file: undefined, group: "com.acme.CalcTest" }, false],
  ["calc/calc_test.go", { file: undefined, group: "example.com/lab/calc" }, true],
  ["greet/greet_test.go", { file: undefined, group: "example.com/lab/calc" }, false],
  ["a.test.ts", { file: "a.test.ts", group: "" }, true],
  ["a.test.ts", { file: "b.test.ts", group: "" }, false],
  ["a.test.js", { file: undefined, group: "a group and a name" }, true],
])("%s may hold the test: %p %p", (file, where, want) => {
  expect(mayBeIn({ id: "x", name: "x", status: "passed", message: "", ...where }, file)).toBe(want);
});
