/** Values where they stand in one version's text, and their comparison across versions. Pure. */
import { DataError } from "../errors.ts";
import { endOfValue, keyOf, memberNamed, skipSpace } from "./json-text.ts";
import { itemsOf } from "./layout.ts";

/** A value in the text of one version. */
export interface Place {
  readonly text: string;
  readonly start: number;
  /** One past the last character. */
  readonly end: number;
}

/** A member of an object, or an element of an array that has an `id`: something that keeps its name across versions. */
export interface Item {
  /** The member's key or the element's id. */
  readonly key: string;
  /** Where the item begins: at its key, or at its value. */
  readonly start: number;
  /** The key as spelled, quotes included; empty for an element. */
  readonly keyText: string;
  readonly value: Place;
}

/** The whole document of a text. */
export function wholeOf(text: string): Place {
  const start = skipSpace(text, 0);
  return { text, start, end: endOfValue(text, start) };
}

/** The value's JSON text as it stands. */
export function jsonOf({ text, start, end }: Place): string {
  return text.slice(start, end);
}

/** The key with all that stands before the value. */
export function headOf({ start, value }: Item): string {
  return value.text.slice(start, value.start);
}

/** The whole item as it stands. */
export function textOf(item: Item): string {
  return headOf(item) + jsonOf(item.value);
}

/** Whether the value is an object. */
export function isObjectAt({ text, start }: Place): boolean {
  return text[start] === "{";
}

/** Whether the value is an array. */
export function isArrayAt({ text, start }: Place): boolean {
  return text[start] === "[";
}

/** The members of an object in the file's order, duplicates included. */
export function membersIn({ text, start }: Place): readonly Item[] {
  return itemsOf(text, start).map((item) => ({
    key: keyOf(text, { keyStart: item.start, keyEnd: item.keyEnd }),
    start: item.start,
    keyText: text.slice(item.start, item.keyEnd),
    value: { text, ...item.value },
  }));
}

/** The elements of an array. */
export function elementsIn({ text, start }: Place): readonly Place[] {
  return itemsOf(text, start).map(({ value }) => ({ text, ...value }));
}

/** The elements of an array by their ids; undefined unless each is an object with an `id` of its own. */
export function elementsById(place: Place): readonly Item[] | undefined {
  const items: Item[] = [];
  const seen = new Set<string>();
  for (const value of elementsIn(place)) {
    const id = isObjectAt(value) ? memberNamed(value.text, value.start, "id") : undefined;
    const key = id === undefined ? "" : canonical({ text: value.text, ...id.value });
    if (!/^["\d-]/.test(key) || seen.has(key)) return undefined;
    seen.add(key);
    items.push({ key, start: value.start, keyText: "", value });
  }
  return items;
}

/** Items by key; of duplicates, the last is the one meant. */
export function lastOf(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.key, item]));
}

/** Whether two values are the same: layout, escapes in text and the order of members do not count, the spelling of numbers does. */
export function isSame(a: Place, b: Place): boolean {
  return jsonOf(a) === jsonOf(b) || canonical(a) === canonical(b);
}

function canonical(place: Place, depth = 0): string {
  assertNotTooDeep(depth);
  if (isArrayAt(place))
    return `[${elementsIn(place)
      .map((element) => canonical(element, depth + 1))
      .join(",")}]`;
  if (isObjectAt(place)) {
    const members = [...lastOf(membersIn(place))].map(([key, { value }]) => `${JSON.stringify(key)}:${canonical(value, depth + 1)}`);
    return `{${members.sort().join(",")}}`;
  }
  const json = jsonOf(place);
  return json.includes("\\") ? JSON.stringify(JSON.parse(json)) : json;
}

/** Deeper documents would overflow the stack; a state file has five levels. */
const MAX_DEPTH = 500;

/** Throws `DataError`. */
export function assertNotTooDeep(depth: number): void {
  if (depth > MAX_DEPTH) throw new DataError("nested too deeply to be merged");
}
