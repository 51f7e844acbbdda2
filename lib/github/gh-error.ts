import type { FailureKind } from "./gh-failure.ts";

/** A call of gh did not do what it was asked; `reason` is gh's own line. */
export class GhError extends Error {
  override readonly name = "GhError";
  readonly kind: FailureKind;
  readonly reason: string;
  constructor(command: string, reason: string, kind: FailureKind) {
    super(`gh ${command} failed: ${reason}`);
    this.reason = reason;
    this.kind = kind;
  }
}
