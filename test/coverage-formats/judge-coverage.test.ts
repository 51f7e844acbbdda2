import { expect, test } from "bun:test";
import { type CoverageByPath, coverageByPath } from "../../lib/coverage/covered-files.ts";
import { type CoverageStep, judgeCoverage, ranges } from "../../lib/coverage/judge-coverage.ts";
import { meets, percentOf } from "../../lib/coverage/ratio.ts";
import { readCoverage } from "../../lib/coverage/read-coverage.ts";

/** `a.ts 10/8 4/2`: a file of ten lines of which eight ran, four branches of which two were taken. */
function report(...files: string[]): CoverageByPath {
  const records = files.map((text) => {
    const [path, lineText, branchText] = text.split(" ") as [string, string, string?];
    const [lines, ran] = lineText.split("/").map(Number) as [number, number];
    const record = [`SF:${path}`, ...Array.from({ length: lines }, (_, i) => `DA:${i + 1},${i < ran ? 1 : 0}`)];
    if (branchText === undefined) return [...record, "end_of_record"];
    const [total, taken] = branchText.split("/").map(Number) as [number, number];
    return [...record, ...Array.from({ length: total }, (_, i) => `BRDA:1,0,${i},${i < taken ? 1 : 0}`), `BRF:${total}`, "end_of_record"];
  });
  const paths = new Set(files.map((text) => text.split(" ")[0]!));
  return coverageByPath([readCoverage(records.flat().join("\n"), "x")], paths, { root: "/repo", workdir: "" });
}

const STEP: CoverageStep = {
  after: undefined,
  before: undefined,
  changed: ["src/a.ts"],
  extensions: [".ts"],
  exclude: [],
  thresholds: { line: 95, branch: 90 },
};

test.each<[string, Partial<CoverageStep>, boolean, string]>([
  ["all of it", { after: report("src/a.ts 10/10 4/4") }, true, "line 100 %, branch 100 %"],
  ["just enough", { after: report("src/a.ts 20/19 10/9") }, true, "line 95 %, branch 90 %"],
  ["94.996 % is not 95", { after: report("src/a.ts 25000/23749") }, false, "line 94.99 % < 95 %; src/a.ts:23750-25000"],
  ["branches short", { after: report("src/a.ts 10/10 10/8") }, false, "branch 80 % < 90 %; src/a.ts:1"],
  ["lines short, the holes named", { after: report("src/a.ts 10/7") }, false, "line 70 % < 95 %; src/a.ts:8-10"],
  [
    "a format without branches says so",
    { after: report("src/a.ts 10/10") },
    true,
    "line 100 %, branch unknown (the report's format has no branches)",
  ],
  [
    "no branches in the file",
    { after: report("src/a.ts 10/10 0/0") },
    true,
    "line 100 %, branch unknown (the changed files have no branches)",
  ],
  ["no report", {}, false, "no coverage report"],
  ["a report of nothing", { after: report() }, false, "no coverage data: src/a.ts"],
  ["the file is not in it", { after: report("src/b.ts 10/10") }, false, "no coverage data: src/a.ts"],
  ["one of two is not in it", { after: report("src/a.ts 10/10"), changed: ["src/a.ts", "src/b.ts"] }, false, "no coverage data: src/b.ts"],
  ["the file has no line in it", { after: report("src/a.ts 0/0") }, false, "no coverage data: the report has no line of the changed files"],
  [
    "types beside code",
    { after: report("src/a.ts 10/10", "src/b.ts 0/0"), changed: ["src/a.ts", "src/b.ts"] },
    true,
    "line 100 %, branch unknown (the report's format has no branches)",
  ],
  [
    "other languages do not count",
    { after: report("src/a.ts 9/9"), changed: ["src/a.ts", "README.md", "src/a.d.ts"] },
    true,
    "line 100 %, branch unknown (the report's format has no branches)",
  ],
  [
    "what is left out does not count",
    { after: report("src/a.ts 9/9"), changed: ["src/a.ts", "src/gen/b.ts"], exclude: ["src/gen/**"] },
    true,
    "line 100 %, branch unknown (the report's format has no branches)",
  ],
  [
    "no production file was changed",
    { changed: [] },
    true,
    "line unknown (no production file of the language was changed), branch unknown (no coverage data)",
  ],
  [
    "a higher threshold",
    { after: report("src/a.ts 200/199"), thresholds: { line: 99.6, branch: 90 } },
    false,
    "line 99.5 % < 99.6 %; src/a.ts:200",
  ],
  [
    "files add up",
    { after: report("src/a.ts 90/90", "src/b.ts 10/5"), changed: ["src/a.ts", "src/b.ts"] },
    true,
    "line 95 %, branch unknown (the report's format has no branches)",
  ],
])("coverage: %s", (_, step, holds, detail) => {
  expect(judgeCoverage({ ...STEP, ...step })).toMatchObject({ holds, detail });
});

test("the delta is of the changed files; a new one has no share in what was before", () => {
  const step = {
    before: report("src/a.ts 10/5 2/1", "src/z.ts 10/0"),
    after: report("src/a.ts 10/10 2/2", "src/b.ts 10/9 0/0"),
    changed: ["src/a.ts", "src/b.ts"],
  };
  expect(judgeCoverage({ ...STEP, ...step }).delta).toEqual({ lineBefore: 50, lineAfter: 95, branchBefore: 50, branchAfter: 100 });
  expect(judgeCoverage({ ...STEP, ...step, before: undefined }).delta).toMatchObject({ lineBefore: null, branchBefore: null });
});

test("holes come as lines, rising, each once", () => {
  expect(judgeCoverage({ ...STEP, after: report("src/a.ts 6/3 4/1") }).holes).toEqual([{ file: "src/a.ts", lines: [1, 4, 5, 6] }]);
});

test.each([
  [[1, 2, 3, 7, 9, 10], "1-3,7,9-10"],
  [[4], "4"],
  [[], ""],
])("%p as ranges is %p", (lines, want) => {
  expect(ranges(lines)).toBe(want);
});

test("whole numbers only: no share is rounded up, none of nothing is met", () => {
  expect(percentOf({ covered: 949_996, total: 1_000_000 })).toBe(94.99);
  expect(percentOf({ covered: 0, total: 0 })).toBeUndefined();
  expect(percentOf({ covered: 1, total: 3 })).toBe(33.33);
  expect(meets({ covered: 0, total: 0 }, 0)).toBe(false);
  expect(meets({ covered: 949_999_999, total: 1_000_000_000 }, 95)).toBe(false);
  expect(meets({ covered: 950_000_000, total: 1_000_000_000 }, 95)).toBe(true);
});
