/** Why there is no commit; `message` is the whole line for the user. */
import type { CommitFailureKind } from "../../git/commit-failure.ts";

/** Nothing of what was asked for differs from the last commit. */
export class NothingStagedError extends Error {
  override readonly name = "NothingStagedError";
  constructor() {
    super("No staged files for commit");
  }
}

/** A step of the chain failed; the index is as it was. `output` is all that it printed. */
export class ChainFailedError extends Error {
  override readonly name = "ChainFailedError";
  readonly step: string;
  readonly output: string;
  constructor(step: string, lastLine: string, output: string) {
    super(`Pre-commit chain failed at step '${step}': ${lastLine}`);
    this.step = step;
    this.output = output;
  }
}

/** Git made no commit. `changed` names the files of the commit that a hook changed before it failed. */
export class CommitFailedError extends Error {
  override readonly name = "CommitFailedError";
  readonly kind: CommitFailureKind;
  readonly changed: readonly string[];
  constructor(kind: CommitFailureKind, message: string, changed: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.changed = changed;
  }
}

/** A path that cannot be committed: outside, ignored, or nowhere. */
export class CommitPathError extends Error {
  override readonly name = "CommitPathError";
}
