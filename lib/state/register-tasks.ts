/** Makes the nodes of a story and its tasks where they are missing; what is there stays to the byte. Pure. */
import { putValue } from "./edit.ts";
import { isObject, type JsonDocument } from "./json-document.ts";
import { valueAt } from "./locate.ts";
import { InvalidPathError } from "./state-errors.ts";

const PENDING = '"PENDING"';

/** New nodes are PENDING. Throws `InvalidPathError` when something on the way is no object. */
export function registerTasks(document: JsonDocument, storyKey: string, taskIds: readonly string[]): JsonDocument {
  const story = ["stories", storyKey];
  return [story, ...taskIds.map((id) => [...story, "tasks", id])].reduce(withNode, document);
}

/** A state file that has just been made says which planning schema its files have. */
export function withPlanningSchema(document: JsonDocument, version: string): JsonDocument {
  const path = ["planningSchemaVersion"];
  return valueAt(document, path) === undefined ? putValue(document, path, JSON.stringify(version)) : document;
}

function withNode(document: JsonDocument, path: readonly string[]): JsonDocument {
  for (let depth = 1; depth <= path.length; depth++) {
    const found = valueAt(document, path.slice(0, depth));
    if (found === undefined) return putValue(document, [...path, "status"], PENDING);
    if (!isObject(found.value)) throw new InvalidPathError(path.slice(0, depth).join("."));
  }
  return document;
}
