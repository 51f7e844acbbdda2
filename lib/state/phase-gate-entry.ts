/** `taskTracking.phaseGateResults` (spec page 1, `--type phase-gate`): each gate appends its result. */
import { appendElement } from "./edit.ts";
import type { JsonDocument } from "./json-document.ts";
import { trackingList, trackingPath, withTrackingList } from "./task-tracking.ts";

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

const RESULTS = "phaseGateResults";

/** Appends the entry; `length` is the list's old length. Throws `InvalidPathError` when something else is in the way. */
export function appendPhaseGate(
  document: JsonDocument,
  entry: PhaseGateEntry,
): { readonly document: JsonDocument; readonly length: number } {
  const { length } = trackingList(document, RESULTS);
  const { phase, mode, passed, missingArtifacts, missingTasks, timestamp, skill, taskId } = entry;
  const ordered = { phase, mode, passed, missingArtifacts, missingTasks, timestamp, skill, taskId };
  const opened = withTrackingList(document, RESULTS);
  return { document: appendElement(opened, trackingPath(RESULTS), JSON.stringify(ordered)), length };
}
