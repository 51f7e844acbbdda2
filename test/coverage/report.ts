/** Adds up what the programs counted, prints a table, and fails under the bars of issue 1: `bun test/coverage/report.ts <folder>`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { createFileCoverage, type FileCoverageData, type Summary } from "istanbul-lib-coverage";
import { ROOT } from "../harness/repository.ts";
import { SOURCES } from "../harness/sources.ts";
import { coverageMap } from "./instrument.ts";

/** Percent, over all files. */
const BAR = { lines: 95, branches: 90 } as const;

/** Files that no run on Bun loads: Deno's side of the platform. They are tested by `make test-deno` and not counted. */
const UNCOUNTED = /^lib\/tools\/|-deno\.ts$|\.js$/;

interface Row {
  readonly file: string;
  readonly summary: Summary;
  readonly uncovered: readonly string[];
}

function readRows(folder: string): readonly Row[] {
  const files = SOURCES.filter((file) => !UNCOUNTED.test(file));
  const data = new Map(files.map((file) => [join(ROOT, file), coverageMap(join(ROOT, file))]));
  for (const name of readdirSync(folder)) {
    for (const { path, s, b } of JSON.parse(readFileSync(join(folder, name), "utf8"))) add(data.get(path), s, b);
  }
  return files.map((file) => {
    const coverage = createFileCoverage(data.get(join(ROOT, file))!);
    return { file, summary: coverage.toSummary().data, uncovered: coverage.getUncoveredLines() };
  });
}

function add(data: FileCoverageData | undefined, s: readonly number[], b: readonly (readonly number[])[]): void {
  if (data === undefined) return;
  for (const [i, key] of Object.keys(data.s).entries()) data.s[key]! += s[i] ?? 0;
  for (const [i, key] of Object.keys(data.b).entries()) data.b[key] = data.b[key]!.map((count, j) => count + (b[i]?.[j] ?? 0));
}

function percent({ total, covered }: { readonly total: number; readonly covered: number }): number {
  return total === 0 ? 100 : (100 * covered) / total;
}

function line(name: string, { lines, branches }: Summary, uncovered: readonly string[]): string {
  const shown = uncovered.length > 12 ? [...uncovered.slice(0, 12), "…"] : uncovered;
  return `${name.padEnd(48)} ${percent(lines).toFixed(1).padStart(6)} ${percent(branches).toFixed(1).padStart(8)}  ${shown.join(" ")}`.trimEnd();
}

function total(rows: readonly Row[], kind: "lines" | "branches"): { readonly total: number; readonly covered: number } {
  return rows.reduce((sum, { summary }) => ({ total: sum.total + summary[kind].total, covered: sum.covered + summary[kind].covered }), {
    total: 0,
    covered: 0,
  });
}

const rows = readRows(process.argv[2] ?? "coverage/raw").filter(({ summary }) => summary.lines.total > 0);
const all: Summary = { lines: total(rows, "lines"), branches: total(rows, "branches") };
console.log(`${"file".padEnd(48)} line % branch %  lines never run`);
for (const { file, summary, uncovered } of rows) console.log(line(file, summary, uncovered));
console.log(line(`all ${rows.length} files`, all, []));
console.log(`not counted: ${SOURCES.filter((file) => UNCOUNTED.test(file)).join(", ")}`);
const failed = (["lines", "branches"] as const).filter((kind) => percent(all[kind]) < BAR[kind]);
for (const kind of failed) console.log(`${kind} covered: ${percent(all[kind]).toFixed(1)} %, at least ${BAR[kind]} % is asked for`);
if (failed.length > 0) process.exitCode = 1;
