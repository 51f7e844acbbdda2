/** The failures of an exit gate that have codes of their own; `message` is the whole line for the user. */

/** Verdict files are not there yet, and there is no worker to ask. */
export class VerdictsMissingError extends Error {
  override readonly name = "VerdictsMissingError";
  readonly paths: readonly string[];
  constructor(paths: readonly string[]) {
    super(`Waiting for ${paths.join(", ")}`);
    this.paths = paths;
  }
}

/** The worker failed, ran out of time, or gave no verdict. */
export class ReviewWorkerError extends Error {
  override readonly name = "ReviewWorkerError";
  constructor(scope: string, reason: string) {
    super(`No verdict on ${scope}: ${reason}`);
  }
}
