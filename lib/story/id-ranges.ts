import type { Mention } from "./mentions.ts";

const LONGEST_RANGE = 1000;
/** Members that all ranges of one story may have, so that ten thousand overlapping ranges stay linear. */
const MOST_MEMBERS = 20_000;

/** Expands ranges of ids, each once and all of them within one budget. */
export class Ranges {
  private readonly seen = new Set<string>();
  private members = 0;

  /** The members of a range, none when it was expanded before; undefined when it is no range that can be expanded. */
  expand(first: Mention, last: Mention): string[] | undefined {
    const size = last.number - first.number + 1;
    if (first.feature === undefined || first.feature !== last.feature || size < 2 || size > LONGEST_RANGE) return undefined;
    const key = `${first.id}..${last.id}`;
    if (this.seen.has(key)) return [];
    this.seen.add(key);
    this.members += size;
    if (this.members > MOST_MEMBERS) return undefined;
    return Array.from({ length: size }, (_, i) => `story-${first.feature}-${String(first.number + i).padStart(4, "0")}`);
  }
}
