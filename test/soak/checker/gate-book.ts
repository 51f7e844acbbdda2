/** The phase gates of one file: the list only grows, an acknowledged gate is in it once and whole, a refused one never. */
import { parseDocument, valueAt } from "./document.ts";
import type { Claim, End, StateFile } from "./records.ts";
import type { Tally } from "./tally.ts";
import type { Verdict } from "./verdict.ts";

type GateClaim = Extract<Claim, { kind: "gate" }>;

export class GateBook {
  readonly #file: StateFile;
  readonly #tally: Tally;
  readonly #ended: { readonly claim: GateClaim; readonly verdict: Verdict; readonly end: End }[] = [];
  #entries: readonly Record<string, unknown>[] = [];

  constructor(file: StateFile, tally: Tally) {
    this.#file = file;
    this.#tally = tally;
  }

  end(claim: GateClaim, verdict: Verdict, end: End): void {
    this.#ended.push({ claim, verdict, end });
  }

  look(document: unknown): void {
    const tracking = (document as { taskTracking?: { phaseGateResults?: Record<string, unknown>[] } }).taskTracking;
    const entries = tracking?.phaseGateResults ?? [];
    const grew = JSON.stringify(entries.slice(0, this.#entries.length)) === JSON.stringify(this.#entries);
    this.#tally.check("gates", grew, () => `${this.#file.name}: gates that had been seen changed or went`);
    this.#entries = entries;
  }

  /** After the last look. */
  finish(): void {
    for (const { claim, verdict, end } of this.#ended) {
      const found = this.#entries.flatMap((entry, i) => (entry.skill === claim.id ? [i] : []));
      const times = verdict === "acknowledged" ? [1] : verdict === "refused" ? [0] : [0, 1];
      const name = `${this.#file.name}: gate ${claim.id}, ${verdict},`;
      this.#tally.check("gates", times.includes(found.length), () => `${name} is there ${found.length} times`);
      for (const i of found) {
        const { phase, passed } = this.#entries[i]!;
        this.#tally.check("gates", phase === claim.phase && passed === true, () => `${name} is ${JSON.stringify(this.#entries[i])}`);
        const place = verdict === "acknowledged" ? numberOf(end.stdout) : undefined;
        this.#tally.check("gates", place === undefined || place === i + 1, () => `${name} is number ${i + 1}, its answer said ${place}`);
      }
    }
  }
}

/** The new length that x-internal-update-status answers with; x-internal-verify-phase-gates tells none. */
function numberOf(stdout: string): number | undefined {
  const newValue = valueAt(parseDocument(stdout), ["newValue"]);
  return newValue === null ? undefined : Number(newValue);
}
