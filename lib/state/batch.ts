/** `--batch`: one JSON object a line on stdin (spec page 1, Arguments). Pure: text in, requests out. */
import * as v from "valibot";
import { DataError, UsageError } from "../errors.ts";
import { decodeUtf8 } from "../platform/read-file.ts";
import { schemaProblem } from "../schema-problem.ts";
import type { ChangeRequest, FieldChange } from "./change.ts";
import { isObject } from "./json-document.ts";
import { jsonProblem } from "./json-problem.ts";
import { endOfValue, keyOf, memberNamed, membersOf, skipSpace } from "./json-text.ts";
import type { Clock } from "./timestamp.ts";
import { addressOf, checkedField, expectation, fieldChange } from "./update-request.ts";
import { jsonValue, kindOf, type TypedValue, typedValue, VALUE_TYPES, type ValueType } from "./value-types.ts";

export interface BatchLine {
  /** 1-based, empty lines counted, as an editor shows it. */
  readonly number: number;
  readonly request: ChangeRequest;
  /** Given as `set`: the answer then lists changes. */
  readonly isSet: boolean;
}

const Line = v.strictObject({
  type: v.picklist(["feature", "epic", "story", "task"]),
  id: v.string(),
  field: v.optional(v.string()),
  value: v.optional(v.unknown()),
  set: v.optional(v.record(v.string(), v.unknown())),
  expect: v.optional(v.string()),
  expectAbsent: v.optional(v.boolean(), false),
  valueType: v.optional(v.picklist(VALUE_TYPES)),
});

/** Every line that is not blank. Throws `UsageError` when there is none, and with `line N: ` in front for a line that is wrong. */
export function parseBatch(bytes: Uint8Array, initialize: boolean, now: Clock): readonly BatchLine[] {
  const lines = decodeUtf8(bytes, "standard input").split("\n");
  const numbered = lines.map((text, i) => ({ text, number: i + 1 })).filter(({ text }) => text.trim() !== "");
  if (numbered.length === 0) throw new UsageError("--batch found no line on standard input");
  return numbered.map(({ text, number }) => onLine(number, () => parseLine(text, number, initialize, now)));
}

/** Runs `work`; what it throws says on which line. */
export function onLine<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error) error.message = `line ${number}: ${error.message}`;
    throw error;
  }
}

function parseLine(text: string, number: number, initialize: boolean, now: Clock): BatchLine {
  const parsed = v.safeParse(Line, parseObject(text));
  if (!parsed.success) throw new UsageError(schemaProblem(parsed.issues, ""));
  const { type, id, field, set, expect, expectAbsent, valueType } = parsed.output;
  const hasValue = Object.hasOwn(parsed.output, "value");
  if (set === undefined ? field === undefined || !hasValue : field !== undefined || hasValue) {
    throw new UsageError("expected field and value, or set");
  }
  const start = skipSpace(text, 0);
  const typed = (name: string, json: string): FieldChange =>
    fieldChange(checkedField(name), valueFor(name, json, valueType, now), valueType);
  const fields =
    set === undefined ? [typed(field!, rawMember(text, start, "value"))] : rawMembers(text, start).map(([name, json]) => typed(name, json));
  if (fields.length === 0) throw new UsageError("set is empty");
  const request = { address: addressOf(type, id), fields, initialize, ...expectation({ expect, expectAbsent }, fields.length) };
  return { number, request, isSet: set !== undefined };
}

/** A JSON string is text and typed as on the command line; any other JSON value is stored as spelled. */
function valueFor(field: string, json: string, valueType: ValueType | undefined, now: Clock): TypedValue {
  if (json.startsWith('"')) return typedValue(field, JSON.parse(json) as string, valueType, now);
  const kind = kindOf(json);
  const fits = valueType === undefined || valueType === "json" || valueType === kind || (valueType === "integer" && /^-?\d+$/.test(json));
  if (!fits) throw new UsageError(`${field} takes ${valueType} here, not ${json}`);
  return jsonValue(json);
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const problem = jsonProblem(text);
    throw new DataError(`column ${problem?.column ?? 1}: ${problem?.reason ?? "not valid JSON"}`);
  }
  if (!isObject(value)) throw new DataError("expected a JSON object");
  return value;
}

function rawMember(text: string, start: number, name: string): string {
  const { value } = memberNamed(text, start, name)!;
  return text.slice(value.start, value.end);
}

/** Names and JSON texts of the `set` object; of duplicates, the last. */
function rawMembers(text: string, start: number): [string, string][] {
  const at = memberNamed(text, start, "set")!.value.start;
  const members = membersOf(text, at).map(
    (member) => [keyOf(text, member), text.slice(member.value.start, endOfValue(text, member.value.start))] as const,
  );
  return [...new Map(members)];
}
