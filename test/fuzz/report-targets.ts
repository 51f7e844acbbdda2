/** Test reports and what runners print, from recorded runs of every runner we know. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../lib/errors.ts";
import { compareTests } from "../../lib/testing/compare-tests.ts";
import { classify, EVIDENCE } from "../../lib/testing/evidence.ts";
import { readJunit } from "../../lib/testing/junit.ts";
import { byId, type TestReport } from "../../lib/testing/test-report.ts";
import { ROOT } from "../harness/repository.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedText, pick } from "./mutations.ts";
import { mutatedXml } from "./xml-mutations.ts";

const FOLDER = join(ROOT, "test/fixtures/runs");
const PLACE = { root: "/repo", workdir: "" };
const NOTHING: ReadonlySet<string> = new Set();
const STATUSES: ReadonlySet<string> = new Set(["passed", "failed", "errored", "skipped"]);
const AROUND = {
  place: PLACE,
  names: { files: new Set(["src/calc.js", "tests/calc.test.js"]), own: ["demo"], declared: NOTHING, planned: "`src/sub.js`" },
  changedTests: new Set(["tests/calc.test.js", "calc_test.go"]),
  ignored: NOTHING,
};

const REPORTS = recorded(".xml");
const OUTPUTS = recorded(".txt");

const XML_WORDS: readonly string[] = [
  "<testsuite>",
  "</testsuite>",
  '<testcase name="a" classname="b"/>',
  '<testcase name="a" file="tests/a.test.js">',
  "<failure/>",
  '<error message="&#27;[31mx"/>',
  "<skipped/>",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  '<?xml version="1.0" encoding="utf-16"?>',
  "<!DOCTYPE x [<!ENTITY a 'b'>]>",
  "&a;",
  "&#xd800;",
  "&#99999999;",
  "&lt;",
  "<",
  ">",
  'name=""',
  " file='/repo/tests/a.test.js:3:4'",
];
const OUTPUT_WORDS: readonly string[] = [
  "Cannot find module './a.js' from 'tests/a.test.js'\n",
  "SyntaxError: ",
  "ModuleNotFoundError: No module named 'a'\n",
  "error[E0432]: unresolved import\n --> src/a.rs:1:5\n",
  "# example/calc\n./a.go:1:2: undefined: Sub\n",
  "[ERROR] /repo/src/A.java:[1,2] cannot find symbol\n",
  "error TS2305: ",
  "  0 pass\n",
  "Ran 3 tests in 0.1s\n",
  "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n",
  "--- PASS: ",
  "ok  \tx\n",
  "99999999999999999999 passed",
  "\u001b[31m",
];

/** A report is read or refused; read, its ids are unique, and nothing changed between it and itself. */
export const junitTarget: Target = {
  name: "junit",
  share: 90,
  make: (random) => ({ "report.xml": mutatedXml(random, pick(random, REPORTS), XML_WORDS) }),
  run(input) {
    try {
      checkReport(readJunit(new TextDecoder().decode(input["report.xml"]), "report.xml", PLACE));
      return "read";
    } catch (error) {
      if (error instanceof DataError && /^Cannot read report\.xml: \S[^\n]*$/.test(error.message)) return "refused";
      throw error;
    }
  },
};

/** Whatever a runner printed and however it ended: one word of evidence, a failing end is never green. */
export const outputTarget: Target = {
  name: "runner-output",
  share: 60,
  make(random) {
    const code = pick(random, ["0", "1", "2", "101", "127", "139"]);
    return { output: mutatedText(random, pick(random, OUTPUTS), OUTPUT_WORDS), code: new TextEncoder().encode(code) };
  },
  run(input) {
    const [output, code] = ["output", "code"].map((name) => new TextDecoder().decode(input[name])) as [string, string];
    const end = { kind: "exited", code: Number(code) } as const;
    const { evidence } = classify({ end, output, reportExpected: false, report: undefined }, AROUND);
    if (!EVIDENCE.includes(evidence)) throw new Error(`evidence ${evidence}`);
    if (evidence === "green" && end.code !== 0) throw new Error(`green with exit ${code}`);
    return evidence;
  },
};

function checkReport(report: TestReport): void {
  const { tests } = report;
  if (byId(tests).size !== tests.length) throw new Error(`two tests of one id: ${tests.map(({ id }) => id)}`);
  const strange = tests.find(({ status }) => !STATUSES.has(status));
  if (strange !== undefined) throw new Error(`status ${strange.status}`);
  const { added, vanished, broken, skipped } = compareTests({ tests: byId(tests), ignored: NOTHING }, report);
  if (added.length + vanished.length + broken.length + skipped.length > 0) throw new Error("the report differs from itself");
}

function recorded(extension: string): readonly string[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(extension));
  return names.sort().map((name) => readFileSync(join(FOLDER, name), "utf8"));
}
