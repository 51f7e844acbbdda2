/** The coverage of the production files that the task changed: compared as integers, holes named (page 6, coverage). On bun only. */
import { expect } from "bun:test";
import { HONEST, put, SHORT_SUBJECTS } from "./honest-steps.ts";
import { taskRows } from "./task-rows.ts";

const CALC_SOURCE = "export const zero = 0;\nexport const add = (a, b) => a + b;";
/** Honest work, and one more line of production code. */
const withMore = (line: string) => `${HONEST["green-1"]}\n${put("src/calc.js", `${CALC_SOURCE}\n${line}`)}`;
const BEFORE_LAST = SHORT_SUBJECTS.slice(0, -1);
const COVER = "test(TASK-0049-0005-001): cover missing lines";

taskRows([
  {
    name: "lines short: the holes are named by file and line",
    project: { steps: { "green-1": withMore("export const lost = 1; // never run"), coverage: ":" } },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /src\/calc\.js:3/,
    subjects: BEFORE_LAST,
    changes: [],
    after: (box) => {
      expect(box.calls().slice(-2)).toEqual(["coverage-0.1", "coverage-0.2"]);
      expect(box.requests().at(-1)).toMatchObject({ kind: "coverage", coverage: [{ file: "src/calc.js", lines: [3] }] });
    },
  },
  {
    name: "the worker adds the missing test, for which no RED is asked",
    project: {
      steps: {
        "green-1": withMore("export const lost = 1; // covered by finds"),
        coverage: put("tests/lost.js", 'test("finds", lost);'),
      },
    },
    subjects: [...BEFORE_LAST, COVER, ...SHORT_SUBJECTS.slice(-1)],
    changes: [],
    after: (_, { last }) => expect(last.coverageDelta).toMatchObject({ lineBefore: 100, lineAfter: 100 }),
  },
  {
    name: "a missing test that fails is no coverage",
    project: {
      steps: {
        "green-1": withMore("export const lost = 1; // covered by finds"),
        coverage: put("tests/lost.js", 'test("finds", nowhere);'),
      },
    },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    subjects: BEFORE_LAST,
  },
  {
    name: "a branch short",
    project: { steps: { "green-1": withMore("export const way = (a) => a ? 1 : 2; // one way"), coverage: ":" } },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /branch.*50/i,
    subjects: BEFORE_LAST,
  },
  {
    name: "branches where the format has them",
    project: { steps: { "green-1": withMore("export const way = (a) => a ? 1 : 2;") } },
    subjects: SHORT_SUBJECTS,
    after: (_, { last }) => expect(last.coverageDelta).toMatchObject({ branchAfter: 100 }),
  },
  {
    name: "94.996 % of lines fails, and is not rounded up",
    project: {
      steps: {
        "green-1": `awk 'BEGIN { print "export const sub = 1;"; for (; i < 24999; i++) print "export const a" i " = 1;" (i < 23748 ? "" : " // never run") }' > src/sub.js`,
        "refactor-1": HONEST.refactor!,
        coverage: ":",
      },
    },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /94\.99/,
  },
  {
    name: "no report",
    project: { config: { coverage: { reports: ["reports/none.info"] } }, steps: { coverage: ":" } },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /reports\/none\.info/,
  },
  {
    name: "a report of an earlier run does not count",
    project: { config: { coverage: { reports: ["reports/old.info"] } }, steps: { coverage: ":" } },
    before: (box) => box.write("repo/reports/old.info", "SF:src/calc.js\nDA:1,1\nend_of_record\nSF:src/sub.js\nDA:1,1\nend_of_record\n"),
    errorCode: "COVERAGE_BELOW_THRESHOLD",
  },
  {
    name: "a changed file that the report does not mention",
    project: { steps: { "green-1": `${HONEST["green-1"]}\nmkdir -p lib; echo 'export const x = 1;' > lib/x.js`, coverage: ":" } },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /no coverage data: lib\/x\.js/,
  },
  {
    name: "excluded files need none, and are named in the result",
    project: {
      config: { coverage: { exclude: ["lib/**"] } },
      steps: { "green-1": `${HONEST["green-1"]}\nmkdir -p lib; echo 'export const x = 1;' > lib/x.js` },
    },
    subjects: SHORT_SUBJECTS,
    after: (_, { last, stderr }) => expect(JSON.stringify(last) + stderr).toContain("lib/**"),
  },
  {
    name: "a threshold may be raised",
    project: {
      config: { coverage: { branch: 100 } },
      steps: { "green-1": withMore("export const way = (a) => a ? 1 : 2; // one way"), coverage: ":" },
    },
    errorCode: "COVERAGE_BELOW_THRESHOLD",
    message: /100/,
  },
  {
    name: "a threshold may not be lowered",
    project: { config: { coverage: { line: 80 } } },
    code: 64,
    stderr: /no bypass/,
    after: (box, { stdout }) => expect([stdout, box.calls()]).toEqual(["", []]),
  },
  {
    name: "a coverage command of its own",
    project: {
      config: { commands: { coverage: ["sh", "tools/cover.sh"] } },
      files: { "tools/cover.sh": "sh tools/suite.sh && echo covered >> reports/covered\n" },
    },
    subjects: SHORT_SUBJECTS,
    after: (box) => expect(box.read("reports/covered")).toContain("covered"),
  },
]);
