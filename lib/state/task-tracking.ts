/** `taskTracking` of a state file: whether gates and trackers count, and its lists (spec pages 1 and 4). Pure: document in, document out. */
import { putValue } from "./edit.ts";
import { isObject, type JsonDocument } from "./json-document.ts";
import { valueAt } from "./locate.ts";
import { InvalidPathError } from "./state-errors.ts";

export type TrackingList = "phaseGateResults" | "taskIndex";

const TRACKING = "taskTracking";

/** True when the file says `taskTracking: false` or `{enabled: false}`; absent means that tracking is on. */
export function isTrackingOff(document: JsonDocument): boolean {
  const tracking = valueAt(document, [TRACKING])?.value;
  return tracking === false || (isObject(tracking) && tracking.enabled === false);
}

/** The elements of a list; none when it is absent. Throws `InvalidPathError` when something else is in the way. */
export function trackingList(document: JsonDocument, name: TrackingList): readonly unknown[] {
  const tracking = valueAt(document, [TRACKING])?.value;
  if (tracking === undefined || tracking === true) return [];
  const list = isObject(tracking) && Object.hasOwn(tracking, name) ? tracking[name] : isObject(tracking) ? [] : undefined;
  if (!Array.isArray(list)) throw new InvalidPathError(trackingPath(name).join("."));
  return list;
}

/** The document with that list in it, empty if it had none; a bare `true` becomes `{"enabled":true}`. Throws as `trackingList` does. */
export function withTrackingList(document: JsonDocument, name: TrackingList): JsonDocument {
  trackingList(document, name);
  const path = trackingPath(name);
  const current = valueAt(document, [TRACKING])?.value === true ? putValue(document, [TRACKING], '{"enabled":true}') : document;
  return valueAt(current, path) === undefined ? putValue(current, path, "[]") : current;
}

/** Where the list stands. */
export function trackingPath(name: TrackingList): readonly string[] {
  return [TRACKING, name];
}
