/**
 * Purpose: run one target of the fuzz on inputs made from seeds, and say what came of them.
 * Does not: survive a run that never ends or that kills the process; `watched-fuzz.ts` does.
 * A run depends on its seed alone: seed n of a target is the same input on any machine, in any order.
 */
import { readdirSync, rmSync } from "node:fs";
import { seeded } from "../harness/random.ts";
import { type Tree, tree } from "../harness/tree.ts";
import type { Random } from "./mutations.ts";

/** The files of one run by their names, relative to the folder that it runs in. */
export type Input = Readonly<Record<string, Uint8Array>>;

export interface Target {
  readonly name: string;
  /** Its part of the runs of `make fuzz`, in proportion to those of the others. */
  readonly share: number;
  /** A run that takes more of the processor, or ten times as long, twice, is a fault. Absent: a second. */
  readonly limitMs?: number;
  make(random: Random): Input;
  /** What came of it, in a word or two for the table. Throws where that must not come. `dir` is empty. */
  run(input: Input, dir: Tree): string | Promise<string>;
}

export interface Fault {
  readonly seed: number;
  readonly problem: string;
}

export interface Tally {
  readonly runs: number;
  readonly slowestMs: number;
  /** How often each outcome came. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
}

const LIMIT_MS = 1_000;

/** The input of that seed. */
export function inputOf(target: Target, seed: number): Input {
  return target.make(seeded(seed));
}

/** `count` runs from `seed` on; `began` hears of each before it begins. */
export async function fuzz(target: Target, seed: number, count: number, began: (seed: number) => void = () => undefined): Promise<Tally> {
  using dir = tree();
  const outcomes: Record<string, number> = {};
  const faults: Fault[] = [];
  let slowestMs = 0;
  for (let i = seed; i < seed + count; i++) {
    began(i);
    const { outcome, problem, ms } = await tryInput(target, inputOf(target, i), dir);
    slowestMs = Math.max(slowestMs, ms);
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (problem !== undefined) faults.push({ seed: i, problem });
  }
  return { runs: count, slowestMs, outcomes, faults };
}

interface Tried {
  readonly outcome: string;
  readonly problem: string | undefined;
  readonly ms: number;
  /** Of the processor, which other programs do not lengthen. */
  readonly cpuMs: number;
}

/** One run, and another when the first was slow: a busy machine is no fault. */
export async function tryInput(target: Target, input: Input, dir: Tree): Promise<Tried> {
  const first = await timed(target, input, dir);
  if (!isSlow(target, first)) return first;
  const second = await timed(target, input, dir);
  return isSlow(target, second) ? { ...second, problem: second.problem ?? `took ${Math.round(second.cpuMs)} ms, and again` } : second;
}

function isSlow({ limitMs = LIMIT_MS }: Target, { ms, cpuMs }: Tried): boolean {
  return cpuMs > limitMs || ms > 10 * limitMs;
}

async function timed(target: Target, input: Input, dir: Tree): Promise<Tried> {
  empty(dir);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const spent = () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
  };
  try {
    const outcome = await target.run(input, dir);
    return { outcome, problem: undefined, ...spent() };
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { outcome: "FAULT", problem, ...spent() };
  }
}

/** Removes all that is in the folder. */
export function empty({ root, path }: Tree): void {
  for (const name of readdirSync(root)) rmSync(path(name), { recursive: true });
}
