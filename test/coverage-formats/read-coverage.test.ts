import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { coverageByPath } from "../../lib/coverage/covered-files.ts";
import type { CoverageReport, FileCoverage } from "../../lib/coverage/file-coverage.ts";
import { readCoverage } from "../../lib/coverage/read-coverage.ts";
import { DataError } from "../../lib/errors.ts";

const FOLDER = join(import.meta.dir, "../fixtures/coverage");
const fixture = (name: string) => readCoverage(readFileSync(join(FOLDER, name), "utf8"), name);
const lcov = (...lines: string[]) => readCoverage(["SF:a.ts", ...lines, "end_of_record"].join("\n"), "lcov.info");

const lines = ({ lines: hits }: FileCoverage) => [...hits].map(([line, n]) => `${line}:${n}`).join(" ");
const branches = ({ branches: hits }: FileCoverage) => hits && [...hits.values()].map(({ line, hits: n }) => `${line}:${n}`).join(" ");
const one = (report: CoverageReport) => {
  expect(report.files).toHaveLength(1);
  return report.files[0]!;
};

test.each([
  ["bun.lcov", "lcov", "1:1 2:1 3:0 6:1 7:1 10:0 11:0", undefined],
  ["deno.lcov", "lcov", "1:1 2:1 3:0 4:0 6:1 7:1 8:1 10:0 11:0 12:0", "2:0 2:1 7:0 7:1"],
  ["jest.lcov", "lcov", "1:1 2:1 3:0 6:1 7:1", "2:0 2:1 7:1 7:0"],
  ["jest-cobertura.xml", "cobertura", "1:1 2:1 3:0 6:1 7:1", "2:1 2:0 7:1 7:0"],
  ["jest-istanbul.json", "istanbul", "1:1 2:1 3:0 6:1 7:1", "2:0 2:1 7:1 7:0"],
  ["jacoco.xml", "jacoco", "4:2 5:0 7:6", "4:1 4:0 7:1 7:0"],
  ["go.out", "go", "3:1", undefined],
])("%s reads as %s", (name, format, wantLines, wantBranches) => {
  const report = fixture(name);
  expect(report.format).toBe(format as CoverageReport["format"]);
  expect(lines(one(report))).toBe(wantLines);
  expect(branches(one(report))).toBe(wantBranches);
});

test.each([
  ["no branch lines at all", ["DA:1,1"], "1:1", undefined],
  ["BRF:0, no branch in the file", ["DA:1,1", "BRF:0", "BRH:0"], "1:1", ""],
  ["BRDA with - is a branch not taken", ["DA:1,0", "BRDA:1,0,0,-", "BRDA:1,0,1,-"], "1:0", "1:0 1:0"],
  ["BRH > BRF beside details: the details count", ["DA:1,1", "BRDA:1,0,0,1", "BRDA:1,0,1,0", "BRF:2", "BRH:5"], "1:1", "1:1 1:0"],
  ["BRH > BRF without details says nothing", ["DA:1,1", "BRF:2", "BRH:5"], "1:1", undefined],
  ["totals without details", ["DA:1,1", "BRF:3", "BRH:1"], "1:1", "0:1 0:0 0:0"],
  ["line 0 and no line", ["DA:0,5", "DA:-1,1", "DA:x,1", "DA:,", "DA:2,1"], "2:1", undefined],
  ["hits that are none", ["DA:1,-3", "DA:2,abc", "DA:3,1e3"], "1:0 2:0 3:1000", undefined],
  ["a checksum behind", ["DA:1,2,abcdef=="], "1:2", undefined],
  ["a branch name with a comma", ["DA:1,1", "BRDA:1,0,if (a, b),1", "BRDA:1,0,else,0"], "1:1", "1:1 1:0"],
])("lcov: %s", (_, text, wantLines, wantBranches) => {
  expect(lines(one(lcov(...text)))).toBe(wantLines);
  expect(branches(one(lcov(...text)))).toBe(wantBranches);
});

test("lcov: a file named twice is one file, its lines counted once", () => {
  const text = "TN:a\nSF:a.ts\nDA:1,0\nDA:2,1\nend_of_record\nTN:b\nSF:a.ts\r\nDA:1,3\r\nend_of_record\r\n";
  expect(lines(one(readCoverage(text, "x")))).toBe("1:3 2:1");
});

test("lcov: the last record may lack its end", () => {
  expect(lines(one(readCoverage("SF:a.ts\nDA:1,1", "x")))).toBe("1:1");
});

test("an empty report is one of no files", () => {
  expect(readCoverage("", "x").files).toEqual([]);
  expect(readCoverage("mode: set\n", "x").files).toEqual([]);
  expect(readCoverage("{}", "x").files).toEqual([]);
  expect(readCoverage("<coverage/>", "x").files).toEqual([]);
});

test("go: of blocks that share a line, one that ran covers it", () => {
  const text = "mode: count\nm/a.go:3.10,5.4 1 2\nm/a.go:5.4,7.3 1 0\nm/a.go:3.10,5.4 1 0\n";
  expect(lines(one(readCoverage(text, "x")))).toBe("3:2 4:2 5:2 6:0 7:0");
});

test("cobertura: classes of one file are one file, methods count only where the class has no lines", () => {
  const of = (body: string) => `<class filename="a.py">${body}</class>`;
  const methods = `<methods><method name="m"><lines><line number="1" hits="9"/></lines></method></methods>`;
  const text = (classes: string) =>
    `<coverage branch-rate="0" branches-valid="0"><packages><package><classes>${classes}</classes></package></packages></coverage>`;
  expect(lines(one(readCoverage(text(of(methods)), "x")))).toBe("1:9");
  const two = of(`${methods}<lines><line number="1" hits="0"/></lines>`) + of(`<lines><line number="2" hits="1"/></lines>`);
  const file = one(readCoverage(text(two), "x"));
  expect(lines(file)).toBe("1:0 2:1");
  expect(branches(file)).toBeUndefined();
});

test.each([
  ["cut-off XML", "<coverage><packages>"],
  ["another XML", "<testsuite/>"],
  ["cut-off JSON", `{"a.ts":`],
  ["JSON of something else", `{"a.ts": {"hits": 3}}`],
  ["a page of text", "All files | 100"],
])("%s is an error that names the report", (_, text) => {
  expect(() => readCoverage(text, "coverage/x")).toThrow(DataError);
  expect(() => readCoverage(text, "coverage/x")).toThrow("Cannot read coverage/x: ");
});

const FILES = new Set([
  "src/grade.ts",
  "calc/calc.go",
  "core/src/main/java/com/acme/Grade.java",
  "core/src/test/java/com/acme/Grade.java",
  "pkg/calc.py",
]);
test.each([
  ["bun.lcov", "/repo", "src/grade.ts"],
  ["deno.lcov", "/repo", "src/grade.ts"],
  ["go.out", "/repo", "calc/calc.go"],
  ["jacoco.xml", "/repo", "core/src/main/java/com/acme/Grade.java"],
  ["deno.lcov", "/elsewhere", undefined],
])("%s in %s is about %s", (name, root, want) => {
  expect([...coverageByPath([fixture(name)], FILES, { root, workdir: "" }).keys()]).toEqual(want === undefined ? [] : [want]);
});

test.each([
  ["Windows", "SF:C:\\work\\repo\\src\\grade.ts\nDA:1,1", { root: "C:\\work\\repo", workdir: "" }],
  ["below a package of a monorepo", "SF:grade.ts\nDA:1,1", { root: "/repo", workdir: "src" }],
  ["a file URL", "SF:file:///repo/src/grade.ts\nDA:1,1", { root: "/repo", workdir: "" }],
])("paths: %s", (_, text, place) => {
  expect([...coverageByPath([readCoverage(text, "x")], FILES, place).keys()]).toEqual(["src/grade.ts"]);
});

test("cobertura's sources are where its file names begin", () => {
  const text = `<coverage><sources><source>/repo/pkg</source></sources><packages><package><classes><class filename="calc.py"><lines><line number="1" hits="1"/></lines></class></classes></package></packages></coverage>`;
  expect([...coverageByPath([readCoverage(text, "x")], FILES, { root: "/repo", workdir: "" }).keys()]).toEqual(["pkg/calc.py"]);
});

test("several reports of one run are one: a line or branch that any of them covers is covered", () => {
  const place = { root: "/repo", workdir: "" };
  const one = readCoverage("SF:src/grade.ts\nDA:1,1\nDA:2,0\nBRDA:1,0,0,0\nend_of_record", "one");
  const other = readCoverage("SF:src/grade.ts\nDA:2,3\nDA:3,0\nBRDA:1,0,0,2\nend_of_record", "other");
  const file = coverageByPath([one, other], FILES, place).get("src/grade.ts")!;
  expect(lines(file)).toBe("1:1 2:3 3:0");
  expect(branches(file)).toBe("1:2");
});
