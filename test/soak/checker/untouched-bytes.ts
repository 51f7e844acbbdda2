/** Whether a state file's text is what it was, but for the holes that writers may fill, and these only in their form. */
import type { Part } from "./records.ts";

const FORMS: Readonly<Record<Exclude<Part, string>["hole"], (text: string) => boolean>> = {
  text: (text) => /^[a-z0-9-]+$/.test(text),
  extra: (text) => /^(?:, "extra": "[a-z0-9-]+")?$/.test(text),
  gates: isListOfGates,
};

/** Undefined when all is as it was; else what is not. */
export function changedBytes(parts: readonly Part[], text: string): string | undefined {
  let at = 0;
  let hole: Exclude<Part, string> | undefined;
  for (const part of parts) {
    if (typeof part !== "string") {
      hole = part;
      continue;
    }
    const found = hole === undefined ? at : text.indexOf(part, at);
    const filling = text.slice(at, found);
    if (!text.startsWith(part, found)) return `expected ${JSON.stringify(part)} after byte ${at}`;
    if (hole !== undefined && !FORMS[hole.hole](filling)) return `${JSON.stringify(filling)} is no ${hole.hole}`;
    at = found + part.length;
    hole = undefined;
  }
  return at === text.length ? undefined : `${JSON.stringify(text.slice(at))} at the end`;
}

function isListOfGates(text: string): boolean {
  try {
    JSON.parse(`[${text}]`);
    return true;
  } catch {
    return false;
  }
}
