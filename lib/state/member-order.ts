import { isObject, type JsonDocument } from "./json-document.ts";
import { keyOf, membersOf } from "./json-text.ts";
import { locate, valueAt } from "./locate.ts";

/** A key that a JavaScript object puts before all others, whatever the file says: if there is one, it is the first. */
const INTEGER_LIKE = /^(?:0|[1-9]\d{0,9})$/;

/** The keys of the object at `path` in the order of the file; none when there is no object. */
export function keysInOrder(document: JsonDocument, path: readonly string[]): readonly string[] {
  const object = valueAt(document, path)?.value;
  if (!isObject(object)) return [];
  const keys = Object.keys(object);
  if (!INTEGER_LIKE.test(keys[0] ?? "")) return keys;
  const { text } = document;
  return [...new Set(membersOf(text, locate(document, path)).map((member) => keyOf(text, member)))];
}
