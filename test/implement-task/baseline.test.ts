/** The suite before the first cycle: it passes, or the task does not begin (page 6, baseline; page 7, case 32). On bun only. */
import { expect } from "bun:test";
import { SHORT_SUBJECTS } from "./honest-steps.ts";
import { subjects } from "./observed.ts";
import { CALC } from "./planning.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, type TaskRow, taskRows } from "./task-rows.ts";

const RED = { "tests/old.js": 'test("an old fault", nowhere);\n' };

/** The worker is never asked, and nothing is committed. */
function stops(name: string, tests: string, row: Partial<TaskRow>): TaskRow {
  return {
    name,
    project: { files: { "tests/odd.js": `${tests}\n` } },
    subjects: [],
    changes: [],
    after: (box) => expect(box.calls()).toEqual([]),
    ...row,
  };
}

taskRows([
  stops("an unrelated test is red", 'test("an old fault", nowhere);', { errorCode: "BASELINE_RED", message: /an old fault/ }),
  ...[0, 1, 5].map((code) => stops(`no tests found with exit ${code}`, `nothing(${code});`, { errorCode: "TESTS_NOT_FOUND" })),
  stops("an empty report", "empty(0);", { errorCode: "TESTS_NOT_FOUND" }),
  stops("every test is skipped", "", {
    project: { files: { "tests/calc.js": 'test.skip("adds", add);\n' } },
    errorCode: "TESTS_NOT_FOUND",
  }),
  stops("the suite hangs", "hang();", {
    project: { files: { "tests/odd.js": "hang();\n" }, config: { timeouts: { test: 1 } } },
    errorCode: "TEST_TIMEOUT",
  }),
  stops("the suite dies by a signal", "crash();", { errorCode: "BASELINE_RED", message: /SIGSEGV/ }),
  stops("exit 3 although no test failed", "liar(3);", { errorCode: "BASELINE_RED" }),
  stops("no report, where there was one of an earlier run", "silent(0);", {
    before: (box) => box.write("repo/reports/junit.xml", '<testsuites><testsuite><testcase name="adds"/></testsuite></testsuites>'),
    errorCode: "BASELINE_RED",
  }),
  stops("the command is not there", "", {
    project: { config: { commands: { test: ["no-such-runner"] } } },
    errorCode: "BASELINE_RED",
    message: /no-such-runner|no such program/,
  }),
  {
    name: "--allow-baseline-red: named, warned about, and left out of account",
    project: { files: RED },
    args: [CALC.id, "--allow-baseline-red"],
    subjects: SHORT_SUBJECTS,
    stderr: /warn: .*an old fault/,
  },
  {
    name: "--allow-baseline-red: the old fault is no RED",
    project: { files: RED, steps: { "red-1": "echo '// more' >> tests/old.js" } },
    args: [CALC.id, "--allow-baseline-red"],
    errorCode: "RED_NOT_OBSERVED",
    subjects: [],
  },
  {
    name: "--allow-baseline-red needs results per test",
    project: { files: { ...RED, "x-skills.json": '{"commands":{"test":["sh","tools/suite.sh"]}}\n' } },
    args: [CALC.id, "--allow-baseline-red"],
    errorCode: "BASELINE_RED",
    subjects: [],
  },
  {
    name: "the fault mended by hand: the same command goes on",
    project: { files: RED },
    errorCode: "BASELINE_RED",
    after: async (box) => {
      box.git(["rm", "-q", "tests/old.js"]);
      box.git(["commit", "-q", "-m", "mended"]);
      expectEnd(await runTask(box), {});
      expect(subjects(box)).toEqual(["mended", ...SHORT_SUBJECTS]);
    },
  },
]);
