/** One call of a program: announced in the log, perhaps disturbed, and its end logged. */
import { readFileSync, statSync } from "node:fs";
import { type Background, start } from "../harness/run-script.ts";
import { commandLine, type Runtime } from "../harness/runtime.ts";
import { hasOpen } from "../harness/wait-until.ts";
import type { Actor } from "./actor.ts";
import { type Place, temporaryFiles } from "./arena.ts";
import type { Claim } from "./checker/records.ts";

export interface Call {
  readonly place: Place;
  readonly action: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly claim: Claim;
  readonly lockTimeoutMs: number;
  readonly stdin?: string;
  /** Words of their own instead of a skill of ours. */
  readonly words?: readonly string[];
}

/** What happens to a call while it runs. */
interface Disturbance {
  readonly signal: "SIGKILL" | "SIGTERM" | "SIGINT" | "SIGSTOP";
  readonly afterMs: number;
  /** Not counted from the start, but from when it has the lock file open: it holds the lock then, or waits for it. */
  readonly atLock?: boolean;
  /** With SIGSTOP: how long it stands. */
  readonly stopMs?: number;
}

/** About as long as a call holds the lock. */
const LOCKED_MS = 3;

/** How long a call takes when nobody is in its way, a running mean by runtime; kills are spread over it. */
const usualMs: Record<string, number> = { compiled: 15, bun: 60, deno: 120 };

/** A writer of ours, which may be killed or stopped. */
export async function write(actor: Actor, call: Call): Promise<void> {
  const runtime = actor.runtime();
  await perform(actor, call, runtime, disturbance(actor.random, runtime));
}

/** A call that is left alone. */
export async function undisturbed(actor: Actor, call: Call): Promise<void> {
  await perform(actor, call, actor.runtime(), undefined);
}

function disturbance(random: () => number, runtime: Runtime): Disturbance | undefined {
  const kind = random();
  const afterMs = random() * (usualMs[runtime] ?? 50) * 1.6;
  if (kind < 0.12) return { signal: "SIGKILL", afterMs };
  if (kind < 0.24) return { signal: "SIGKILL", afterMs: random() * LOCKED_MS, atLock: true };
  if (kind < 0.28) return { signal: "SIGTERM", afterMs };
  if (kind < 0.32) return { signal: "SIGINT", afterMs };
  return kind < 0.38 ? { signal: "SIGSTOP", afterMs: random() * LOCKED_MS, atLock: true, stopMs: 50 + random() * 250 } : undefined;
}

async function perform({ journal, random }: Actor, call: Call, runtime: Runtime, disturbed: Disturbance | undefined): Promise<void> {
  const { place, action, program, claim, lockTimeoutMs } = call;
  const op = journal.nextOp();
  const clock = clockOf(random, disturbed === undefined);
  const words = call.words ?? [...clock.words, ...commandLine(program, runtime), ...call.args];
  const how = call.words === undefined ? [runtime, ...(clock.name === undefined ? [] : [clock.name])] : [];
  if (how.length > 1) journal.note(how[1]!);
  const temporary = temporaryFiles(place);
  journal.append({ at: "begin", op, file: place.file.name, action, program, how, claim, lockTimeoutMs, temporary });
  const started = performance.now();
  const child = start([...words], { cwd: place.folder, env: clock.env, ...(call.stdin === undefined ? {} : { stdin: call.stdin }) });
  const { sent, stoppedMs } = await disturb(child, place, disturbed, (what) => journal.note(what));
  const outcome = await child.outcome;
  const ms = performance.now() - started;
  if (disturbed === undefined && outcome.code === 0 && call.words === undefined)
    usualMs[runtime] = 0.9 * (usualMs[runtime] ?? ms) + 0.1 * ms;
  journal.append({ at: "end", op, ...outcome, signal: outcome.signal ?? null, sent, ms, stoppedMs, temporary: temporaryFiles(place) });
}

const YEARS = 365 * 24 * 3600;
/** It may be absent; then no program runs with another clock than the machine's. */
export const FAKETIME = Bun.which("faketime");

/**
 * Waiting is by the true clock. The times of files stay true as well: faketime's own stat takes a semaphore that is gone
 * when the main thread ends, and another thread of deno then dies in it (once in some thousand runs).
 */
const FAKETIME_ENV = { DONT_FAKE_MONOTONIC: "1", NO_FAKE_STAT: "1" };

interface Clock {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Absent: the true one. */
  readonly name?: string;
}

/** Mostly the true clock; now and then one that is years off, for all or for what is written down. faketime starts a child, which a kill would spare. */
function clockOf(random: () => number, isLeftAlone: boolean): Clock {
  const kind = random();
  const offset = Math.round((random() - 0.5) * 20 * YEARS);
  if (kind < 0.05 && isLeftAlone && FAKETIME !== null) {
    const words = [FAKETIME, "-f", `${offset < 0 ? "" : "+"}${offset}s`];
    return { words, env: FAKETIME_ENV, name: "under faketime" };
  }
  if (kind < 0.1) return { words: [], env: { X_SKILLS_NOW: String(10 * YEARS + offset) }, name: "with X_SKILLS_NOW" };
  return { words: [], env: {} };
}

async function disturb(child: Background, place: Place, disturbed: Disturbance | undefined, note: (what: string) => void) {
  if (disturbed === undefined) return { sent: null, stoppedMs: 0 };
  const { signal, afterMs, atLock, stopMs } = disturbed;
  let ended = false;
  child.outcome.then(() => {
    ended = true;
  });
  const lockPath = `${place.path}.lock`;
  if (atLock) while (!ended && !hasOpen(child.pid, lockPath)) await Bun.sleep(1);
  const dueAt = performance.now() + afterMs;
  while (!ended && performance.now() < dueAt) await (atLock ? new Promise(setImmediate) : Bun.sleep(1));
  if (stopMs === undefined) {
    child.kill(signal);
    return { sent: signal, stoppedMs: 0 };
  }
  if (ended) return { sent: null, stoppedMs: 0 };
  const started = performance.now();
  child.kill("SIGSTOP");
  note(holdsLock(child.pid, lockPath) ? "stopped with the lock" : "stopped elsewhere");
  await Bun.sleep(stopMs);
  child.kill("SIGCONT");
  return { sent: null, stoppedMs: performance.now() - started };
}

function holdsLock(pid: number, lockPath: string): boolean {
  const inode = `:${statSync(lockPath).ino} `;
  const rows = readFileSync("/proc/locks", "utf8").split("\n");
  return rows.some((row) => row.includes(" FLOCK ") && row.includes(` ${pid} `) && row.includes(inode) && !row.includes("->"));
}
