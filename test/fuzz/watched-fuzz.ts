/** Runs of a target in a child, so that one which never ends, or takes its process with it, is a fault like another. */
import { join } from "node:path";
import type { Fault, Tally } from "./fuzz-target.ts";

/** No run takes as long; the longest ones start three programs. */
const HANG_MS = 60_000;

interface Part {
  /** The seed of the last run that began. */
  readonly last: number;
  readonly tally: Tally | undefined;
  /** Why there is no tally. */
  readonly end: string;
}

/** As `fuzz`, but it comes back whatever happens; `progress` hears of each run. */
export async function watchedFuzz(target: string, seed: number, count: number, progress: (done: number) => void): Promise<Tally> {
  const end = seed + count;
  let total: Tally = { runs: 0, slowestMs: 0, outcomes: {}, faults: [] };
  for (let next = seed; next < end; ) {
    const { last, tally, end: problem } = await part(target, next, end - next, (run) => progress(run - seed));
    if (tally !== undefined) return sum(total, tally);
    total = sum(total, lost(next, last, { seed: last, problem }));
    next = last + 1;
  }
  return total;
}

async function part(target: string, seed: number, count: number, began: (run: number) => void): Promise<Part> {
  const words = [process.execPath, join(import.meta.dir, "fuzz-child.ts"), target, String(seed), String(count)];
  const child = Bun.spawn(words, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const stderr = new Response(child.stderr).text();
  let [last, tally, isHung]: [number, Tally | undefined, boolean] = [seed, undefined, false];
  const hang = () => {
    isHung = true;
    child.kill("SIGKILL");
  };
  let timer = setTimeout(hang, HANG_MS);
  let rest = "";
  const decoder = new TextDecoder();
  for await (const bytes of child.stdout) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      if (line.startsWith("{")) tally = JSON.parse(line);
      else last = Number(line);
    }
    clearTimeout(timer);
    timer = setTimeout(hang, HANG_MS);
    began(last);
  }
  await child.exited;
  clearTimeout(timer);
  const end = isHung
    ? `no end within ${HANG_MS / 1000} s`
    : `the process ended with ${child.signalCode ?? child.exitCode}: ${await stderr}`;
  return { last, tally, end };
}

/** The runs before the one that never ended; how they went is lost with their process. */
function lost(first: number, last: number, fault: Fault): Tally {
  return { runs: last - first + 1, slowestMs: HANG_MS, outcomes: { lost: last - first, FAULT: 1 }, faults: [fault] };
}

function sum(one: Tally, other: Tally): Tally {
  const outcomes = { ...one.outcomes };
  for (const [outcome, times] of Object.entries(other.outcomes)) outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
  return {
    runs: one.runs + other.runs,
    slowestMs: Math.max(one.slowestMs, other.slowestMs),
    outcomes,
    faults: [...one.faults, ...other.faults],
  };
}
