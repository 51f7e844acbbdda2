import { signalGroup } from "./process-group.ts";

export interface Limits {
  /** Absent or 0: no limit. */
  readonly timeoutMs?: number;
  /** Silence after which the child is ended, unless `isBusy` knows better; `ms` 0: no limit. */
  readonly idle?: { readonly ms: number; isBusy?(): boolean };
}

export type Cause = "exit" | "timeout" | "idle";

/** A timer cannot wait longer than this: about 25 days. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends a child's group when a limit is reached or the caller gives up; `cause` says which limit it was. */
export class ChildWatch {
  cause: Cause = "exit";
  /** What a reader of the output threw; the group is ended for it. */
  failure: { readonly error: unknown } | undefined;
  readonly #pgid: number;
  readonly #graceMs: number;
  readonly #stop = new AbortController();
  #heardAt = performance.now();
  #isEnding = false;

  constructor(pgid: number, graceMs: number, signal: AbortSignal, { timeoutMs = 0, idle }: Limits) {
    this.#pgid = pgid;
    this.#graceMs = graceMs;
    if (timeoutMs > 0) this.#after(timeoutMs, () => this.#limit("timeout"));
    if (idle !== undefined && idle.ms > 0) this.#watchIdle(idle, idle.ms);
    if (signal.aborted) this.end();
    else signal.addEventListener("abort", () => this.end(), { once: true, signal: this.#stop.signal });
  }

  heard(): void {
    this.#heardAt = performance.now();
  }

  fail(error: unknown): void {
    this.failure ??= { error };
    this.end();
  }

  /** TERM to the group, KILL after the grace. */
  end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    signalGroup(this.#pgid, "SIGTERM");
    this.#after(this.#graceMs, () => signalGroup(this.#pgid, "SIGKILL"));
  }

  /** The child has ended: nothing is done to its group from now on. True when it was asked to end. */
  stop(): boolean {
    this.#stop.abort();
    return this.#isEnding;
  }

  #limit(cause: Cause): void {
    if (this.#isEnding) return;
    this.cause = cause;
    this.end();
  }

  #watchIdle(idle: NonNullable<Limits["idle"]>, waitMs: number): void {
    this.#after(waitMs, () => {
      if (performance.now() - this.#heardAt >= idle.ms && idle.isBusy?.()) this.heard();
      const leftMs = idle.ms - (performance.now() - this.#heardAt);
      if (leftMs <= 0) this.#limit("idle");
      else this.#watchIdle(idle, leftMs);
    });
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(act, Math.min(ms, MAX_TIMER_MS));
    this.#stop.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  }
}
