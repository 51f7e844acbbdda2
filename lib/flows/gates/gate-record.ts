/** What a state file says to a gate. Pure. */
import * as v from "valibot";
import type { JsonDocument } from "../../state/json-document.ts";
import { trackerStatuses } from "../../state/task-index.ts";
import { trackingList } from "../../state/task-tracking.ts";
import type { GateEntry, GateRecord } from "./judge-gate.ts";

/** Tags of another type than text count as absent, as those of old entries are. */
const tag = v.fallback(v.optional(v.string()), undefined);
const Entry = v.object({ phase: v.string(), mode: v.string(), passed: v.boolean(), skill: tag, taskId: tag });

/** Elements that are no gate results say nothing. Throws `InvalidPathError` when something else stands where a list should. */
export function gateRecord(document: JsonDocument): GateRecord {
  return { results: trackingList(document, "phaseGateResults").flatMap(entryOf), statuses: trackerStatuses(document) };
}

function entryOf(element: unknown): readonly GateEntry[] {
  const result = v.safeParse(Entry, element);
  return result.success ? [result.output] : [];
}
