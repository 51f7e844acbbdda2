/** Looks into a state file as any program with a JSON parser would. */
import type { Place, Value } from "./records.ts";

/** Undefined when the text is not one JSON document. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text at the place; null where there is none; anything else as JSON. */
export function valueAt(document: unknown, place: Place): Value {
  let value = document;
  for (const key of place) value = (value as Record<string, unknown> | undefined)?.[key];
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
