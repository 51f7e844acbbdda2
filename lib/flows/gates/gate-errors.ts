/** The failures that x-internal-verify-phase-gates gives lines of their own; `message` is what follows the name and the dash. */

/** The request contradicts its mode. */
export class GateMalformedError extends Error {
  override readonly name = "GateMalformedError";
}

/** There is not exactly one state file to be found. */
export class StateFileAmbiguousError extends Error {
  override readonly name = "StateFileAmbiguousError";
}

/** An expected task was still in progress when time was up. */
export class GateTimeoutError extends Error {
  override readonly name = "GateTimeoutError";
  constructor(taskId: string, waitedSeconds: number) {
    super(`task ${taskId} still in_progress after ${waitedSeconds}s`);
  }
}
