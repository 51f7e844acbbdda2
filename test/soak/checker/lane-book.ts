/**
 * The values of one lane, decided exactly: its owner makes one call at a time, so before and after each call there is a set of possible values,
 * of which a call that was killed adds one, an acknowledged one leaves one, and a look into the file leaves the one that was seen.
 */
import { valueAt } from "./document.ts";
import { parseAnswer } from "./envelope.ts";
import type { Begin, End, Lane, Value } from "./records.ts";
import type { Tally } from "./tally.ts";
import type { Verdict } from "./verdict.ts";

const keyOf = (values: readonly Value[]) => JSON.stringify(values);

interface Running {
  readonly op: number;
  readonly key: string;
  readonly before: ReadonlySet<string>;
}

export class LaneBook {
  readonly #lane: Lane;
  readonly #tally: Tally;
  #possible: ReadonlySet<string>;
  #running: Running | undefined;
  /** For each reader under way: every value that the lane may have had since it began. */
  readonly #windows = new Map<number, Set<string>>();

  constructor(lane: Lane, tally: Tally) {
    this.#lane = lane;
    this.#tally = tally;
    this.#possible = new Set([keyOf(lane.start)]);
  }

  begin(op: number, values: readonly Value[]): void {
    this.#running = { op, key: keyOf(values), before: this.#possible };
    for (const window of this.#windows.values()) window.add(this.#running.key);
  }

  end(begin: Begin, end: End, verdict: Verdict): void {
    const { key, before } = this.#running!;
    this.#running = undefined;
    if (verdict === "unknown") this.#possible = new Set([...this.#possible, key]);
    else if (verdict === "refused")
      this.#tally.check(
        "refused writes",
        before.has(key) || !this.#possible.has(key),
        () => `op ${begin.op}: ${key} was refused with ${end.code} and is in ${this.#lane.name}`,
      );
    else {
      if (begin.program.startsWith("x-")) this.#checkAnswer(begin.op, end.stdout, key, before);
      this.#possible = new Set([key]);
    }
  }

  #checkAnswer(op: number, stdout: string, key: string, before: ReadonlySet<string>): void {
    const answer = parseAnswer(stdout);
    const holds = answer !== undefined && keyOf(answer.next) === key && before.has(keyOf(answer.previous));
    this.#tally.check(
      "answers",
      holds,
      () => `op ${op} wrote ${key} to ${this.#lane.name} over ${[...before]}, and says ${stdout.trimEnd()}`,
    );
  }

  look(document: unknown, kind: string): void {
    const key = keyOf(this.#lane.places.map((place) => valueAt(document, place)));
    const can = this.#current();
    if (this.#tally.check(kind, can.has(key), () => `${this.#lane.name} is ${key}, expected ${[...can].join(" or ")}`))
      this.#possible = new Set([key]);
  }

  beginRead(op: number): void {
    this.#windows.set(op, this.#current());
  }

  endRead(op: number, value: Value | undefined): void {
    const window = this.#windows.get(op)!;
    this.#windows.delete(op);
    if (value !== undefined)
      this.#tally.check(
        "values read",
        window.has(keyOf([value])),
        () => `op ${op} read ${value} of ${this.#lane.name}, expected ${[...window]}`,
      );
  }

  #current(): Set<string> {
    return new Set([...this.#possible, ...(this.#running === undefined ? [] : [this.#running.key])]);
  }
}
