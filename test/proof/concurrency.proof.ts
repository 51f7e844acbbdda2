/** Many writers, killed writers, readers among writers, on all three runtimes; ends with a table and an exit code. */

import type { Runtime } from "../harness/runtime.ts";
import { differentFields, killedWriters, oneWinner, type Result, unbrokenChain, writersAmongReaders } from "../update-status/scenarios.ts";

const SEED = Number(process.env.SEED ?? 20_261_130);
const LIMIT_MS = 5_000;

const SCENARIOS: readonly (readonly [title: string, run: (runtime: Runtime) => Promise<Result>])[] = [
  ["64 writers, different fields", (runtime) => differentFields(runtime, 64)],
  ["64 writers, one field, --expect", (runtime) => oneWinner(runtime, 64)],
  ["50 writers, one field, chain", (runtime) => unbrokenChain(runtime, 50)],
  ["1,000 writers killed at random", (runtime) => killedWriters(runtime, 1_000, SEED)],
  ["writes among 8 readers", (runtime) => writersAmongReaders(runtime, 8, 100)],
];

let failed = 0;
for (const [title, run] of SCENARIOS) {
  for (const runtime of ["compiled", "bun", "deno"] as const) {
    const { faults, measured } = await run(runtime);
    const slow =
      runtime === "compiled" && (measured.slowestMs ?? 0) > LIMIT_MS ? [`slowest ${measured.slowestMs} ms, limit ${LIMIT_MS}`] : [];
    const all = [...faults, ...slow];
    const figures = Object.entries(measured)
      .map(([key, value]) => `${key} ${Math.round(value)}`)
      .join(", ");
    process.stdout.write(`${all.length === 0 ? "ok  " : "FAIL"} ${title.padEnd(34)} ${runtime.padEnd(9)} ${figures}\n`);
    for (const fault of all.slice(0, 10)) process.stdout.write(`       ${fault}\n`);
    if (all.length > 0) failed++;
  }
}
process.stdout.write(failed === 0 ? `all held (seed ${SEED})\n` : `${failed} failed (seed ${SEED})\n`);
process.exitCode = failed === 0 ? 0 : 1;
