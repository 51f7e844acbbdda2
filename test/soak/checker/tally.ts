/** Counts what was checked, by kind, and keeps what was wrong. */
export class Tally {
  readonly faults: string[] = [];
  readonly checks = new Map<string, number>();

  /** One check; `fault` is asked only when it does not hold. Returns whether it held. */
  check(kind: string, holds: boolean, fault: () => string): boolean {
    this.checks.set(kind, (this.checks.get(kind) ?? 0) + 1);
    if (!holds) this.faults.push(`${kind}: ${fault()}`);
    return holds;
  }
}
