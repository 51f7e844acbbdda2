import { sleep } from "./sleep.ts";

/** Time for what waits long: a test scripts it instead of waiting. */
export interface Clock {
  /** Milliseconds since some moment; never goes back, whatever happens to the wall clock. */
  monotonicMs(): number;
  /** As `sleep`: rejects at once with the signal's reason when `signal` is or becomes aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The real one. */
export const systemClock: Clock = { monotonicMs: () => performance.now(), sleep };
