/** Which node of a state file `--type` and `--id` name (spec page 1, Resolution). Pure; throws `InvalidPathError`. */
import { UsageError } from "../errors.ts";
import { isBugStoryId, isBugTaskId, isStoryId, storyOfTask } from "../story/ids.ts";
import { isObject, type JsonDocument, type JsonObject } from "./json-document.ts";
import { valueAt } from "./locate.ts";
import { InvalidPathError } from "./state-errors.ts";

export interface NodeAddress {
  readonly type: "feature" | "story" | "task";
  /** As typed for a story, four digits for a feature, upper-cased for a task; empty addresses the root without a check. */
  readonly id: string;
}

export interface FoundNode {
  readonly path: readonly string[];
  /** Absent: the node is not there (it may be made under `--initialize`). */
  readonly node: JsonObject | undefined;
}

/** Keys that could reach a prototype; refused everywhere (spec page 0, Security). */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function isForbidden(path: readonly string[]): boolean {
  for (const step of path) if (FORBIDDEN.has(step)) return true;
  return false;
}

/** The node's path and value. Throws when something on the way is no object, or the file belongs to another feature. */
export function findNode(document: JsonDocument, address: NodeAddress, field: string): FoundNode {
  switch (address.type) {
    case "feature":
      checkFeature(document.root, address.id, field);
      return { path: [], node: document.root };
    case "story":
      return findStory(document, address.id, field);
    case "task":
      return findTask(document, address.id, field);
  }
}

/** Path of `field` below `node`: a member with that literal name wins, else each step before the last must be an object. */
export function fieldPath(found: FoundNode, field: string): readonly string[] {
  const whole = [...found.path, field];
  const steps = field.split(".");
  if (isForbidden(steps)) throw new InvalidPathError(whole.join("."));
  let owner: unknown = found.node ?? {};
  if (isObject(owner) && Object.hasOwn(owner, field)) return whole;
  for (const step of steps.slice(0, -1)) {
    owner = isObject(owner) && Object.hasOwn(owner, step) ? owner[step] : undefined;
    if (!isObject(owner)) throw new InvalidPathError(whole.join("."));
  }
  return [...found.path, ...steps];
}

/** Throws unless a node with this id may be made: a known form of id, so that a typing mistake makes no node. */
export function checkNewKey({ type, id }: NodeAddress, field: string): void {
  if (FORBIDDEN.has(id)) throw new InvalidPathError(label(["stories", id], field));
  if (type === "story" && !isStoryId(id) && !isBugStoryId(id)) {
    throw new UsageError(`malformed --id '${id}': a new story needs the form story-XXXX-YYYY`);
  }
}

function findStory(document: JsonDocument, typed: string, field: string): FoundNode {
  const stories = storiesOf(document, ["stories", typed], field);
  const normal = isStoryId(typed.toLowerCase()) ? typed.toLowerCase() : typed;
  const id = Object.hasOwn(stories, typed) ? typed : normal;
  return nodeAt(document, ["stories", id], field);
}

function findTask(document: JsonDocument, id: string, field: string): FoundNode {
  const own = ["stories", storyOfTask(id), "tasks", id];
  const stories = storiesOf(document, own, field);
  const holders = Object.keys(stories).filter((story) => hasTask(stories[story], id));
  if (!isBugTaskId(id) && (hasTask(stories[own[1]!], id) || holders.length === 0)) return nodeAt(document, own, field);
  if (holders.length === 1) return nodeAt(document, ["stories", holders[0]!, "tasks", id], field);
  throw new InvalidPathError(label(own, field), holders.length > 1 ? `${holders.length} stories have that task` : "");
}

function hasTask(story: unknown, id: string): boolean {
  return isObject(story) && isObject(story.tasks) && Object.hasOwn(story.tasks, id);
}

/** The `stories` map, empty when absent. */
function storiesOf(document: JsonDocument, path: readonly string[], field: string): JsonObject {
  if (isForbidden(path)) throw new InvalidPathError(label(path, field));
  const stories = Object.hasOwn(document.root, "stories") ? document.root.stories : {};
  if (!isObject(stories)) throw new InvalidPathError(label(path, field));
  return stories;
}

/** Every step that is there must be an object; a step that is absent makes the node absent. */
function nodeAt(document: JsonDocument, path: readonly string[], field: string): FoundNode {
  for (let depth = 1; depth <= path.length; depth++) {
    const found = valueAt(document, path.slice(0, depth));
    if (found === undefined) return { path, node: undefined };
    if (!isObject(found.value)) throw new InvalidPathError(label(path, field));
  }
  return { path, node: valueAt(document, path)?.value as JsonObject };
}

function checkFeature(root: JsonObject, id: string, field: string): void {
  if (id === "") return;
  for (const name of ["featureId", "epicId"]) {
    const declared = Object.hasOwn(root, name) ? root[name] : undefined;
    if (typeof declared !== "string" && typeof declared !== "number") continue;
    const number = /(?<!\d)(\d+)\D*$/.exec(String(declared))?.[1];
    if (number !== undefined && Number(number) !== Number(id)) {
      throw new InvalidPathError(label([], field), `--id is ${id}, but the file's ${name} is ${declared}`);
    }
  }
}

function label(path: readonly string[], field: string): string {
  return [...path, ...(field === "" ? [] : [field])].join(".");
}
