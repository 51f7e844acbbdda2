/** Reports with less in them than their writers usually put, or with more. */
import { expect, test } from "bun:test";
import { coverageByPath } from "../../lib/coverage/covered-files.ts";
import { readCoverage } from "../../lib/coverage/read-coverage.ts";

const PLACE = { root: "/repo", workdir: "" };

/** `path 1:2 3:0 | 1:1 1:0` for each file: hits of lines, hits of branches by line (`-` where the report knows none). */
function told(text: string): readonly string[] {
  return readCoverage(text, "x").files.map(({ path, lines, branches }) => {
    const ofBranches = branches && [...branches.values()].map(({ line, hits }) => `${line}:${hits}`);
    return [path, ...[...lines].map(([line, hits]) => `${line}:${hits}`), "|", ...(ofBranches ?? ["-"])].join(" ");
  });
}

const istanbul = (file: object) => JSON.stringify({ "key.ts": { statementMap: {}, s: {}, ...file } });
const at = (line: number) => ({ start: { line } });

test.each([
  ["its path where it names one", istanbul({ path: "a.ts" }), ["a.ts |"]],
  ["below `data`, as some reporters nest it", JSON.stringify({ k: { data: { statementMap: { 0: at(3) }, s: { 0: 2 } } } }), ["k 3:2 |"]],
  ["a statement without a place is on no line", istanbul({ statementMap: { 0: {} }, s: { 0: 1, 1: 1 } }), ["key.ts |"]],
  ["a branch by its arms", istanbul({ branchMap: { 0: { locations: [at(4), at(5)] } }, b: { 0: [1, 0] } }), ["key.ts | 4:1 5:0"]],
  [
    "an arm without a place is where the branch is",
    istanbul({ branchMap: { 0: { loc: at(4), locations: [{}] } }, b: { 0: [0, 0] } }),
    ["key.ts | 4:0 4:0"],
  ],
  ["a branch by its line alone", istanbul({ branchMap: { 0: { line: 7 } }, b: { 0: [1] } }), ["key.ts | 7:1"]],
  ["a branch that its arms alone place", istanbul({ branchMap: { 0: { locations: [at(9)] } }, b: { 0: [1, 0] } }), ["key.ts | 9:1 9:0"]],
  ["hits of a branch that nothing describes", istanbul({ b: { 0: [1] } }), ["key.ts | 0:1"]],
])("istanbul: %s", (_, text, want) => {
  expect(told(text)).toEqual(want);
});

const jacoco = (body: string) => `<report name="r">${body}</report>`;

test.each([
  [
    "packages in groups",
    '<group name="g"><package name="p"><sourcefile name="A.java"><line nr="1" mi="0" ci="2"/></sourcefile></package></group>',
    ["p/A.java 1:2 |"],
  ],
  ["the package without a name", '<package><sourcefile name="A.java"><line nr="1" ci="1"/></sourcefile></package>', ["A.java 1:1 |"]],
  ["a source file without a name", "<package><sourcefile/></package>", []],
  ["a line without instructions", '<package name="p"><sourcefile name="A.java"><line nr="1"/></sourcefile></package>', ["p/A.java |"]],
  [
    "missed branches alone",
    '<package name="p"><sourcefile name="A.java"><line nr="2" mi="1" mb="2"/></sourcefile></package>',
    ["p/A.java 2:0 | 2:0 2:0"],
  ],
])("jacoco: %s", (_, body, want) => {
  expect(told(jacoco(body))).toEqual(want);
});

test.each([
  ["a block of no statement", "m/a.go:1.1,2.1 0 5", ["m/a.go | -"]],
  ["a block that no file has", "m/a.go:1.1,900000.1 1 5", ["m/a.go | -"]],
])("go: %s is no line", (_, block, want) => {
  expect(told(`mode: set\n${block}\n`)).toEqual(want);
});

test("cobertura: a class without a file name is left out", () => {
  expect(
    told(
      '<coverage><packages><package><classes><class><lines><line number="1" hits="1"/></lines></class></classes></package></packages></coverage>',
    ),
  ).toEqual([]);
});

test("lcov: a record may begin before the last has ended, totals count all the same", () => {
  expect(told("SF:a.ts\nDA:1,1\nBRF:1\nBRH:1\nSF:b.ts\nDA:1,0\nBRF:1\nBRH:0")).toEqual(["a.ts 1:1 | 0:1", "b.ts 1:0 | 0:0"]);
});

const JAVA = jacoco('<package name="com/acme"><sourcefile name="Grade.java"><line nr="1" ci="1"/></sourcefile></package>');

test.each([
  ["in two modules: which one is not known", ["a/src/main/java/com/acme/Grade.java", "b/src/main/java/com/acme/Grade.java"], []],
  ["nowhere", ["src/main/java/com/acme/Other.java"], []],
  ["once", ["src/com/acme/Grade.java"], ["src/com/acme/Grade.java"]],
])("a file that is named by its package is there %s", (_, files, want) => {
  expect([...coverageByPath([readCoverage(JAVA, "x")], new Set(files), PLACE).keys()]).toEqual(want);
});

test("of two reports one knows no branches: those of the other count", () => {
  const [plain, detailed] = ["SF:a.ts\nDA:1,1", "SF:a.ts\nDA:1,0\nBRDA:1,0,0,1"].map((text) => readCoverage(text, "x"));
  for (const reports of [
    [plain!, detailed!],
    [detailed!, plain!],
  ]) {
    const { branches } = coverageByPath(reports, new Set(["a.ts"]), PLACE).get("a.ts")!;
    expect([...branches!.values()]).toEqual([{ line: 1, hits: 1 }]);
  }
});

test("branches that only the second of two reports has are added", () => {
  const reports = ["SF:a.ts\nBRDA:1,0,0,1", "SF:a.ts\nBRDA:2,1,0,0"].map((text) => readCoverage(text, "x"));
  const { branches } = coverageByPath(reports, new Set(["a.ts"]), PLACE).get("a.ts")!;
  expect([...branches!.values()].map(({ line, hits }) => `${line}:${hits}`)).toEqual(["1:1", "2:0"]);
});
