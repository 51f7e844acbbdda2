/** RED is observed, not believed: every way for a first step to be none (page 6, RED is one of; page 7, case 32). On bun only. */
import { expect } from "bun:test";
import { HONEST, put, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, fileAt, taskBranch, taskState } from "./observed.ts";
import { CALC } from "./planning.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";

const THREE_ATTEMPTS = ["red-1.1", "red-1.2", "red-1.3"];
/** A new test file with these lines. */
const newTest = (...lines: string[]) => put("tests/new.js", lines.join("\n"));
const FORGED =
  '<testsuites><testsuite><testcase name="subtracts" file="tests/new.js"><failure message="no"/></testcase></testsuite></testsuites>';

/** Nothing is committed, what the worker wrote stays, and it was asked three times. */
function notRed(name: string, red: string, row: Partial<TaskRow> = {}): TaskRow {
  return {
    name,
    project: { steps: { "red-1": red } },
    errorCode: "RED_NOT_OBSERVED",
    subjects: [],
    changes: ["?? tests/new.js"],
    after: (box) => expect(box.calls()).toEqual(THREE_ATTEMPTS),
    ...row,
  };
}

taskRows([
  notRed("a new test that passes at once", newTest('test("zero again", zero);'), {
    after: (box, { last }) => {
      expect(box.calls()).toEqual(THREE_ATTEMPTS);
      expect(Object.keys(last).join(" ")).toBe("status taskId errorCode phase step message log");
      expect(last).toMatchObject({ status: "FAILED", taskId: CALC.id, phase: "Phase-2-TDD" });
      expect(taskState(box)).toMatchObject({ status: "FAILED", failureReason: expect.stringContaining("RED_NOT_OBSERVED") });
      expect(box.git(["symbolic-ref", "--short", "HEAD"])).toBe(taskBranch(box));
    },
  }),
  notRed("no change at all", ":", { changes: [] }),
  notRed("'limit reached' and exit 0", "echo limit reached", { changes: [], message: /limit reached/ }),
  notRed("a file that is no test", "echo words > notes.md", { errorCode: "RED_TOUCHED_PRODUCTION", changes: ["?? notes.md"] }),
  notRed(
    "production touched beside a failing test",
    `${newTest('test("subtracts", sub);')}\necho 'export const more = 1;' >> src/calc.js`,
    {
      errorCode: "RED_TOUCHED_PRODUCTION",
      message: /src\/calc\.js/,
      changes: [" M src/calc.js", "?? tests/new.js"],
    },
  ),
  notRed("a new failing test, an old one broken", `${newTest('test("subtracts", sub);')}\nsed -i 's/, add/, no/' tests/calc.js`, {
    message: /adds/,
    changes: [" M tests/calc.js", "?? tests/new.js"],
  }),
  notRed("a new failing test, an old one gone", `${newTest('test("subtracts", sub);')}\nsed -i '/adds/d' tests/calc.js`, {
    message: /adds/,
    changes: [" M tests/calc.js", "?? tests/new.js"],
  }),
  notRed(
    "a new failing test, an old one skipped",
    `${newTest('test("subtracts", sub);')}\nsed -i 's/test("adds/test.skip("adds/' tests/calc.js`,
    {
      message: /adds/,
      changes: [" M tests/calc.js", "?? tests/new.js"],
    },
  ),
  notRed("only an old test made to fail", "sed -i 's/, add/, no/' tests/calc.js", { message: /adds/, changes: [" M tests/calc.js"] }),
  notRed("a package from outside that is not installed", newTest('import "left-pad";', 'test("subtracts", sub);'), { message: /left-pad/ }),
  notRed("every test skipped", `sed -i 's/test(/test.skip(/' tests/calc.js\n${newTest('test.skip("subtracts", sub);')}`, {
    changes: [" M tests/calc.js", "?? tests/new.js"],
  }),
  notRed("the suite dies by a signal", newTest("crash();"), { message: /SIGSEGV/ }),
  ...[0, 1, 5].map((code) => notRed(`no tests found with exit ${code}`, newTest(`nothing(${code});`))),
  notRed("an empty report and exit 0", newTest("empty(0);")),
  notRed("exit 3 although no test failed", newTest('test("zero again", zero);', "liar(3);")),
  notRed(
    "a forged report, which the suite does not write",
    `${newTest("silent(1);")}\nmkdir -p reports\n${put("reports/junit.xml", FORGED)}`,
  ),
  notRed("the suite hangs", newTest("hang();"), {
    project: { steps: { "red-1": newTest("hang();") }, config: { timeouts: { test: 1 } } },
    errorCode: "TEST_TIMEOUT",
    after: (box) => expect(box.calls()).toEqual(["red-1.1"]),
  }),
  notRed("an old test fails once: the suite is flaky", `${newTest('test("subtracts", sub);')}\ntouch reports/flaky`, {
    project: {
      files: { "tests/flaky.js": 'flaky("now and then");\n' },
      steps: { "red-1": `${newTest('test("subtracts", sub);')}\ntouch reports/flaky` },
    },
    errorCode: "FLAKY_SUITE",
    message: /now and then/,
    after: () => undefined,
  }),
  {
    name: "the second attempt holds, and was told what the first came to",
    project: { steps: { "red-1.1": "echo // >> tests/calc.js", "red-1": `git checkout -q tests/calc.js\n${HONEST["red-1"]}` } },
    subjects: SHORT_SUBJECTS,
    after: (box) => {
      expect(box.calls().slice(0, 3)).toEqual(["red-1.1", "red-1.2", "green-1.1"]);
      expect(box.requests()[1]).toMatchObject({ kind: "red", attempt: 2, lastRun: { evidence: "green", exitCode: 0, failing: [] } });
    },
  },
  {
    name: "a lock file may change in RED, and is committed with it",
    project: { steps: { "red-1": `${HONEST["red-1"]}\necho lock > bun.lock` } },
    subjects: SHORT_SUBJECTS,
    stderr: /bun\.lock/,
    after: (box) => {
      const red = box.git(["rev-list", "--reverse", `develop..${taskBranch(box)}`]).split("\n")[0]!;
      expect(fileAt(box, red, "bun.lock")).toBe("lock");
    },
  },
  {
    name: "the report of an earlier run does not count",
    project: { steps: { "red-1": newTest("silent(1);") } },
    before: (box) => box.write("repo/reports/junit.xml", FORGED),
    errorCode: "RED_NOT_OBSERVED",
    after: (box) => expect(branches(box)).toHaveLength(2),
  },
]);
