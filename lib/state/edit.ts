/**
 * Purpose: the edits a state file knows, each a splice of the text: set a member (making the objects on the way), remove one, append
 * to an array. Every other byte stays (spec page 1, Byte fidelity).
 * Does not: decide whether an edit is allowed, or touch a file.
 * Order: parse, then edit as often as needed. An edit gives a new document and consumes the old one, whose `root` is changed in step.
 */
import { isObject, type JsonDocument } from "./json-document.ts";
import { endOfValue, keyOf, membersOf } from "./json-text.ts";
import { deeper, itemsOf, type Layout, layoutAt, newLayoutIn } from "./layout.ts";
import { locate, valueAt } from "./locate.ts";

/** Sets the member at `path` to the JSON text `json`; objects that are missing on the way are made. */
export function putValue(document: JsonDocument, path: readonly string[], json: string): JsonDocument {
  if (valueAt(document, path) !== undefined) {
    const start = locate(document, path);
    const text = splice(document.text, start, endOfValue(document.text, start), json);
    return changed(document, path, json, text);
  }
  let depth = path.length - 1;
  while (valueAt(document, path.slice(0, depth)) === undefined) depth--;
  const holder = path.slice(0, depth);
  const value = depth === path.length - 1 ? json : nested(path.slice(depth + 1), json, newLayoutIn(document, holder));
  const layout = layoutAt(document, holder);
  const text = addItem(document.text, locate(document, holder), layout, `${JSON.stringify(path[depth])}${layout.colon}${value}`);
  return changed(document, path, json, text);
}

/** Removes the member at `path`, with its comma; of duplicates, all, so that none of them shows through. */
export function removeMember(document: JsonDocument, path: readonly string[]): JsonDocument {
  const holder = path.slice(0, -1);
  const key = path.at(-1)!;
  let { text } = document;
  const start = locate(document, holder);
  for (let at = 0; at >= 0; ) {
    const members = membersOf(text, start);
    at = members.findLastIndex((member) => keyOf(text, member) === key);
    const [before, member, after] = [members[at - 1], members[at], members[at + 1]];
    if (member === undefined) break;
    if (after !== undefined) text = splice(text, member.keyStart, after.keyStart, "");
    else if (before !== undefined) text = splice(text, before.value.end, member.value.end, "");
    else text = splice(text, start + 1, text.indexOf("}", member.value.end), "");
  }
  const owner = valueAt(document, holder)?.value as Record<string, unknown>;
  delete owner[key];
  return { ...document, text };
}

/** Appends one value, as `appendElements` does. */
export function appendElement(document: JsonDocument, path: readonly string[], json: string): JsonDocument {
  return appendElements(document, path, [json]);
}

/** Appends values, each given as JSON text of one line, to the array at `path`, laid out as their neighbours are. */
export function appendElements(document: JsonDocument, path: readonly string[], jsons: readonly string[]): JsonDocument {
  if (jsons.length === 0) return document;
  const layout = layoutAt(document, path);
  const inner = newLayoutIn(document, path);
  const elements = jsons.map((json) => laidOut(JSON.parse(json), inner)).join(layout.between);
  const text = addItem(document.text, locate(document, path), layout, elements);
  const array = valueAt(document, path)?.value;
  if (Array.isArray(array)) array.push(...jsons.map((json) => JSON.parse(json)));
  return { ...document, text };
}

/** JSON text in a layout: objects as it says, arrays always on one line. */
function laidOut(value: unknown, layout: Layout): string {
  if (Array.isArray(value)) return `[${value.map((item) => laidOut(item, layout)).join(/\s$/.test(layout.colon) ? ", " : ",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}${layout.colon}${laidOut(member, deeper(layout))}`);
  return members.length === 0 ? "{}" : `{${layout.open}${members.join(layout.between)}${layout.close}}`;
}

/** `{"a":{"b":json}}` for the keys a, b. */
function nested(keys: readonly string[], json: string, layout: Layout): string {
  const [key, ...rest] = keys;
  if (key === undefined) return json;
  return `{${layout.open}${JSON.stringify(key)}${layout.colon}${nested(rest, json, deeper(layout))}${layout.close}}`;
}

function addItem(text: string, start: number, layout: Layout, item: string): string {
  const last = itemsOf(text, start).at(-1);
  if (last !== undefined) return splice(text, last.value.end, last.value.end, layout.between + item);
  return splice(text, start + 1, endOfValue(text, start) - 1, layout.open + item + layout.close);
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Keeps `root` in step with the text. No path holds `__proto__` (spec page 0, Security), so plain assignment is safe. */
function changed(document: JsonDocument, path: readonly string[], json: string, text: string): JsonDocument {
  let owner = document.root as Record<string, unknown>;
  for (const key of path.slice(0, -1)) {
    if (!Object.hasOwn(owner, key)) owner[key] = {};
    owner = owner[key] as Record<string, unknown>;
  }
  owner[path[path.length - 1]!] = JSON.parse(json);
  return { ...document, text };
}
