/** Story ids in running text, and the ranges between them. */
import type { StoryKind } from "./sections.ts";

/** One id as it stands in the text; `feature` is undefined for a bug's id. */
export interface Mention {
  readonly id: string;
  readonly feature: string | undefined;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

const FEATURE_ID = /story-(\d{4})-(\d{4})(?!\d)|(?<![\w-])(\d{4})-(\d{4})(?![\d-])/gi;
const ANY_ID = /story-(?:\d{6}-\d{2}(?!\d)|\d{2}-[a-z0-9-]*[a-z0-9])|story-(\d{4})-(\d{4})(?!\d)|(?<![\w-])(\d{4})-(\d{4})(?![\d-])/gi;
const SHORT_END = /[ \t]*(?:\.{2,3}|…|–|(?<=[ \t])(?:a|to|até|ate\u0301?))[ \t]*(\d{4})(?![\d-])/iy;
const RANGE_WORDS: readonly string[] = ["..", "...", "…", "–", "—", "-", "a", "to", "até", "ate\u0301", "ate", "through"];
const LONGEST_CONNECTION = 12;

/** All ids in the order of the text; a bug's ids only in a bug's story. */
export function findMentions(text: string, kind: StoryKind): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(kind === "bug" ? ANY_ID : FEATURE_ID)) {
    const feature = match[1] ?? match[3];
    const number = match[2] ?? match[4] ?? "";
    const id = feature === undefined ? match[0].toLowerCase() : `story-${feature}-${number}`;
    mentions.push({ id, feature, number: Number(number), from: match.index, to: match.index + match[0].length });
  }
  return mentions;
}

/** The far end of the range that begins with `first`: the next mention, or four digits of the same feature. */
export function rangeEnd(text: string, first: Mention, next: Mention | undefined): Mention | undefined {
  if (next !== undefined && connects(text, first.to, next.from)) return next;
  if (first.feature === undefined) return undefined;
  SHORT_END.lastIndex = first.to;
  const number = SHORT_END.exec(text)?.[1];
  if (number === undefined) return undefined;
  return {
    id: `story-${first.feature}-${number}`,
    feature: first.feature,
    number: Number(number),
    from: first.to,
    to: SHORT_END.lastIndex,
  };
}

function connects(text: string, from: number, to: number): boolean {
  return to - from <= LONGEST_CONNECTION && RANGE_WORDS.includes(text.slice(from, to).trim().toLowerCase());
}
