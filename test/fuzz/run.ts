/**
 * `make fuzz`: RUNS inputs spread over all targets, or all for the one that ONLY names, from SEED on; ends with a table and an exit code.
 * What failed is kept in `found/`, and the one run is `make fuzz ONLY=… SEED=… RUNS=1`.
 */
import { type Fault, inputOf, type Tally, type Target } from "./fuzz-target.ts";
import { keepInput } from "./kept-inputs.ts";
import { allTargets } from "./targets.ts";
import { watchedFuzz } from "./watched-fuzz.ts";

const RUNS = Number(process.env.RUNS || 20_000);
const SEED = Number(process.env.SEED || 20_261_130);
const ONLY = process.env.ONLY || undefined;
/** A line of progress so often, where stderr is no terminal. */
const PROGRESS_MS = 5_000;
const SHOWN = 10;

const all = allTargets(["compiled", "bun", "deno"]);
const chosen = all.filter(({ name }) => ONLY === undefined || name === ONLY);
if (chosen.length === 0) throw new Error(`ONLY is '${ONLY}', expected one of ${all.map(({ name }) => name).join(", ")}`);

const rows: (readonly string[])[] = [["target", "runs", "slowest ms", "faults", "outcomes"]];
let runs = 0;
let failed = 0;
for (const target of chosen) {
  const tally = await watchedFuzz(target.name, SEED, countOf(target), reporter(target.name, countOf(target)));
  rows.push(rowOf(target, tally));
  for (const fault of tally.faults) report(target, fault);
  runs += tally.runs;
  failed += tally.faults.length;
}
process.stdout.write(`${tableOf(rows)}\n${runs} runs from seed ${SEED}: ${failed === 0 ? "no fault" : `${failed} faults`}\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** Its share of the runs, at least one. */
function countOf({ share }: Target): number {
  const shares = chosen.reduce((sum, other) => sum + other.share, 0);
  return Math.max(1, Math.round((RUNS * share) / shares));
}

function rowOf({ name }: Target, { runs: count, slowestMs, faults, outcomes }: Tally): readonly string[] {
  const times = Object.entries(outcomes).sort(([, a], [, b]) => b - a);
  return [name, String(count), slowestMs.toFixed(0), String(faults.length), times.map(([outcome, n]) => `${outcome} ${n}`).join(", ")];
}

function report(target: Target, { seed, problem }: Fault): void {
  const file = keepInput(target.name, seed, inputOf(target, seed));
  if (failed < SHOWN) process.stderr.write(`FAULT ${target.name} ${seed} (test/fuzz/${file}): ${problem}\n`);
}

function reporter(name: string, count: number): (done: number) => void {
  let shownMs = performance.now();
  return (done) => {
    const isLive = process.stderr.isTTY;
    if (performance.now() - shownMs < (isLive ? 100 : PROGRESS_MS)) return;
    shownMs = performance.now();
    process.stderr.write(`${isLive ? "\r\u001b[K" : ""}fuzz: ${name} ${done} of ${count}${isLive ? "" : "\n"}`);
  };
}

/** Columns as wide as their longest cell. */
function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => (i === 0 || i === line.length - 1 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
