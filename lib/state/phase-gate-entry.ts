/** `taskTracking.phaseGateResults` (spec page 1, `--type phase-gate`): each gate appends its result. */
import { appendElement, putValue } from "./edit.ts";
import { isObject, type JsonDocument } from "./json-document.ts";
import { valueAt } from "./locate.ts";
import { InvalidPathError } from "./state-errors.ts";

export interface PhaseGateEntry {
  readonly phase: string;
  readonly mode: string;
  readonly passed: boolean;
  readonly missingArtifacts: readonly string[];
  readonly missingTasks: readonly string[];
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly skill?: string;
  readonly taskId?: string;
}

const TRACKING = "taskTracking";
const RESULTS = [TRACKING, "phaseGateResults"] as const;

/** Appends the entry; `length` is the list's old length. Throws `InvalidPathError` when something else is in the way. */
export function appendPhaseGate(
  document: JsonDocument,
  entry: PhaseGateEntry,
): { readonly document: JsonDocument; readonly length: number } {
  const tracking = valueAt(document, [TRACKING])?.value;
  let current = document;
  if (tracking === true) current = putValue(current, [TRACKING], '{"enabled":true}');
  else if (tracking !== undefined && !isObject(tracking)) throw new InvalidPathError(RESULTS.join("."));
  const results = valueAt(current, RESULTS)?.value;
  if (results === undefined) current = putValue(current, RESULTS, "[]");
  else if (!Array.isArray(results)) throw new InvalidPathError(RESULTS.join("."));
  const { phase, mode, passed, missingArtifacts, missingTasks, timestamp, skill, taskId } = entry;
  const ordered = { phase, mode, passed, missingArtifacts, missingTasks, timestamp, skill, taskId };
  return { document: appendElement(current, RESULTS, JSON.stringify(ordered)), length: Array.isArray(results) ? results.length : 0 };
}
