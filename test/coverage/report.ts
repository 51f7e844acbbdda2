/**
 * Adds up what the programs counted, prints a table, and fails under the bars of issue 1:
 * `bun test/coverage/report.ts <folder of counts> [<lcov of deno>]`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { createFileCoverage, type FileCoverageData } from "istanbul-lib-coverage";
import { readLcov } from "../../lib/coverage/lcov.ts";
import { ROOT } from "../harness/repository.ts";
import { SOURCES } from "../harness/sources.ts";
import { coverageMap } from "./instrument.ts";

/** Percent, over all files. */
const BAR = { lines: 95, branches: 90 } as const;

/** No code of the product, and re-exports. */
const UNCOUNTED = /^lib\/tools\/|\.js$/;
/** Files that no run on bun loads: what is known of them comes from deno itself. */
const DENO_SIDE = /-deno\.ts$/;

interface Count {
  readonly total: number;
  readonly covered: number;
}

interface Row {
  readonly file: string;
  readonly lines: Count;
  readonly branches: Count;
  /** Numbers of lines that never ran, and of lines with a branch that was never taken. */
  readonly missed: { readonly lines: readonly number[]; readonly branches: readonly number[] };
}

/** The files that bun loads, by the counters that were put into them. */
function bunRows(folder: string): readonly Row[] {
  const files = SOURCES.filter((file) => !UNCOUNTED.test(file) && !DENO_SIDE.test(file));
  const data = new Map(files.map((file) => [join(ROOT, file), coverageMap(join(ROOT, file))]));
  for (const name of readdirSync(folder)) {
    for (const { path, s, b } of JSON.parse(readFileSync(join(folder, name), "utf8"))) add(data.get(path), s, b);
  }
  return files.map((file) => {
    const coverage = createFileCoverage(data.get(join(ROOT, file))!);
    const { lines, branches } = coverage.toSummary().data;
    const byLine = Object.entries(coverage.getBranchCoverageByLine()).filter(([, { coverage: percent }]) => percent < 100);
    const missed = { lines: coverage.getUncoveredLines().map(Number), branches: byLine.map(([line]) => Number(line)) };
    return { file, lines, branches, missed };
  });
}

function add(data: FileCoverageData | undefined, s: readonly number[], b: readonly (readonly number[])[]): void {
  if (data === undefined) return;
  for (const [i, key] of Object.keys(data.s).entries()) data.s[key]! += s[i] ?? 0;
  for (const [i, key] of Object.keys(data.b).entries()) data.b[key] = data.b[key]!.map((count, j) => count + (b[i]?.[j] ?? 0));
}

/** Deno's side of the platform; a file that the report does not have was not run at all, and counts as one line. */
function denoRows(report: string | undefined): readonly Row[] {
  const text = report !== undefined && existsSync(report) ? readFileSync(report, "utf8") : "";
  const known = new Map(readLcov(text).files.map((file) => [relative(ROOT, file.path), file]));
  return SOURCES.filter((file) => DENO_SIDE.test(file)).map((file) => {
    const lines = [...(known.get(file)?.lines ?? new Map([[1, 0]]))];
    const branches = [...(known.get(file)?.branches?.values() ?? [])];
    const missed = {
      lines: lines.filter(([, hits]) => hits === 0).map(([line]) => line),
      branches: branches.filter(({ hits }) => hits === 0).map(({ line }) => line),
    };
    const count = (total: number, gaps: readonly number[]) => ({ total, covered: total - gaps.length });
    return { file, lines: count(lines.length, missed.lines), branches: count(branches.length, missed.branches), missed };
  });
}

function percent({ total, covered }: Count): number {
  return total === 0 ? 100 : (100 * covered) / total;
}

function sum(counts: readonly Count[]): Count {
  return {
    total: counts.reduce((total, count) => total + count.total, 0),
    covered: counts.reduce((total, { covered }) => total + covered, 0),
  };
}

function shown(kind: string, numbers: readonly number[]): string {
  return numbers.length === 0 ? "" : ` ${kind} ${[...new Set(numbers)].join(" ")}`;
}

function line({ file, lines, branches, missed }: Row): string {
  const figures = `${percent(lines).toFixed(1).padStart(6)} ${percent(branches).toFixed(1).padStart(8)}`;
  return `${file.padEnd(48)} ${figures} ${shown("lines", missed.lines)}${shown("branches", missed.branches)}`.trimEnd();
}

const [folder = "coverage/raw", denoReport] = process.argv.slice(2);
const rows = [...bunRows(folder), ...denoRows(denoReport)].filter(({ lines }) => lines.total > 0);
const all = { lines: sum(rows.map(({ lines }) => lines)), branches: sum(rows.map(({ branches }) => branches)) };
console.log(`${"file".padEnd(48)} line % branch %  never run`);
for (const row of rows) console.log(line(row));
console.log(line({ file: `all ${rows.length} files`, ...all, missed: { lines: [], branches: [] } }));
const kinds = ["lines", "branches"] as const;
const below = (figures: Readonly<Record<(typeof kinds)[number], Count>>) => kinds.filter((kind) => percent(figures[kind]) < BAR[kind]);
console.log(`files below a bar: ${rows.filter((row) => below(row).length > 0).length}`);
for (const kind of below(all)) console.log(`${kind} covered: ${percent(all[kind]).toFixed(1)} %, at least ${BAR[kind]} % is asked for`);
if (below(all).length > 0) process.exitCode = 1;
