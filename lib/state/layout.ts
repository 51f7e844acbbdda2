/**
 * How a container is written out, read from the text, so that what is added looks like what is there (spec page 1, Byte fidelity):
 * an object written on one line stays on one line; a new or empty one takes the layout of its last sibling object that has
 * members, else of the container that holds it, one level deeper.
 */
import type { JsonDocument } from "./json-document.ts";
import { elementsOf, membersOf, type Span, skipSpace } from "./json-text.ts";
import { locate } from "./locate.ts";

export interface Layout {
  /** White space after the opening bracket. */
  readonly open: string;
  /** The comma with the white space around it. */
  readonly between: string;
  /** The colon with the white space around it. */
  readonly colon: string;
  /** White space before the closing bracket. */
  readonly close: string;
}

/** What an empty object at the top of a file is given. */
const COMPACT: Layout = { open: "", between: ",", colon: ":", close: "" };

/** The layout of the object or array at `path`, its own or the one that it takes while it is empty. */
export function layoutAt(document: JsonDocument, path: readonly string[]): Layout {
  const { text } = document;
  const start = locate(document, path);
  return layoutOf(text, start) ?? (path.length === 0 ? COMPACT : newLayoutIn(document, path.slice(0, -1)));
}

/** The layout for a new object inside the object or array at `path`. */
export function newLayoutIn(document: JsonDocument, path: readonly string[]): Layout {
  const { text } = document;
  const siblings = itemsOf(text, locate(document, path));
  for (const { value } of siblings.reverse()) {
    const layout = text[value.start] === "{" ? layoutOf(text, value.start) : undefined;
    if (layout !== undefined) return layout;
  }
  return deeper(layoutAt(document, path));
}

/** The same layout one level further in. */
export function deeper(holder: Layout): Layout {
  if (!holder.open.includes("\n")) return holder;
  const indent = afterLineBreak(holder.open);
  const outer = afterLineBreak(holder.close);
  const unit = indent.startsWith(outer) ? indent.slice(outer.length) : indent;
  const open = holder.open + unit;
  return { open, between: `,${open}`, colon: holder.colon, close: holder.open };
}

interface Item {
  readonly start: number;
  readonly value: Span;
  readonly keyEnd: number;
}

/** The members or elements of the container at `start`. */
export function itemsOf(text: string, start: number): Item[] {
  if (text[start] === "[") return elementsOf(text, start).map((value) => ({ start: value.start, value, keyEnd: value.start }));
  return membersOf(text, start).map(({ keyStart, keyEnd, value }) => ({ start: keyStart, value, keyEnd }));
}

/** The layout of the container that opens at `start`, by its own members; undefined when it has none. */
export function layoutOf(text: string, start: number): Layout | undefined {
  const items = itemsOf(text, start);
  const first = items[0];
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const open = text.slice(start + 1, first.start);
  const colon = text.slice(last.keyEnd, last.value.start) || spacedColon(open);
  const before = items.at(-2);
  const between = before === undefined ? betweenAfter(open, colon) : text.slice(before.value.end, last.start);
  return { open, between, colon, close: text.slice(last.value.end, skipSpace(text, last.value.end)) };
}

/** With one member only there is no comma to copy: one line each stays so, and a space after the colon wants one after the comma. */
function betweenAfter(open: string, colon: string): string {
  if (open.includes("\n")) return `,${open}`;
  return open !== "" || /\s$/.test(colon) ? ", " : ",";
}

/** Elements of an array have no colon to copy. */
function spacedColon(open: string): string {
  return open === "" ? ":" : ": ";
}

function afterLineBreak(space: string): string {
  return space.slice(space.lastIndexOf("\n") + 1);
}
