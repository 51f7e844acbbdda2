/** The reading skills: 20,000 mutated folders, 5 MB stories, readers among 8 writers; ends with a table and an exit code. */
import { fuzzReading } from "../fuzz/reading-fuzz.ts";
import { growth, type Result, readersAmongWriters } from "../reading/scenarios.ts";

const SEED = Number(process.env.SEED ?? 20_261_130);

const BIG = { bytes: 5_000_000, runs: 5, slackMs: 50 };

async function mutated(count: number, runtimes: Parameters<typeof fuzzReading>[2]): Promise<Result> {
  const { runs, slowestMs, codes, faults } = await fuzzReading(SEED, count, runtimes);
  const byCode = [...codes].sort(([a], [b]) => Number(a) - Number(b)).map(([code, times]) => [`exit ${code}`, times] as const);
  return { faults, measured: { runs, slowestMs, ...Object.fromEntries(byCode) } };
}

const SCENARIOS: readonly (readonly [title: string, run: () => Promise<Result>])[] = [
  ["20,000 mutated folders, in process", () => mutated(20_000, [])],
  ["300 of them, three runtimes byte for byte", () => mutated(300, ["compiled", "bun", "deno"])],
  ["a story of 5 MB, compiled", () => growth("compiled", BIG)],
  ["a story of 5 MB, bun", () => growth("bun", BIG)],
  ["a story of 5 MB, deno", () => growth("deno", BIG)],
  ["2,000 reads of each among 8 writers", () => readersAmongWriters("compiled", { writers: 8, reads: 2_000, seconds: 20 })],
];

let failed = 0;
for (const [title, run] of SCENARIOS) {
  const { faults, measured } = await run();
  const figures = Object.entries(measured).map(([key, value]) => `${key} ${Math.round(value)}`);
  process.stdout.write(`${faults.length === 0 ? "ok  " : "FAIL"} ${title.padEnd(42)} ${figures.join("; ")}\n`);
  for (const fault of faults.slice(0, 10)) process.stdout.write(`       ${fault}\n`);
  if (faults.length > 0) failed++;
}
process.stdout.write(failed === 0 ? `all held (seed ${SEED})\n` : `${failed} failed (seed ${SEED})\n`);
process.exitCode = failed === 0 ? 0 : 1;
