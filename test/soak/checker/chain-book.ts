/**
 * A field that everybody changes with `--expect`: each value is written at most once, so the last value leads back to the first in one way.
 * That way holds every acknowledged change and no refused one, and whoever looked saw values in its order.
 */
import { valueAt } from "./document.ts";
import { parseAnswer } from "./envelope.ts";
import type { StateFile, Value } from "./records.ts";
import type { Tally } from "./tally.ts";
import type { Verdict } from "./verdict.ts";

interface Link {
  readonly op: number;
  readonly from: string;
  readonly to: string;
  readonly verdict: Verdict;
}

export class ChainBook {
  readonly #file: StateFile;
  readonly #tally: Tally;
  readonly #links: Link[] = [];
  readonly #seen: Value[] = [];

  constructor(file: StateFile, tally: Tally) {
    this.#file = file;
    this.#tally = tally;
  }

  end(link: Link, stdout: string): void {
    this.#links.push(link);
    if (link.verdict !== "acknowledged") return;
    const answer = parseAnswer(stdout);
    const holds = answer?.previous[0] === link.from && answer.next[0] === link.to;
    this.#tally.check("answers", holds, () => `op ${link.op} went from ${link.from} to ${link.to}, and says ${stdout.trimEnd()}`);
  }

  look(document: unknown): void {
    this.#seen.push(valueAt(document, this.#file.chain.place));
  }

  /** After the last look. */
  finish(): void {
    const path = this.#wayBack();
    const place = new Map(path.map((value, i) => [value, i]));
    const { name, chain } = this.#file;
    this.#tally.check("chain", path[0] === chain.start, () => `${name}: ${path[0]} follows nothing, expected ${chain.start}`);
    for (const { op, from, to, verdict } of this.#links) {
      if (verdict === "unknown") continue;
      const isThere = place.has(to) && place.get(from) === place.get(to)! - 1;
      const said = `${name}: op ${op} from ${from} to ${to} was ${verdict} and is ${isThere ? "" : "not "}in the history`;
      this.#tally.check("chain", isThere === (verdict === "acknowledged"), () => said);
    }
    let last = 0;
    for (const value of this.#seen) {
      const now = place.get(value ?? "") ?? -1;
      this.#tally.check("chain", now >= last, () => `${name}: ${value} was seen where ${path[last]} had been seen before`);
      last = Math.max(last, now);
    }
  }

  /** From the first value to the last one seen. */
  #wayBack(): string[] {
    const linkTo = new Map(this.#links.map((link) => [link.to, link]));
    const path: string[] = [];
    for (let value: Value | undefined = this.#seen.at(-1); value; value = linkTo.get(value)?.from) {
      if (path.includes(value)) break;
      path.unshift(value);
    }
    return path;
  }
}
