/** The reading skills: 40,000 mutated folders, 5 MB stories, readers among 8 writers; ends with a table and an exit code. */
import { fuzz, type Target } from "../fuzz/fuzz-target.ts";
import { programTarget } from "../fuzz/program-target.ts";
import { storyTarget } from "../fuzz/story-target.ts";
import { growth, type Result, readersAmongWriters } from "../reading/scenarios.ts";

const SEED = Number(process.env.SEED ?? 20_261_130);

const BIG = { bytes: 5_000_000, runs: 5, slackMs: 50 };

async function mutated(target: Target, count: number): Promise<Result> {
  const { runs, slowestMs, outcomes, faults } = await fuzz(target, SEED, count);
  return { faults: faults.map(({ seed, problem }) => `seed ${seed}: ${problem}`), measured: { runs, slowestMs, ...outcomes } };
}

const SCENARIOS: readonly (readonly [title: string, run: () => Promise<Result>])[] = [
  ["40,000 mutated folders, in process", () => mutated(storyTarget, 40_000)],
  ["300 calls, three runtimes byte for byte", () => mutated(programTarget(["compiled", "bun", "deno"]), 300)],
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
