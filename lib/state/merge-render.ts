/**
 * Writes out a merged object or array: ours' brackets, separators and white space as they are, what is new in ours' layout,
 * and conflict markers around the items that both sides changed. Whichever side of each conflict is picked, the commas are right. Pure.
 */
import { compactJson } from "./json-text.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { isObjectAt, jsonOf, type Place } from "./merge-place.ts";

/** What comes of one item. An absent side of a conflict deleted it. */
export type Outcome =
  | { readonly kind: "kept"; readonly text: string }
  | { readonly kind: "conflict"; readonly ours: string | undefined; readonly theirs: string | undefined };

/** Whether something of the item is left, whichever side is picked. */
export function isAlwaysThere(outcome: Outcome): boolean {
  return outcome.kind === "kept" || (outcome.ours !== undefined && outcome.theirs !== undefined);
}

export interface Piece {
  readonly outcome: Outcome;
  /** Ours' text between this item and the one before it, comma included; absent for the first item and for what comes from theirs. */
  readonly before: string | undefined;
}

/** How a merged object or array is written out. */
export interface Container {
  readonly brackets: string;
  /** Its text when there is nothing in it. */
  readonly empty: string;
  readonly layout: Layout;
  readonly eol: string;
}

/** Ours' container; when it is empty, in the layout of theirs. */
export function containerOf(ours: Place, theirs: Place, eol: string): Container {
  const brackets = isObjectAt(ours) ? "{}" : "[]";
  const own = layoutOf(ours.text, ours.start);
  if (own !== undefined) return { brackets, empty: brackets, layout: own, eol };
  const { open, between, colon, close } = layoutOf(theirs.text, theirs.start) ?? { open: "", between: ",", colon: ":", close: "" };
  const [newOpen, newBetween, newClose] = [withLineBreaks(open, eol), withLineBreaks(between, eol), withLineBreaks(close, eol)];
  return { brackets, empty: jsonOf(ours), layout: { open: newOpen, between: newBetween, colon, close: newClose }, eol };
}

/** A value of theirs as it looks inside ours' container: its line breaks, or none where ours stands on one line. */
export function adapted(json: string, { layout, eol }: Container): string {
  if (!json.includes("\n")) return json;
  return layout.open.includes("\n") ? withLineBreaks(json, eol) : compactJson(json);
}

/** The container's text. Commas stand behind the items up to the last one that is always there, and before those after it. */
export function rendered(pieces: readonly Piece[], container: Container): string {
  const { brackets, layout, eol } = container;
  const anchor = pieces.findLastIndex(({ outcome }) => isAlwaysThere(outcome));
  if (pieces.length === 0) return container.empty;
  if (anchor < 0 && pieces.length > 1) return rendered([{ outcome: asOne(pieces, layout), before: undefined }], container);
  const isAlone = pieces.length === 1;
  let text = brackets[0]!;
  pieces.forEach(({ outcome, before }, i) => {
    const [spaceBefore, space] = i === 0 ? ["", layout.open] : cutAtComma(before ?? layout.between);
    const isAfterConflict = pieces[i - 1]?.outcome.kind === "conflict";
    if (i > 0 && i <= anchor && !isAfterConflict) text += `${spaceBefore},`;
    const gap = isAfterConflict ? fromLineBreak(space, eol) : space;
    if (outcome.kind === "kept") text += gap + outcome.text;
    else text += conflict(outcome, { gap, head: i > anchor && !isAlone ? "," : "", tail: i < anchor ? "," : "", eol });
  });
  const endsInConflict = pieces.at(-1)!.outcome.kind === "conflict";
  return text + (endsInConflict ? fromLineBreak(layout.close, eol) : layout.close) + brackets[1];
}

interface Surroundings {
  /** White space before the item. */
  readonly gap: string;
  /** The comma, if it belongs to this item: before or after it. */
  readonly head: string;
  readonly tail: string;
  readonly eol: string;
}

/** Markers at the beginning of lines; the next thing has to begin with a line break. */
function conflict({ ours, theirs }: Extract<Outcome, { kind: "conflict" }>, { gap, head, tail, eol }: Surroundings): string {
  const lineStart = gap.lastIndexOf("\n") + 1;
  const [lead, indent] = lineStart > 0 ? [gap.slice(0, lineStart), gap.slice(lineStart)] : [eol, ""];
  const side = (text: string | undefined) => (text === undefined ? "" : indent + head + text + tail + eol);
  return `${lead}<<<<<<< ours${eol}${side(ours)}=======${eol}${side(theirs)}>>>>>>> theirs`;
}

/** Conflicts of which each may leave nothing behind: one conflict about all of them. */
function asOne(pieces: readonly Piece[], { between }: Layout): Outcome {
  const side = (name: "ours" | "theirs") => {
    const texts = pieces.flatMap(({ outcome }) => (outcome.kind === "conflict" ? (outcome[name] ?? []) : []));
    return texts.length === 0 ? undefined : texts.join(between);
  };
  return { kind: "conflict", ours: side("ours"), theirs: side("theirs") };
}

function cutAtComma(separator: string): readonly [string, string] {
  const comma = separator.indexOf(",");
  return [separator.slice(0, comma), separator.slice(comma + 1)];
}

function fromLineBreak(space: string, eol: string): string {
  const at = space.search(/\r?\n/);
  return at < 0 ? eol + space : space.slice(at);
}

function withLineBreaks(text: string, eol: string): string {
  return text.replace(/\r?\n/g, eol);
}
