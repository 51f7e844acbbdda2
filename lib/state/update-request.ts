/** From the flags of x-internal-update-status to what is asked, or a `UsageError`. Pure: nothing is read here. */
import * as v from "valibot";
import { UsageError } from "../errors.ts";
import { AnyTaskId, FeatureNumber } from "../story/ids.ts";
import type { ChangeRequest, FieldChange } from "./change.ts";
import type { NodeAddress } from "./node-path.ts";
import type { PhaseGateEntry } from "./phase-gate-entry.ts";
import { type Clock, formatTimestamp } from "./timestamp.ts";
import { type TypedValue, typedValue, type ValueType } from "./value-types.ts";

/** The flags that say what to change, as they were given. */
export interface UpdateFlags {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly field: string | undefined;
  readonly value: string | undefined;
  readonly set: readonly string[];
  readonly unset: boolean;
  readonly valueType: ValueType | undefined;
  readonly expect: string | undefined;
  readonly expectAbsent: boolean;
  readonly initialize: boolean;
}

/** The node that `--type` and `--id` name. An empty `UsageError` means: a required flag is missing. */
export function addressOf(type: string | undefined, id: string | undefined): NodeAddress {
  if (type === undefined || id === undefined) throw new UsageError("");
  switch (type) {
    case "feature":
    case "epic":
      return { type: "feature", id: matching(FeatureNumber, id) };
    case "task":
      return { type: "task", id: matching(AnyTaskId, id) };
    case "story":
      if (id === "") throw new UsageError("missing value for --id");
      return { type: "story", id };
    default:
      throw new UsageError(`malformed --type '${type}': expected feature, story or task`);
  }
}

/** One change, typed and checked. Throws `UsageError` for combinations that mean nothing. */
export function changeRequest(flags: UpdateFlags, now: Clock): ChangeRequest {
  const { field, value, set, unset, valueType, initialize } = flags;
  const address = addressOf(flags.type, flags.id);
  if (set.length > 0 && (field !== undefined || value !== undefined || unset))
    throw new UsageError("--set goes without --field, --value and --unset");
  if (unset && (value !== undefined || valueType !== undefined)) throw new UsageError("--unset goes without --value and --value-type");
  if (unset && field === undefined) throw new UsageError("");
  if (field === undefined && (value !== undefined || (set.length === 0 && !initialize))) throw new UsageError("");
  if (field !== undefined && value === undefined && !unset) throw new UsageError("");
  const fields = set.length > 0 ? set.map((pair) => assignment(pair, valueType, now)) : single(field, value, valueType, now);
  const seen = new Set<string>();
  for (const change of fields) {
    if (seen.has(change.field)) throw new UsageError(`--set names ${change.field} twice`);
    seen.add(change.field);
  }
  return { address, fields, initialize, ...expectation(flags, fields.length) };
}

/** `expected` of a request, absent when nothing is expected. */
export function expectation(
  { expect, expectAbsent }: Pick<UpdateFlags, "expect" | "expectAbsent">,
  fields: number,
): { readonly expected?: string | null } {
  if (expect === undefined && !expectAbsent) return {};
  if (expect !== undefined && expectAbsent) throw new UsageError("--expect and --expect-absent exclude each other");
  if (fields !== 1) throw new UsageError("--expect and --expect-absent go with exactly one field");
  return { expected: expect ?? null };
}

/** A field name: not empty, and no empty step in a dotted path. */
export function checkedField(field: string): string {
  if (field.split(".").includes("")) throw new UsageError(`malformed --field '${field}': expected a name or a dotted path`);
  return field;
}

function single(field: string | undefined, value: string | undefined, valueType: ValueType | undefined, now: Clock): FieldChange[] {
  if (field === undefined) return [];
  const name = checkedField(field);
  if (value === undefined) return [{ field: name, typeMatters: false }];
  return [fieldChange(name, typedValue(name, value, valueType, now), valueType)];
}

function assignment(pair: string, valueType: ValueType | undefined, now: Clock): FieldChange {
  const equals = pair.indexOf("=");
  if (equals < 1) throw new UsageError(`malformed --set '${pair}': expected FIELD=VALUE`);
  const field = checkedField(pair.slice(0, equals));
  return fieldChange(field, typedValue(field, pair.slice(equals + 1), valueType, now), valueType);
}

/** A change with a value; an explicit type makes the type count in the comparison. */
export function fieldChange(field: string, value: TypedValue, valueType: ValueType | undefined): FieldChange {
  return { field, value, typeMatters: valueType !== undefined };
}

function matching(schema: v.GenericSchema<string, string>, id: string): string {
  const result = v.safeParse(schema, id);
  if (!result.success) throw new UsageError(`malformed --id '${id}': ${result.issues[0].message}`);
  return result.output;
}

/** The flags of `--type phase-gate`, as they were given; the lists are split already. */
export interface GateFlags {
  readonly phase: string | undefined;
  readonly mode: string | undefined;
  readonly passed: string | undefined;
  readonly "missing-artifacts": readonly string[];
  readonly "missing-tasks": readonly string[];
  readonly skill: string | undefined;
  readonly "task-id": string | undefined;
}

/** The entry to append. An empty `UsageError` means: a required flag is missing. */
export function phaseGateEntry(flags: GateFlags, nowSeconds: number): PhaseGateEntry {
  const { phase, mode, passed, skill, "task-id": taskId } = flags;
  if (phase === undefined || mode === undefined || passed === undefined) throw new UsageError("");
  return {
    phase,
    mode,
    passed: passed === "true",
    missingArtifacts: flags["missing-artifacts"],
    missingTasks: flags["missing-tasks"],
    timestamp: formatTimestamp(nowSeconds),
    ...(skill === undefined ? {} : { skill }),
    ...(taskId === undefined ? {} : { taskId }),
  };
}
