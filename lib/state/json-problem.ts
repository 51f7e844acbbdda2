/**
 * Says where and why a text is no JSON (RFC 8259). Only for text that `JSON.parse` has refused: the engines' own
 * messages differ, and Bun's name no place. Not recursive, so that deep nesting cannot overflow the stack.
 */

export interface JsonProblem {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly reason: string;
}

const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const STRING_PART = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first problem, or undefined when the text is valid JSON after all. */
export function jsonProblem(text: string): JsonProblem | undefined {
  const fault = scan(text);
  if (fault === undefined) return undefined;
  const before = text.slice(0, fault.at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: fault.at - lineStart + 1, reason: fault.reason };
}

interface Fault {
  readonly at: number;
  readonly reason: string;
}

function scan(text: string): Fault | undefined {
  const open: string[] = [];
  let at = skip(SPACE, text, 0);
  let wantsKey = false;
  for (;;) {
    if (wantsKey) {
      const key = readKey(text, at);
      if (typeof key !== "number") return key;
      at = key;
    }
    const c = text[at];
    if (c === "{" || c === "[") {
      open.push(c);
      at = skip(SPACE, text, at + 1);
      const closes = text[at] === (c === "{" ? "}" : "]");
      wantsKey = c === "{";
      if (!closes) continue;
    } else {
      const end = c === '"' ? readString(text, at) : readLiteral(text, at);
      if (typeof end !== "number") return end;
      at = skip(SPACE, text, end);
    }
    const next = close(text, at, open);
    if (typeof next !== "number") return next;
    if (open.length === 0) return next < text.length ? unexpected(text, next, "the end of the text") : undefined;
    at = next;
    wantsKey = open.at(-1) === "{";
  }
}

/** Closes what ends at `at` and steps over the comma; at top level returns where the value ended. */
function close(text: string, start: number, open: string[]): number | Fault {
  let at = start;
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const c = text[at];
    if (c === ",") return skip(SPACE, text, at + 1);
    if (c !== (top === "{" ? "}" : "]")) return unexpected(text, at, `',' or '${top === "{" ? "}" : "]"}'`);
    open.pop();
    at = skip(SPACE, text, at + 1);
  }
  return at;
}

function readKey(text: string, at: number): number | Fault {
  if (text[at] !== '"') return unexpected(text, at, "a quoted key");
  const end = readString(text, at);
  if (typeof end !== "number") return end;
  const colon = skip(SPACE, text, end);
  return text[colon] === ":" ? skip(SPACE, text, colon + 1) : unexpected(text, colon, "':'");
}

function readString(text: string, start: number): number | Fault {
  let at = skip(STRING_PART, text, start + 1);
  while (text[at] === "\\") {
    const end = skip(ESCAPE, text, at);
    if (end === at) return { at, reason: "unknown escape in a string" };
    at = skip(STRING_PART, text, end);
  }
  if (text[at] === '"') return at + 1;
  return { at, reason: at >= text.length ? "unterminated string" : "control character in a string" };
}

function readLiteral(text: string, at: number): number | Fault {
  const end = skip(LITERAL, text, at);
  return end === at ? unexpected(text, at, "a value") : end;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function unexpected(text: string, at: number, wanted: string): Fault {
  const found = text.codePointAt(at);
  return { at, reason: `expected ${wanted}, found ${found === undefined ? "the end of the text" : `'${String.fromCodePoint(found)}'`}` };
}
