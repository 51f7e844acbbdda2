/**
 * `taskTracking.taskIndex` (spec page 4): one array of trackers, shared by all tasks of the file. Elements are found by their id and
 * appended or changed, many at once; every other byte stays. Pure: document in, document out.
 */
import { appendElements, putValue } from "./edit.ts";
import { isObject, type JsonDocument, type JsonObject } from "./json-document.ts";
import { elementsOf, type Span } from "./json-text.ts";
import { locate, valueAt } from "./locate.ts";
import { isTrackingOff, trackingList, trackingPath, withTrackingList } from "./task-tracking.ts";

export interface Tracker {
  /** `<TASK-ID>#<n>`. */
  readonly id: string;
  /** `TASK-0049-0005-001 › Step 2 › Cycle 1 › Red`, the separator being U+203A. */
  readonly subject: string;
  readonly status: "pending" | "in_progress" | "completed" | "failed";
  readonly parentId: string | null;
  /** ISO 8601, UTC. */
  readonly completedAt: string | null;
}

const INDEX = "taskIndex";
const PATH = trackingPath(INDEX);
const MEMBERS = ["subject", "status", "parentId", "completedAt"] as const;

/** Status by id, ids as text; of elements with one id the last counts. Throws `InvalidPathError` when the list is none. */
export function trackerStatuses(document: JsonDocument): ReadonlyMap<string, string> {
  const statuses = new Map<string, string>();
  for (const element of trackingList(document, INDEX)) {
    if (isTracker(element) && typeof element.status === "string") statuses.set(String(element.id), element.status);
  }
  return statuses;
}

/**
 * Makes each tracker's element say what it says: one with that id is changed where it differs, else one is appended.
 * A file whose tracking is off stays as it is. Throws `InvalidPathError` when something else is in the way.
 */
export function putTrackers(document: JsonDocument, trackers: readonly Tracker[]): JsonDocument {
  if (isTrackingOff(document) || trackers.length === 0) return document;
  const places = placesById(trackingList(document, INDEX));
  const wanted = [...new Map(trackers.map((tracker) => [tracker.id, tracker])).values()];
  const changed = changeElements(
    document,
    wanted.flatMap((tracker) => (places.has(tracker.id) ? [{ place: places.get(tracker.id)!, tracker }] : [])),
  );
  const added = wanted.filter((tracker) => !places.has(tracker.id));
  return added.length === 0 ? changed : appendElements(withTrackingList(changed, INDEX), PATH, added.map(toJson));
}

function toJson({ id, subject, status, parentId, completedAt }: Tracker): string {
  return JSON.stringify({ id, subject, status, parentId, completedAt });
}

/** An id is text or a number; what else stands there names nothing. */
function isTracker(element: unknown): element is JsonObject & { readonly id: string | number } {
  return isObject(element) && Object.hasOwn(element, "id") && (typeof element.id === "string" || typeof element.id === "number");
}

function placesById(elements: readonly unknown[]): ReadonlyMap<string, number> {
  return new Map(elements.flatMap((element, place) => (isTracker(element) ? [[String(element.id), place] as const] : [])));
}

interface Change {
  readonly place: number;
  readonly tracker: Tracker;
}

/** The text between the changed elements is copied once, however many there are. */
function changeElements(document: JsonDocument, changes: readonly Change[]): JsonDocument {
  if (changes.length === 0) return document;
  const { text } = document;
  const spans = elementsOf(text, locate(document, PATH));
  const elements = valueAt(document, PATH)!.value as unknown[];
  const parts: string[] = [];
  let copied = 0;
  for (const { place, tracker } of [...changes].sort((a, b) => a.place - b.place)) {
    const { start, end } = spans[place] as Span;
    const element = changedElement(text.slice(start, end), tracker);
    elements[place] = element.root;
    parts.push(text.slice(copied, start), element.text);
    copied = end;
  }
  return { ...document, text: parts.join("") + text.slice(copied) };
}

/** An element's text is a document of its own: its members are set as those of the whole file are. */
function changedElement(text: string, tracker: Tracker): JsonDocument {
  let element: JsonDocument = { text, bom: "", root: JSON.parse(text) };
  for (const member of MEMBERS) {
    if (element.root[member] !== tracker[member]) element = putValue(element, [member], JSON.stringify(tracker[member]));
  }
  return element;
}
