/** Reads story ids out of the texts in which a story names its blockers. */
import { excerpt } from "./excerpt.ts";
import { Ranges } from "./id-ranges.ts";
import { isStoryId } from "./ids.ts";
import { findMentions, type Mention, rangeEnd } from "./mentions.ts";
import type { StoryKind } from "./sections.ts";

export interface Blockers {
  /** In the order of the text, each once. */
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
}

const NOTHING: readonly string[] = ["---", "--", "-", "—", "–", "n/a", "none", "nenhuma"];
const LINK = /\[([^[\]]*)\]\(([^()]*)\)/g;
const HAS_ID = /story-\d\d|\d{4}-\d{4}/i;

/** What one text after the other adds to. */
interface Found {
  readonly ids: Set<string>;
  readonly ranges: Ranges;
  readonly idless: string[];
  readonly badRanges: string[];
}

/** The blockers that `texts` (table cells, values of list items) name, ranges included. */
export function readBlockers(texts: readonly string[], kind: StoryKind): Blockers {
  const found: Found = { ids: new Set(), ranges: new Ranges(), idless: [], badRanges: [] };
  for (const text of texts) if (!addPlainList(text, found)) addMentions(text, kind, found);
  const warnings = warningAbout("not a rising range of one feature, so only its ends count", found.badRanges);
  warnings.push(...warningAbout("blocker text holds no story id", found.idless));
  const ids: string[] = [];
  for (const id of found.ids) ids.push(id);
  return { ids, warnings };
}

/** The usual cell, `id, id`: read without the rest, which costs more than all of it in a program that runs once. */
function addPlainList(text: string, { ids }: Found): boolean {
  const listed = text.split(",");
  for (const id of listed) if (!isStoryId(id.trim())) return false;
  for (const id of listed) ids.add(id.trim());
  return true;
}

function addMentions(raw: string, kind: StoryKind, { ids, ranges, idless, badRanges }: Found): void {
  const text = withoutMarkup(raw);
  if (isNothing(text)) return;
  const mentions = findMentions(text, kind);
  if (mentions.length === 0) idless.push(raw);
  mentions.forEach((mention, i) => {
    ids.add(mention.id);
    const last = rangeEnd(text, mention, mentions[i + 1]);
    if (last !== undefined) addRange(mention, last);
  });

  function addRange(first: Mention, last: Mention): void {
    const members = ranges.expand(first, last);
    if (members === undefined) badRanges.push(`${first.id}..${last.id}`);
    for (const id of members ?? [last.id]) ids.add(id);
  }
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
  const start = plain.slice(0, 12).toLowerCase();
  for (const word of NOTHING) {
    if (!start.startsWith(word)) continue;
    const rest = plain.slice(word.length).trim();
    return rest === "" || rest === "." || isOneNote(rest);
  }
  return false;
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
