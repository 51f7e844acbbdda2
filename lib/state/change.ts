/**
 * One request against one document: find the node, compare, edit (spec page 1). Pure: document in, document and answers out.
 * Throws `InvalidPathError`, `ExpectationError`, `UsageError`.
 */
import { putValue, removeMember } from "./edit.ts";
import type { JsonDocument } from "./json-document.ts";
import { compactJson, endOfValue } from "./json-text.ts";
import { locate, valueAt } from "./locate.ts";
import { checkNewKey, type FoundNode, fieldPath, findNode, type NodeAddress } from "./node-path.ts";
import { ExpectationError, InvalidPathError } from "./state-errors.ts";
import { jsonValue, kindOf, type TypedValue } from "./value-types.ts";

export interface FieldChange {
  readonly field: string;
  /** Absent: the member is removed. */
  readonly value?: TypedValue;
  /** An explicit type makes equal text of another JSON type a change. */
  readonly typeMatters: boolean;
}

export interface ChangeRequest {
  readonly address: NodeAddress;
  /** Empty only with `initialize`: make the node, or a feature's `flowVersion`. */
  readonly fields: readonly FieldChange[];
  readonly initialize: boolean;
  /** Compare-and-set on the one field; null stands for absent or JSON null. */
  readonly expected?: string | null;
}

export interface FieldAnswer {
  readonly field: string;
  readonly previousValue: string | null;
  readonly newValue: string | null;
  readonly noOp: boolean;
}

export interface Changed {
  readonly document: JsonDocument;
  readonly answers: readonly FieldAnswer[];
}

/** The flow version that `--initialize` gives a feature which has none. */
const FLOW_VERSION: FieldChange = { field: "flowVersion", value: { json: '"2"', text: "2" }, typeMatters: false };

/** Applies the request. All fields or none: an error leaves the caller's text as it was. */
export function applyChange(document: JsonDocument, request: ChangeRequest): Changed {
  const { address, initialize } = request;
  const [first] = request.fields;
  const found = findNode(document, address, first?.field ?? "");
  if (first === undefined)
    return address.type === "feature" ? initializeFeature(document, found) : initializeNode(document, found, address);
  if (found.node === undefined && !initialize) throw new InvalidPathError([...found.path, first.field].join("."));
  if (found.node === undefined) checkNewKey({ ...address, id: found.path.at(-1)! }, first.field);
  let current = document;
  const answers: FieldAnswer[] = [];
  for (const change of request.fields) {
    const node = valueAt(current, found.path)?.value as FoundNode["node"];
    const path = fieldPath({ ...found, node }, change.field);
    const { document: next, answer } = changeField(current, path, change, request.expected);
    current = next;
    answers.push(answer);
  }
  return { document: current, answers };
}

/** The value at a path as the response shows it: text; null when absent or JSON null. */
export function textAt(document: JsonDocument, path: readonly string[]): string | null {
  const json = jsonAt(document, path);
  return json === undefined ? null : jsonValue(json).text;
}

/** The value's own JSON text, white space between tokens dropped; undefined when absent. */
export function jsonAt(document: JsonDocument, path: readonly string[]): string | undefined {
  if (valueAt(document, path) === undefined) return undefined;
  const start = locate(document, path);
  return compactJson(document.text.slice(start, endOfValue(document.text, start)));
}

function changeField(document: JsonDocument, path: readonly string[], change: FieldChange, expected: string | null | undefined) {
  const json = jsonAt(document, path);
  const previousValue = json === undefined ? null : jsonValue(json).text;
  if (expected !== undefined && previousValue !== expected) throw new ExpectationError(path.join("."), expected, previousValue);
  const { field, value, typeMatters } = change;
  const newValue = value?.text ?? null;
  const answer = { field, previousValue, newValue };
  if (value === undefined) {
    if (json === undefined) return { document, answer: { ...answer, noOp: true } };
    return { document: removeMember(document, path), answer: { ...answer, noOp: false } };
  }
  const sameType = !typeMatters || (json !== undefined && kindOf(json) === kindOf(value.json));
  if (json !== undefined && previousValue === newValue && sameType) return { document, answer: { ...answer, noOp: true } };
  return { document: putValue(document, path, value.json), answer: { ...answer, noOp: false } };
}

function initializeFeature(document: JsonDocument, found: FoundNode): Changed {
  const path = fieldPath(found, FLOW_VERSION.field);
  const present = valueAt(document, path) !== undefined;
  const previousValue = textAt(document, path);
  if (present) return { document, answers: [{ field: "", previousValue, newValue: previousValue, noOp: true }] };
  const { document: next, answer } = changeField(document, path, FLOW_VERSION, undefined);
  return { document: next, answers: [answer] };
}

function initializeNode(document: JsonDocument, found: FoundNode, address: NodeAddress): Changed {
  const text = jsonAt(document, found.path);
  if (text !== undefined) return { document, answers: [{ field: "", previousValue: text, newValue: text, noOp: true }] };
  checkNewKey({ ...address, id: found.path.at(-1)! }, "");
  const answers = [{ field: "", previousValue: null, newValue: "{}", noOp: false }];
  return { document: putValue(document, found.path, "{}"), answers };
}
