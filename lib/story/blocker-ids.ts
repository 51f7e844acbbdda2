/** Reads story ids out of the texts in which a story names its blockers. */
import { excerpt } from "./excerpt.ts";
import { fold } from "./fold.ts";
import type { StoryKind } from "./sections.ts";

export interface Blockers {
  /** In the order of the text, each once. */
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
}

const LONGEST_RANGE = 1000;
/** Members that all ranges of one story may visit, so that ten thousand overlapping ranges stay linear. */
const MOST_MEMBERS = 20_000;

const LINK = /\[([^[\]]*)\]\(([^()]*)\)/g;
const FEATURE_ID = /story-(\d{4})-(\d{4})(?!\d)|(?<![\w-])(\d{4})-(\d{4})(?![\d-])/gi;
const ANY_ID = /story-(?:\d{6}-\d{2}(?!\d)|\d{2}-[a-z0-9-]*[a-z0-9])|story-(\d{4})-(\d{4})(?!\d)|(?<![\w-])(\d{4})-(\d{4})(?![\d-])/gi;
const SHORT_END = /[ \t]*(?:\.{2,3}|…|–|(?<=[ \t])(?:a|to|até|ate\u0301?))[ \t]*(\d{4})(?![\d-])/giy;
const RANGE_WORDS: ReadonlySet<string> = new Set(["..", "...", "…", "–", "—", "-", "a", "to", "ate", "through"]);
const HAS_ID = /story-\d\d|\d{4}-\d{4}/i;
const NOTHING: readonly string[] = ["---", "--", "-", "—", "–", "n/a", "none", "nenhuma"];

/** One id as it stands in the text; `feature` and `number` are absent for a bug's id. */
interface Mention {
  readonly id: string;
  readonly feature: string | undefined;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** The blockers that `texts` (table cells, values of list items) name, ranges included. */
export function readBlockers(texts: readonly string[], kind: StoryKind): Blockers {
  const ids = new Set<string>();
  const ranges = new Ranges();
  const idless: string[] = [];
  const badRanges: string[] = [];
  for (const raw of texts) {
    const text = withoutMarkup(raw);
    if (isNothing(text)) continue;
    const mentions = findMentions(text, kind === "bug" ? ANY_ID : FEATURE_ID);
    if (mentions.length === 0) idless.push(raw);
    mentions.forEach((mention, i) => {
      ids.add(mention.id);
      const last = rangeEnd(text, mention, mentions[i + 1]);
      if (last === undefined) return;
      const members = ranges.expand(mention, last);
      if (members === undefined) badRanges.push(`${mention.id}..${last.id}`);
      for (const id of members ?? [last.id]) ids.add(id);
    });
  }
  const warnings = [
    ...warningAbout("not a rising range of one feature, so only its ends count", badRanges),
    ...warningAbout("blocker text holds no story id", idless),
  ];
  return { ids: [...ids], warnings };
}

/** One line for all of `texts`, which may be many: it shows the first. */
function warningAbout(fault: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return [];
  return [`${fault}: '${excerpt(texts[0]!)}'${texts.length > 1 ? ` and ${texts.length - 1} more` : ""}`];
}

/** True for the ways to write "no blocker", each also with a note in brackets after it. */
export function isNothing(text: string): boolean {
  const plain = text.trim();
  if (plain === "") return true;
  const start = fold(plain.slice(0, 12));
  const word = NOTHING.find((nothing) => start.startsWith(nothing));
  if (word === undefined) return false;
  const rest = plain.slice(word.length).trim();
  return rest === "" || rest === "." || isOneNote(rest);
}

/** One pair of brackets around all of `text`. */
function isOneNote(text: string): boolean {
  if (!/^[([]/.test(text) || !/[)\]]$/.test(text)) return false;
  let depth = 0;
  for (const bracket of text.slice(0, -1).matchAll(/[()[\]]/g)) {
    depth += "([".includes(bracket[0]) ? 1 : -1;
    if (depth === 0) return false;
  }
  return depth === 1;
}

/** Emphasis and code marks dropped; a link keeps its text, and its target only where the text holds no id. */
function withoutMarkup(text: string): string {
  return text
    .replace(LINK, (_, label: string, target: string) => (HAS_ID.test(label) ? label : `${label} ${target}`))
    .replace(/[*_`]/g, "")
    .trim();
}

function findMentions(text: string, pattern: RegExp): Mention[] {
  const mentions: Mention[] = [];
  for (const match of text.matchAll(pattern)) {
    const feature = match[1] ?? match[3];
    const number = match[2] ?? match[4] ?? "";
    const id = feature === undefined ? match[0].toLowerCase() : `story-${feature}-${number}`;
    mentions.push({ id, feature, number: Number(number), from: match.index, to: match.index + match[0].length });
  }
  return mentions;
}

/** The far end of the range that begins with `first`: the next mention, or four digits of the same feature. */
function rangeEnd(text: string, first: Mention, next: Mention | undefined): Mention | undefined {
  if (next !== undefined && next.from - first.to <= 12 && RANGE_WORDS.has(fold(text.slice(first.to, next.from)))) return next;
  if (first.feature === undefined) return undefined;
  SHORT_END.lastIndex = first.to;
  const short = SHORT_END.exec(text);
  if (short === null) return undefined;
  return {
    id: `story-${first.feature}-${short[1]}`,
    feature: first.feature,
    number: Number(short[1]),
    from: first.to,
    to: SHORT_END.lastIndex,
  };
}

/** Expands ranges, each once and all of them within one budget. */
class Ranges {
  readonly #seen = new Set<string>();
  #members = 0;

  /** The members of a range, none when it was expanded before; undefined when it is no range that can be expanded. */
  expand(first: Mention, last: Mention): string[] | undefined {
    const size = last.number - first.number + 1;
    if (first.feature === undefined || first.feature !== last.feature || size < 2 || size > LONGEST_RANGE) return undefined;
    const key = `${first.id}..${last.id}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    this.#members += size;
    if (this.#members > MOST_MEMBERS) return undefined;
    return Array.from({ length: size }, (_, i) => `story-${first.feature}-${String(first.number + i).padStart(4, "0")}`);
  }
}
