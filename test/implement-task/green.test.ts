/** GREEN with the tests as they were at RED: what is not reached, and every way to weaken a test (page 6, What is observed). On bun only. */
import { expect } from "bun:test";
import { HONEST, put, SHORT_SUBJECTS } from "./honest-steps.ts";
import { taskState } from "./observed.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";

const RED = SHORT_SUBJECTS.slice(0, 1);
const ASKED = ["red-1.1", "green-1.1", "green-1.2", "green-1.3"];

/** RED is committed, what was written for GREEN stays uncommitted, and it was asked three times. */
function notGreen(name: string, green: string, row: Partial<TaskRow> = {}): TaskRow {
  return {
    name,
    project: { steps: { "green-1": green } },
    errorCode: "GREEN_NOT_REACHED",
    subjects: RED,
    after: (box) => expect(box.calls()).toEqual(ASKED),
    ...row,
  };
}

/** Honest work, and with it this change. */
function weakened(name: string, change: string, path: string, changes: readonly string[]): TaskRow {
  const message = new RegExp(path.replaceAll(".", "\\."));
  return notGreen(name, `${HONEST["green-1"]}\n${change}`, { errorCode: "TESTS_WEAKENED", message, changes });
}

const FORGED = '<testsuites><testsuite><testcase name="subtracts" file="tests/sub.js"/></testsuite></testsuites>';
/** The suite of the project, which writes nothing and fails once there is a file \`reports/silent\`. */
const SILENT = "[ -d reports ] || mkdir reports\n[ ! -f reports/silent ] || exit 1\nexec awk -f tools/suite.awk src/*.js tests/*.js\n";

taskRows([
  notGreen("no change at all", ":", { changes: [] }),
  notGreen("code that is not what the test asks for", put("src/sub.js", "export const other = 1;"), {
    changes: ["?? src/sub.js"],
    message: /subtracts/,
    after: (box) => {
      expect(box.calls()).toEqual(ASKED);
      const lastRun = { evidence: "behavioural-red", exitCode: 1, failing: [expect.stringContaining("subtracts")] };
      expect(box.requests()[2]).toMatchObject({ kind: "green", attempt: 2, lastRun });
      expect(taskState(box)).toMatchObject({ status: "FAILED", failureReason: expect.stringContaining("GREEN_NOT_REACHED") });
    },
  }),
  notGreen("a forged report, which the suite does not write", `${put("src/sub.js", "export const other = 1;")}\n: > reports/silent`, {
    project: {
      files: { "tools/suite.sh": SILENT },
      steps: { "green-1": `${put("src/sub.js", "export const other = 1;")}\n: > reports/silent\n${put("reports/junit.xml", FORGED)}` },
    },
    changes: ["?? src/sub.js"],
  }),
  notGreen("an old test breaks", `${HONEST["green-1"]}\nsed -i '/add/d' src/calc.js`, {
    message: /adds/,
    changes: [" M src/calc.js", "?? src/sub.js"],
  }),
  weakened("the new test weakened", `sed -i 's/, sub)/, zero)/' tests/sub.js`, "tests/sub.js", [" M tests/sub.js", "?? src/sub.js"]),
  weakened("the new test skipped", `sed -i 's/test(/test.skip(/' tests/sub.js`, "tests/sub.js", [" M tests/sub.js", "?? src/sub.js"]),
  weakened("the new test deleted", "rm -f tests/sub.js", "tests/sub.js", [" D tests/sub.js", "?? src/sub.js"]),
  weakened("an old test deleted", "sed -i '/adds/d' tests/calc.js", "tests/calc.js", [" M tests/calc.js", "?? src/sub.js"]),
  weakened("the settings changed", `sed -i 's/suite.sh/other.sh/' x-skills.json`, "x-skills.json", [" M x-skills.json", "?? src/sub.js"]),
  {
    name: "the test command in package.json changed",
    project: {
      files: {
        "package.json": '{"type":"module","packageManager":"bun@1.4.5","scripts":{"test":"sh tools/suite.sh"}}\n',
        "x-skills.json": '{"coverage":{"reports":["reports/lcov.info"]}}\n',
      },
      steps: { "green-1": `${HONEST["green-1"]}\nsed -i 's/tools.suite.sh/-c true/' package.json` },
    },
    before: (box) => Bun.spawnSync(["ln", "-s", process.execPath, `${box.bin}/bun`]),
    errorCode: "TESTS_WEAKENED",
    message: /package\.json/,
    subjects: RED,
  },
  {
    name: "a dependency added to package.json is no weakening",
    project: { steps: { "green-1": `${HONEST["green-1"]}\nsed -i 's/"private"/"license": "MIT", "private"/' package.json` } },
    subjects: SHORT_SUBJECTS,
  },
  notGreen("the suite hangs", `touch reports/hang\n${HONEST["green-1"]}`, {
    project: {
      files: {
        "tools/suite.sh":
          "[ -d reports ] || mkdir reports\n[ ! -f reports/hang ] || exec sleep 60\nexec awk -f tools/suite.awk src/*.js tests/*.js\n",
      },
      steps: { "green-1": `touch reports/hang\n${HONEST["green-1"]}` },
      config: { timeouts: { test: 1 } },
    },
    errorCode: "TEST_TIMEOUT",
    after: (box) => expect(box.calls()).toEqual(ASKED.slice(0, 2)),
  }),
  {
    name: "no test of the new file passes, although all others do",
    project: {
      steps: { "green-1": `mkdir -p reports; touch reports/less`, "red-1": HONEST["red-1"]! },
      files: {
        "tools/suite.sh":
          "[ -d reports ] || mkdir reports\n[ ! -f reports/less ] || exec awk -f tools/suite.awk src/*.js tests/calc.js\nexec awk -f tools/suite.awk src/*.js tests/*.js\n",
      },
    },
    errorCode: "GREEN_NOT_REACHED",
    subjects: RED,
  },
  {
    name: "the build breaks: commands.compile",
    project: {
      config: { commands: { compile: "! grep -q broken src/*.js" } },
      steps: { "green-1": put("src/sub.js", "export const sub = 1; // broken") },
    },
    errorCode: "GREEN_NOT_REACHED",
    subjects: RED,
    message: /compile|build/i,
  },
  {
    name: "the second attempt holds",
    project: { steps: { "green-1.1": put("src/sub.js", "export const other = 1;") } },
    subjects: SHORT_SUBJECTS,
    after: (box) => expect(box.calls().slice(0, 4)).toEqual(["red-1.1", "green-1.1", "green-1.2", "refactor-1.1"]),
  },
]);
