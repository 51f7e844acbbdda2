import * as v from "valibot";
import { RawJson } from "../raw-json.ts";
import { escapeJson } from "./escape.ts";

/** Schema of a member whose value is `RawJson`. */
export const rawJson = v.custom<RawJson>((value) => value instanceof RawJson, "expected raw JSON");

/** Text for people or pipes that is no JSON (a path, a table). Ends with a line break of its own. */
export class PlainText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** One compact line, `\n`-terminated. */
export function renderLine(envelope: unknown): string {
  if (envelope instanceof PlainText) return envelope.text;
  return `${escapeJson(holdsRaw(envelope) ? toJson(envelope) : JSON.stringify(envelope))}\n`;
}

function holdsRaw(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (value instanceof RawJson) return true;
  for (const member of Object.values(value)) if (holdsRaw(member)) return true;
  return false;
}

function toJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`).join(",")}}`;
}
