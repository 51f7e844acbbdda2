/** Changes of JSON documents: other values and members in their places, and a text that is none any more. */
import { below, changedBytes, changedText, pick, type Random } from "./mutations.ts";

const VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  3,
  -0.5,
  1e308,
  2 ** 53,
  "",
  " ",
  "x".repeat(300),
  "\u001b[2J",
  "\ud800",
  "2026-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  [],
  {},
  [[[[]]]],
  [null],
];
const KEYS: readonly string[] = ["0", "10", "status", "__proto__", "constructor", "toString", "", "é", "a.b"];
const FRAGMENTS: readonly string[] = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "\\u",
  "\\ud800",
  "1e",
  "-",
  "01",
  "<<<<<<< x\n",
  "[[[[",
  '{"a":',
  "null",
  "//",
];

/** Words of the format, put beside those that mean nothing in it. */
export interface JsonWords {
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
}

/** The document's bytes after some changes of its values and, in a third of the cases, of its text. */
export function mutatedJson(random: Random, document: unknown, words: JsonWords): Uint8Array {
  const root = changedValue(random, document, words);
  let text = JSON.stringify(root, null, pick(random, [0, 2, "\t"]));
  if (random() < 0.02) text = nested(random, text);
  if (random() < 0.3) text = changedText(random, text, FRAGMENTS);
  return changedBytes(random, new TextEncoder().encode(text));
}

/** Some text value deep in brackets: valid, but perhaps too much for a reader that is recursive. */
function nested(random: Random, text: string): string {
  const depth = below(random, 20_000);
  const at = below(random, text.length);
  return text.slice(0, at) + text.slice(at).replace(/"[^"\\]*"(?=\s*[,}\]])/, (value) => "[".repeat(depth) + value + "]".repeat(depth));
}

/** A copy with up to four changes. */
export function changedValue(random: Random, document: unknown, words: JsonWords): unknown {
  const root = structuredClone(document);
  for (let changes = below(random, 5); changes > 0; changes--) changeOne(random, root, words);
  return root;
}

/** Another value in one place, a member more or less, or a part of the document where another should be. */
function changeOne(random: Random, root: unknown, { keys, values }: JsonWords): void {
  const owner = someContainer(random, root);
  const own = Object.keys(owner);
  const key = random() < 0.7 && own.length > 0 ? pick(random, own) : pick(random, random() < 0.5 ? keys : KEYS);
  const roll = random();
  if (roll < 0.15) {
    Reflect.deleteProperty(owner, key);
    return;
  }
  const value = roll < 0.3 ? someContainer(random, root) : otherValue(random, owner[key], values);
  Object.defineProperty(owner, key, { value: structuredClone(value), enumerable: true, configurable: true, writable: true });
}

/** In half of the cases of the same kind, which gets past a check of types. */
function otherValue(random: Random, current: unknown, values: readonly unknown[]): unknown {
  const all = random() < 0.6 ? values : VALUES;
  const alike = random() < 0.5 ? all.filter((value) => kindOf(value) === kindOf(current)) : [];
  return pick(random, alike.length > 0 ? alike : all);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

function someContainer(random: Random, root: unknown): Record<string, unknown> {
  let owner = root as Record<string, unknown>;
  for (;;) {
    const inner = Object.values(owner).filter((value) => typeof value === "object" && value !== null);
    if (inner.length === 0 || random() < 0.3) return owner;
    owner = pick(random, inner) as Record<string, unknown>;
  }
}
