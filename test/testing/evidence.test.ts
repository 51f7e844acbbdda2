import { expect, test } from "bun:test";
import { classify, type Evidence, type Surroundings } from "../../lib/testing/evidence.ts";
import type { RunEnd, TestRun } from "../../lib/testing/test-run.ts";
import { observed, place, run } from "./observed.ts";

/** Each small project has one file that cannot be loaded, and it is the one that the step changed. */
const CHANGED = [
  ..."bun missing name pkg syntax toplevel empty".split(" ").map((name) => `sub/${name}.test.ts`),
  ..."missing name pkg syntax toplevel empty"
    .split(" ")
    .flatMap((name) => [`sub/${name}.test.mjs`, `sub/${name}.test.js`, `sub/${name}_test.ts`]),
  ..."missing name pkg syntax toplevel empty".split(" ").map((name) => `case/test_${name}.py`),
  ..."sub/cjs.test.cjs sub/cjspkg.test.cjs sub/member_test.ts sub/types_test.ts x/x_test.go tests/it.rs mis.test.ts".split(" "),
  "src/test/java/com/acme/XTest.java",
];

const AROUND: Surroundings = {
  place,
  names: {
    files: new Set(["pkg/__init__.py", "pkg/calc.py", "src/main/java/com/acme/Calc.java", "sum.ts"]),
    own: ["example.com/lab", "lab"],
    declared: new Set(),
    planned: "",
  },
  changedTests: new Set(CHANGED),
  ignored: new Set(),
};

const evidence = (seen: TestRun, around: Partial<Surroundings> = {}) => classify(seen, { ...AROUND, ...around }).evidence;

test.each<[Evidence, string]>([
  [
    "behavioural-red",
    "bun-mixed deno-mixed node-mixed vitest-mixed vitest-name jest-mixed jest-name pytest-mixed pytest-attr go-mixed go-panic",
  ],
  ["behavioural-red", "cargo-mixed maven-mixed node-partial"],
  ["compile-error", "bun-missing bun-name bun-partial deno-missing deno-name deno-member deno-name-nocheck deno-partial"],
  ["compile-error", "node-missing node-name node-cjs vitest-missing jest-missing pytest-missing pytest-name pytest-partial"],
  ["compile-error", "go-member cargo-name cargo-missing cargo-member maven-missing"],
  [
    "load-error",
    "bun-pkg bun-syntax bun-toplevel deno-pkg deno-syntax deno-types deno-toplevel node-pkg node-cjspkg node-syntax node-toplevel",
  ],
  ["load-error", "vitest-pkg vitest-syntax vitest-toplevel vitest-empty jest-pkg jest-syntax jest-toplevel jest-empty node-crash bun-exit"],
  ["load-error", "pytest-pkg pytest-syntax pytest-toplevel go-types go-syntax cargo-pkg cargo-types cargo-syntax"],
  [
    "zero-tests",
    "bun-none bun-empty bun-filterfile deno-none node-none vitest-none jest-none pytest-none pytest-empty pytest-filter go-filter",
  ],
  ["zero-tests", "cargo-filter"],
  ["all-skipped", "bun-skipped deno-skipped deno-filter node-skipped node-filter vitest-skipped vitest-filter jest-skipped pytest-skipped"],
  ["signal", "bun-crash"],
])("%s: %s", (want, names) => {
  const got = Object.fromEntries(names.split(" ").map((name) => [name, evidence(observed(name))]));
  expect(got).toEqual(Object.fromEntries(names.split(" ").map((name) => [name, want])));
});

test.each<[Evidence, string]>([
  ["behavioural-red", "bun-mixed deno-mixed node-mixed vitest-mixed jest-mixed pytest-mixed go-mixed"],
  ["compile-error", "bun-missing bun-name deno-missing node-missing node-name vitest-missing jest-missing pytest-missing go-member"],
  ["load-error", "bun-pkg bun-syntax deno-syntax node-pkg vitest-pkg jest-syntax pytest-pkg go-syntax"],
  ["zero-tests", "bun-none deno-none node-none vitest-none jest-none pytest-none go-filter"],
  ["all-skipped", "bun-skipped deno-skipped node-skipped vitest-skipped jest-skipped pytest-skipped"],
])("without a report, from status and output alone, %s: %s", (want, names) => {
  const got = Object.fromEntries(names.split(" ").map((name) => [name, evidence(observed(name, { withReport: false }))]));
  expect(got).toEqual(Object.fromEntries(names.split(" ").map((name) => [name, want])));
});

test.each<[string, RunEnd | number, string, Evidence]>([
  ["exit 0 and silence", 0, "", "green"],
  ["a failing script of one's own", 1, "expected 3, got 4", "behavioural-red"],
  ["no tests, exit 0", 0, "no tests found", "zero-tests"],
  ["no tests, exit 1", 1, "No tests found, exiting with code 1", "zero-tests"],
  ["no tests, exit 5", 5, "no tests ran in 0.01s", "zero-tests"],
  ["go without test files", 0, "?   \texample.com/a\t[no test files]", "zero-tests"],
  ["go, one package has tests", 0, "?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.1s", "green"],
  ["unittest, none", 5, "\nRan 0 tests in 0.000s\n\nNO TESTS RAN", "zero-tests"],
  ["unittest, all skipped", 0, "ss\nRan 2 tests in 0.000s\n\nOK (skipped=2)", "all-skipped"],
  ["mocha", 1, "\n  1 passing (4ms)\n  1 failing\n", "behavioural-red"],
  ["the shell found no command", 127, "sh: 1: vitest: not found", "could-not-start"],
  ["not executable", 126, "sh: ./test.sh: Permission denied", "could-not-start"],
  ["no such program", { kind: "not-started", reason: "no such file" }, "", "could-not-start"],
  ["hangs", { kind: "timed-out", afterSeconds: 900 }, "1 passed", "timeout"],
  ["killed", { kind: "signalled", signal: "SIGKILL" }, "", "signal"],
  ["a child of the shell died", 139, "Segmentation fault", "signal"],
])("without a report, %s", (_, end, output, want) => {
  expect(evidence(run(end, { output }))).toBe(want);
});

const passed = { id: "a", file: undefined, group: "", name: "a", status: "passed", message: "" } as const;
const red = { ...passed, id: "b", name: "b", status: "failed" } as const;

test.each<[string, Partial<TestRun>, number, Evidence]>([
  ["passes, exit 0", { report: { tests: [passed], broken: [] } }, 0, "green"],
  ["passes, but the runner failed (a threshold, a hook)", { report: { tests: [passed], broken: [] } }, 1, "load-error"],
  ["fails, exit 0", { report: { tests: [passed, red], broken: [] } }, 0, "behavioural-red"],
  ["fails 139 times", { report: { tests: [red], broken: [] } }, 139, "behavioural-red"],
  ["report asked for and not there", { reportExpected: true }, 0, "load-error"],
  ["report asked for, runner failed", { reportExpected: true }, 1, "load-error"],
  [
    "a broken file that nothing explains",
    { report: { tests: [passed], broken: [{ file: "a.ts", label: "a.ts", message: "boom" }] } },
    1,
    "load-error",
  ],
])("with a report, %s", (_, rest, code, want) => {
  expect(evidence(run(code, rest))).toBe(want);
});

test("a test that was red before counts for nothing, and explains the failing status", () => {
  const seen = run(1, { report: { tests: [passed, red], broken: [] } });
  expect(evidence(seen, { ignored: new Set(["b"]) })).toBe("green");
});

test.each([
  [
    "the importer is no test file of this step",
    "bun-missing",
    { changedTests: new Set(["other.test.ts"]) },
    "sub/missing.test.ts is no test file of this step",
  ],
  [
    "a module outside Go's own",
    "go-external",
    {
      ignored: new Set([
        "example.com/lab/calc > TestFails",
        "example.com/lab/calc > TestTable",
        "example.com/lab/calc > TestTable/two_two",
      ]),
    },
    "'github.com/stretchr/testify/assert' is no module of the project",
  ],
  ["a package of npm", "bun-pkg", {}, "'left-pad-x' is no module of the project"],
])("load-error says why: %s", (_, name, around, why) => {
  const { evidence: word, detail } = classify(observed(name), { ...AROUND, ...around });
  expect(word).toBe("load-error");
  expect(detail).toContain(why);
});

test("files that did not load are named by path", () => {
  expect(classify(observed("bun-partial"), AROUND).brokenFiles).toEqual(["mis.test.ts"]);
  expect(classify(observed("pytest-partial"), AROUND).brokenFiles).toEqual(["case/test_missing.py"]);
});
