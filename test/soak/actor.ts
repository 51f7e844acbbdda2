/** One of those who act at once: what it does comes from the seed, when it happens does not. */
import { seeded } from "../harness/random.ts";
import type { Runtime } from "../harness/runtime.ts";
import type { Journal } from "./journal.ts";

export interface Actor {
  readonly index: number;
  /** Of all actors. */
  readonly count: number;
  readonly journal: Journal;
  readonly random: () => number;
  pick<T>(of: readonly T[]): T;
  anyIndex(): number;
  runtime(): Runtime;
  /** A text that nobody used before in this round. */
  value(prefix: string): string;
}

/** Runtimes by how often they are chosen: mostly compiled. */
const MIX: readonly Runtime[] = ["compiled", "compiled", "compiled", "compiled", "compiled", "compiled", "compiled", "bun", "bun", "deno"];

export interface Cast {
  readonly seed: number;
  readonly index: number;
  readonly count: number;
  readonly journal: Journal;
  /** Absent: all three, mostly compiled. */
  readonly runtime?: Runtime | undefined;
}

export function makeActor({ seed, index, count, journal, runtime }: Cast): Actor {
  const random = seeded(seed * 1_000 + index);
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)]!;
  let values = 0;
  return {
    index,
    count,
    journal,
    random,
    pick,
    anyIndex: () => Math.floor(random() * count),
    runtime: () => runtime ?? pick(MIX),
    value: (prefix) => `${prefix}${index}-${++values}`,
  };
}
