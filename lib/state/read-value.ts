import { jsonAt, textAt } from "./change.ts";
import type { JsonDocument } from "./json-document.ts";
import { fieldPath, findNode, type NodeAddress } from "./node-path.ts";
import { InvalidPathError } from "./state-errors.ts";

/** A field's text (null when absent or JSON null). Throws `InvalidPathError` when its node is missing. */
export function readField(document: JsonDocument, address: NodeAddress, field: string): string | null {
  const found = findNode(document, address, field);
  if (found.node === undefined) throw new InvalidPathError([...found.path, field].join("."));
  return textAt(document, fieldPath(found, field));
}

/** The node itself as JSON text in the file's own order; undefined when it is absent. Throws when what is there is no object. */
export function readNode(document: JsonDocument, address: NodeAddress): string | undefined {
  return jsonAt(document, findNode(document, address, "").path);
}

const KNOWN_VERSION = /^[123](?:\.0)?$/;

/** The text of a `version` that is none of 1, 2, 3; undefined when it is known or absent. */
export function unknownVersion({ root }: JsonDocument): string | undefined {
  const version = Object.hasOwn(root, "version") ? root.version : undefined;
  if (version === undefined) return undefined;
  const shown = shownValue(version);
  return KNOWN_VERSION.test(shown) ? undefined : shown;
}

/** A value of a file for a message: text as it is, all else as JSON, since a member may be called `toString`. */
export function shownValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
