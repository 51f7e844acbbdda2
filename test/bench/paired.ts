/** Whole processes timed in turn, run by run, so that what else the machine does falls on all of them alike. */
import { closeSync, openSync } from "node:fs";

export interface Contender {
  readonly name: string;
  /** Words of the command; `{n}` becomes the number of the run, for values that must differ. */
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Done before each run, not timed. */
  readonly before?: () => unknown;
}

export interface Timing {
  readonly name: string;
  readonly medianMs: number;
  readonly minMs: number;
  /** Median of the ratios run by run, to the first contender. */
  readonly ratio: number;
}

/** Runs every contender `runs` times in turn. Throws when one of them does not exit 0: a failure is no speed. */
export function paired(contenders: readonly Contender[], runs: number, cwd: string): readonly Timing[] {
  const devNull = openSync("/dev/null", "w");
  const times = contenders.map(() => [] as number[]);
  for (let run = -2; run < runs; run++) {
    for (const [i, contender] of contenders.entries()) {
      const ms = timeOne(contender, run + 2, cwd, devNull);
      if (run >= 0) times[i]!.push(ms);
    }
  }
  closeSync(devNull);
  return contenders.map(({ name }, i) => ({
    name,
    medianMs: median(times[i]!),
    minMs: Math.min(...times[i]!),
    ratio: median(times[i]!.map((ms, run) => ms / times[0]![run]!)),
  }));
}

function timeOne({ name, words, env, before }: Contender, run: number, cwd: string, out: number): number {
  const command = words.map((word) => word.replaceAll("{n}", String(run)));
  before?.();
  const started = Bun.nanoseconds();
  const { exitCode, stderr } = Bun.spawnSync(command, {
    cwd,
    stdin: "ignore",
    stdout: out,
    stderr: "pipe",
    env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", ...env },
  });
  const ms = (Bun.nanoseconds() - started) / 1e6;
  if (exitCode !== 0) throw new Error(`Cannot time "${name}": exit ${exitCode}: ${stderr.toString().slice(0, 300)}`);
  return ms;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
