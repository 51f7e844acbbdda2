/**
 * Purpose: find things in JSON text without making a document of it, so that an edit can leave every other byte alone.
 * Does not: validate. The text has been through `JSON.parse`; on other text the results mean nothing.
 * Offsets are UTF-16 code units. Byte loops run cold here, so strings and brackets are found by native searches. On the way of every
 * update, here and beside, loops stand where others would write `map` or a generator, whose first use costs as much as an edit.
 */

export interface Span {
  readonly start: number;
  /** One past the last character. */
  readonly end: number;
}

/** One member of an object: where its quoted key and its value stand. */
export interface Member {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Span;
}

/** The first position at or after `at` that is no JSON white space. */
export function skipSpace(text: string, at: number): number {
  let i = at;
  for (let c = text.charCodeAt(i); c === 32 || c === 10 || c === 13 || c === 9; c = text.charCodeAt(i)) i++;
  return i;
}

/** One past the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

/** One past the value that begins at `start`. Linear, and safe at any nesting depth. */
export function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === "{" || first === "[") return endOfContainer(text, start);
  const after = /[\s,\]}]/g;
  after.lastIndex = start;
  return after.test(text) ? after.lastIndex - 1 : text.length;
}

function endOfContainer(text: string, start: number): number {
  const structure = /["{}[\]]/g;
  structure.lastIndex = start;
  for (let depth = 0; structure.test(text); ) {
    const at = structure.lastIndex - 1;
    const c = text.charCodeAt(at);
    if (c === 34) structure.lastIndex = endOfString(text, at);
    else if (c === 123 || c === 91) depth++;
    else if (--depth === 0) return at + 1;
  }
  return text.length;
}

/** The members of the object that opens at `start`, in the file's order, duplicates included. */
export function membersOf(text: string, start: number): Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] === '"') {
    const keyEnd = endOfString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const value = { start: valueStart, end: endOfValue(text, valueStart) };
    members.push({ keyStart: at, keyEnd, value });
    at = skipSpace(text, value.end);
    if (text[at] !== ",") break;
    at = skipSpace(text, at + 1);
  }
  return members;
}

/** The elements of the array that opens at `start`. */
export function elementsOf(text: string, start: number): Span[] {
  const elements: Span[] = [];
  let at = skipSpace(text, start + 1);
  if (text[at] === "]") return elements;
  for (;;) {
    const end = endOfValue(text, at);
    elements.push({ start: at, end });
    at = skipSpace(text, end);
    if (text[at] !== ",") return elements;
    at = skipSpace(text, at + 1);
  }
}

/** The key of a member, escapes resolved. */
export function keyOf(text: string, { keyStart, keyEnd }: Pick<Member, "keyStart" | "keyEnd">): string {
  const quoted = text.slice(keyStart, keyEnd);
  return quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
}

/** The member of that name; of duplicates, the last is the one meant (as `JSON.parse` has it). */
export function memberNamed(text: string, objectStart: number, key: string): Member | undefined {
  let found: Member | undefined;
  for (const member of membersOf(text, objectStart)) {
    if (keyOf(text, member) === key) found = member;
  }
  return found;
}

/** The same JSON text without white space between its tokens; spelling of numbers and strings stays. */
export function compactJson(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    parts.push(json.slice(at, end).replace(/[ \t\r\n]+/g, ""));
    at = quote < 0 ? json.length : endOfString(json, quote);
    if (quote >= 0) parts.push(json.slice(quote, at));
  }
  return parts.join("");
}
