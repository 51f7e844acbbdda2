/** Which JSON type a field takes (spec page 1, Value types). By the field's last name, at any level; never guessed from the value. */
import { UsageError } from "../errors.ts";
import { compactJson } from "./json-text.ts";
import { type Clock, formatTimestamp, parseTimestamp } from "./timestamp.ts";

export const VALUE_TYPES = ["string", "integer", "number", "boolean", "json", "null"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];
type FieldType = "integer" | "number" | "boolean" | "timestamp" | "string";

/** Written out, not derived: it is made at every start. */
const TYPE_OF: Readonly<Record<string, FieldType>> = {
  currentPhase: "integer",
  totalPhases: "integer",
  finalPrNumber: "integer",
  phase: "integer",
  prNumber: "integer",
  retries: "integer",
  findingsCount: "integer",
  tddCycles: "integer",
  rebaseAttempts: "integer",
  attempts: "integer",
  duration: "number",
  durationMs: "number",
  coverageLine: "number",
  coverageBranch: "number",
  autoApprovePr: "boolean",
  batchApproval: "boolean",
  skipReview: "boolean",
  integrityGatePassed: "boolean",
  startedAt: "timestamp",
  finishedAt: "timestamp",
  completedAt: "timestamp",
  mergedAt: "timestamp",
  flowVersion: "string",
  version: "string",
  planningSchemaVersion: "string",
  epicId: "string",
  featureId: "string",
};
/** Fields besides the integer, number and timestamp ones that the word `null` clears. */
const NULLABLE: ReadonlySet<string> = new Set(["commitSha", "prUrl"]);

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A value ready to be written: JSON text for the file, and the text that the response shows (null for JSON null). */
export interface TypedValue {
  readonly json: string;
  readonly text: string | null;
}

/** Types `text` for `field`. Throws `UsageError` naming the field when it does not fit. */
export function typedValue(field: string, text: string, override: ValueType | undefined, now: Clock): TypedValue {
  if (override !== undefined) return asked(field, text, override);
  const name = field.slice(field.lastIndexOf(".") + 1);
  const type = Object.hasOwn(TYPE_OF, name) ? TYPE_OF[name] : undefined;
  if (text === "null" && (NULLABLE.has(name) || type === "integer" || type === "number" || type === "timestamp")) return NULL;
  switch (type) {
    case "integer":
    case "number":
    case "boolean":
      return asked(field, text, type);
    case "timestamp":
      return timestamp(field, text, now);
    case "string":
      return asString(text);
    case undefined:
      return looksStructured(text) && isJson(text) ? asJson(text) : asString(text);
  }
}

/** A value that is JSON already keeps its spelling; a JSON string is text like any other. */
export function jsonValue(json: string): TypedValue {
  return json.startsWith('"') ? { json, text: JSON.parse(json) as string } : asJson(json);
}

/** The type of a JSON text, by its first character. */
export function kindOf(json: string): "string" | "boolean" | "number" | "null" | "json" {
  const first = json[0]!;
  if (first === '"') return "string";
  if (first === "t" || first === "f") return "boolean";
  if (first === "n") return "null";
  return first === "{" || first === "[" ? "json" : "number";
}

const NULL: TypedValue = { json: "null", text: null };

/** A value of one type, whatever the field. */
function asked(field: string, text: string, type: ValueType): TypedValue {
  switch (type) {
    case "string":
      return asString(text);
    case "integer":
      return spelled(field, text, INTEGER, "an integer");
    case "number":
      return spelled(field, text, NUMBER, "a JSON number");
    case "boolean":
      return spelled(field, text, /^(?:true|false)$/, "true or false");
    case "null":
      if (text !== "null") throw new UsageError(`--field ${field} takes null here, not '${text}'`);
      return NULL;
    case "json":
      if (!isJson(text)) throw new UsageError(`--field ${field} takes JSON here, not '${text}'`);
      return jsonValue(text.trim());
  }
}

function spelled(field: string, text: string, pattern: RegExp, wanted: string): TypedValue {
  if (!pattern.test(text)) throw new UsageError(`--field ${field} takes ${wanted}, not '${text}'`);
  return { json: text, text };
}

function timestamp(field: string, text: string, now: Clock): TypedValue {
  if (text === "now") return asString(formatTimestamp(now()));
  if (parseTimestamp(text) !== undefined) return asString(text);
  throw new UsageError(`--field ${field} takes an ISO 8601 date-time with Z or an offset, or now, not '${text}'`);
}

function asString(text: string): TypedValue {
  return { json: JSON.stringify(text), text };
}

function asJson(json: string): TypedValue {
  const text = compactJson(json);
  return { json: json.trim(), text: text === "null" ? null : text };
}

function looksStructured(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
