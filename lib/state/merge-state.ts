/**
 * Purpose: merges two versions of a state file field by field (spec page 4, merge driver): ours' text with what theirs changed since
 *   the common ancestor. A field that both changed gets conflict markers around itself alone. Pure.
 * Rules: elements of an array that have ids are matched by them; arrays to which both sides only appended are joined, ours first;
 *   an object that both sides made is merged member by member; one side deletes and the other edits: a conflict. Order is ours'.
 * Does not: say which side is right, or re-print what nobody changed.
 */
import type { JsonDocument } from "./json-document.ts";
import { appendedMerge } from "./merge-append.ts";
import { inOrder } from "./merge-order.ts";
import {
  assertNotTooDeep,
  elementsById,
  headOf,
  type Item,
  isArrayAt,
  isObjectAt,
  isSame,
  jsonOf,
  lastOf,
  membersIn,
  type Place,
  textOf,
  wholeOf,
} from "./merge-place.ts";
import { adapted, type Container, containerOf, type Outcome, rendered } from "./merge-render.ts";

export interface MergedState {
  /** Ours' text with theirs' changes, byte order mark included. */
  readonly text: string;
  /** Fields that come from theirs, as dotted paths. */
  readonly taken: readonly string[];
  /** Fields that hold conflict markers. */
  readonly conflicts: readonly string[];
}

/** One thing in each version; no ancestor, or one that is something else: undefined. */
export interface Versions<T> {
  readonly base: T | undefined;
  readonly ours: T;
  readonly theirs: T;
}

/** Where in the document we are, and what is written down on the way. */
interface At {
  readonly path: string;
  readonly depth: number;
  readonly eol: string;
  readonly taken: string[];
  readonly conflicts: string[];
}

/** Without a common ancestor every difference between fields of one name is a conflict. Throws `DataError` on absurd nesting. */
export function mergeStates({ base, ours, theirs }: Versions<JsonDocument>): MergedState {
  const at: At = { path: "", depth: 0, eol: ours.text.includes("\r\n") ? "\r\n" : "\n", taken: [], conflicts: [] };
  const whole = wholeOf(ours.text);
  const merged = mergeObjects(at, { base: base && wholeOf(base.text), ours: whole, theirs: wholeOf(theirs.text) });
  const text = ours.text.slice(0, whole.start) + merged + ours.text.slice(whole.end);
  if (at.conflicts.length === 0) JSON.parse(text);
  return { text: ours.bom + text, taken: at.taken, conflicts: at.conflicts };
}

function mergeObjects(at: At, { base, ours, theirs }: Versions<Place>): string {
  const items = { base: base !== undefined && isObjectAt(base) ? membersIn(base) : [], ours: membersIn(ours), theirs: membersIn(theirs) };
  return mergeItems(at, items, containerOf(ours, theirs, at.eol));
}

/** The object's members or the array's elements, put together again in ours' layout. */
function mergeItems(at: At, items: Versions<readonly Item[]>, container: Container): string {
  assertNotTooDeep(at.depth);
  const [base, ours, theirs] = [lastOf(items.base ?? []), lastOf(items.ours), lastOf(items.theirs)];
  const outcomes = new Map<string, Outcome | undefined>();
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const versions = { base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) };
    outcomes.set(key, mergeItem({ ...at, path: stepInto(at.path, versions), depth: at.depth + 1 }, versions, container));
  }
  const isOnlyOurs = (key: string) => !base.has(key) && !theirs.has(key);
  return rendered(inOrder(items.ours, [...theirs.values()], { outcomes, isOnlyOurs }), container);
}

/** What comes of one item; undefined: it goes. */
function mergeItem(at: At, { base, ours, theirs }: Versions<Item | undefined>, container: Container): Outcome | undefined {
  const conflict = (): Outcome => {
    at.conflicts.push(at.path);
    return { kind: "conflict", ours: ours && textOf(ours), theirs: theirs && textIn(theirs, container) };
  };
  if (ours !== undefined && theirs !== undefined) {
    const value = mergeValues(at, { base: base?.value, ours: ours.value, theirs: theirs.value }, container);
    return value === undefined ? conflict() : { kind: "kept", text: headOf(ours) + value };
  }
  const there = (ours ?? theirs)!;
  if (base !== undefined && !isSame(base.value, there.value)) return conflict();
  if ((base === undefined) !== (theirs === undefined)) at.taken.push(at.path);
  if (base !== undefined) return undefined;
  return { kind: "kept", text: theirs === undefined ? textOf(there) : textIn(theirs, container) };
}

/** The merged JSON text; undefined when both sides changed the value, each in its own way. */
function mergeValues(at: At, versions: Versions<Place>, container: Container): string | undefined {
  const { base, ours, theirs } = versions;
  if (jsonOf(ours) === jsonOf(theirs) || (base !== undefined && jsonOf(base) === jsonOf(theirs))) return jsonOf(ours);
  if (isObjectAt(ours) && isObjectAt(theirs)) return mergeObjects(at, versions);
  if (isSame(ours, theirs) || (base !== undefined && isSame(base, theirs))) return jsonOf(ours);
  const arrays = isArrayAt(ours) && isArrayAt(theirs) && (base === undefined || isArrayAt(base)) ? mergeArrays(at, versions) : undefined;
  if (arrays !== undefined) return arrays;
  if (base === undefined || !isSame(base, ours)) return undefined;
  at.taken.push(at.path);
  return adapted(jsonOf(theirs), container);
}

/** Two arrays that differ; undefined when neither way of merging them applies. */
function mergeArrays(at: At, { base, ours, theirs }: Versions<Place>): string | undefined {
  const items = { base: base === undefined ? [] : elementsById(base), ours: elementsById(ours), theirs: elementsById(theirs) };
  if (items.base !== undefined && items.ours !== undefined && items.theirs !== undefined) {
    const isTheirOrder = base !== undefined && isSame(base, ours) && isReordered(items.ours, items.theirs);
    const known = { ...items, ours: items.ours, theirs: items.theirs };
    return isTheirOrder ? undefined : mergeItems(at, known, containerOf(ours, theirs, at.eol));
  }
  const merged = appendedMerge({ base, ours, theirs }, at.eol);
  if (merged !== undefined && merged !== jsonOf(ours)) at.taken.push(at.path);
  return merged;
}

/** Whether the elements that both have stand in another order. */
function isReordered(ours: readonly Item[], theirs: readonly Item[]): boolean {
  const [here, there] = [lastOf(ours), lastOf(theirs)];
  const shared = ours.filter(({ key }) => there.has(key));
  return theirs.filter(({ key }) => here.has(key)).some(({ key }, i) => shared[i]!.key !== key);
}

/** An item of theirs in ours' layout. */
function textIn({ keyText, value }: Item, container: Container): string {
  return (keyText === "" ? "" : keyText + container.layout.colon) + adapted(jsonOf(value), container);
}

/** `taskTracking.taskIndex["TASK-0049-0005-001#1"].status`. */
function stepInto(path: string, { ours, theirs }: Versions<Item | undefined>): string {
  const { key, keyText } = (ours ?? theirs)!;
  return keyText === "" ? `${path}[${key}]` : [path, key].filter((step) => step !== "").join(".");
}
