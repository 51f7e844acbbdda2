/**
 * Finds where a value stands in the text. The short way: when a path's key is written only once in the whole text and the parsed
 * document has that path, that one place is it; native `indexOf` then passes megabytes in a millisecond. Else: walk from the root.
 */
import { isObject, type JsonDocument } from "./json-document.ts";
import { memberNamed, skipSpace } from "./json-text.ts";

/** The value at `path`, or undefined when the document has no such member. */
export function valueAt(document: JsonDocument, path: readonly string[]): { readonly value: unknown } | undefined {
  let value: unknown = document.root;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return { value };
}

/** Where the value at `path` begins. Call it only when `valueAt` finds one. */
export function locate(document: JsonDocument, path: readonly string[]): number {
  const { text } = document;
  let depth = path.length;
  let at = -1;
  while (depth > 0 && at < 0) at = onlyPlaceOf(text, path[--depth]!);
  let start = at < 0 ? skipSpace(text, 0) : at;
  for (const key of path.slice(at < 0 ? 0 : depth + 1)) {
    const member = memberNamed(text, start, key);
    if (member === undefined) throw new Error(`Cannot locate '${path.join(".")}'`);
    start = member.value.start;
  }
  return start;
}

const PLAIN_KEY = /^[A-Za-z0-9_-]+$/;
/** An ASCII character written as an escape: a key might be spelled in two ways. */
const ASCII_ESCAPE = /\\u00[2-7]/;

/** Where the value of the only member called `key` begins, or -1 when there is none, several, or no telling. */
function onlyPlaceOf(text: string, key: string): number {
  if (!PLAIN_KEY.test(key)) return -1;
  const quoted = `"${key}"`;
  let place = -1;
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + quoted.length)) {
    if (text.charCodeAt(at - 1) === 92) return -1;
    const colon = skipSpace(text, at + quoted.length);
    if (text[colon] !== ":") continue;
    if (place >= 0) return -1;
    place = skipSpace(text, colon + 1);
  }
  return place >= 0 && text.includes("\\u00") && ASCII_ESCAPE.test(text) ? -1 : place;
}
