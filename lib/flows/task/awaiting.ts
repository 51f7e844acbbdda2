/** Step mode: the run stops for its caller to act. */
import type { LastRun } from "./journal.ts";

/** One line of step mode (spec page 6, One engine, two ways to drive it). */
export interface Awaiting {
  readonly status: "AWAITING";
  readonly step: string;
  readonly taskId: string;
  readonly cycle: number | null;
  readonly attempt: number;
  readonly test: string | null;
  readonly prompt: string;
  readonly cwd: string;
  readonly allowedPaths: string[];
  readonly verify: string;
  readonly lastRun: LastRun | null;
  readonly answerFile: string | null;
  readonly next: string;
}

/** Step mode: the caller has to act and call again; `request` has been printed. */
export class AwaitingError extends Error {
  override readonly name = "AwaitingError";
  readonly request: Awaiting;
  constructor(request: Awaiting) {
    super(`waiting for ${request.step}`);
    this.request = request;
  }
}
