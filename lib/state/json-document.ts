import { DataError } from "../errors.ts";
import { decodeUtf8 } from "../platform/read-file.ts";
import { jsonProblem } from "./json-problem.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object as text and as value, which agree. An edit makes a new one; `root` is then changed in step with the text. */
export interface JsonDocument {
  /** Without byte order mark. */
  readonly text: string;
  /** The byte order mark, if the file has one; written back as it was. */
  readonly bom: string;
  readonly root: JsonObject;
}

const BOM = "\uFEFF";
const CONFLICT_MARKER = /^<{7}(?: |$)/m;

/** Strict UTF-8, strict JSON, an object at the top. Throws `DataError`: `<label>:<line>:<column>: <reason>`. */
export function parseDocument(bytes: Uint8Array, label: string): JsonDocument {
  return parseText(decode(bytes, label), label);
}

/** The same for a file's text, its byte order mark included. */
export function parseText(all: string, label: string): JsonDocument {
  const bom = all.startsWith(BOM) ? BOM : "";
  const text = all.slice(bom.length);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    throw new DataError(`${label}:${whyNot(text)}`);
  }
  if (!isObject(root)) throw new DataError(`${label}:1:1: expected an object at the top`);
  return { text, bom, root };
}

/** True for a JSON object, which neither null nor an array is. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return decodeUtf8(bytes, label);
  } catch (error) {
    throw error instanceof DataError ? new DataError(`${label}:${invalidUtf8At(bytes)}: invalid UTF-8`) : error;
  }
}

function whyNot(text: string): string {
  const marker = CONFLICT_MARKER.exec(text);
  if (marker !== null)
    return `${text.slice(0, marker.index).split("\n").length}:1: conflict markers (<<<<<<<) from a merge; resolve them first`;
  const problem = jsonProblem(text);
  return problem === undefined ? "1:1: nested too deeply" : `${problem.line}:${problem.column}: ${problem.reason}`;
}

/** Line and column of the first byte that a lenient decoder had to replace. */
function invalidUtf8At(bytes: Uint8Array): string {
  const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const encoder = new TextEncoder();
  for (let at = lenient.indexOf("\uFFFD"); at >= 0; at = lenient.indexOf("\uFFFD", at + 1)) {
    const before = lenient.slice(0, at);
    const offset = encoder.encode(before).length;
    if (bytes[offset] === 0xef && bytes[offset + 1] === 0xbf && bytes[offset + 2] === 0xbd) continue;
    return `${before.split("\n").length}:${at - before.lastIndexOf("\n")}`;
  }
  return "1:1";
}
