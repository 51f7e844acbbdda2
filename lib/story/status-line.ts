import { linesOf, outline, visible } from "./outline.ts";

/** `**Status:** X`, `> **Status**: X` and `## Status: X`: emphasis or a heading is what makes it a status line. */
const STATUS_LINE = /^ {0,3}(?:>[> \t]*)?(?:#{1,6}[ \t]+\**|\*\*)status\**[ \t]*:(.*)$/i;

/** The status that a story's own text gives: its first status line outside code, matched whole; undefined without one. */
export function readStatusLine(text: string): string | undefined {
  const structure = outline(text);
  for (const line of linesOf(structure, { start: 0, end: structure.text.length }, ["code", "comment"])) {
    const match = STATUS_LINE.exec(visible(line).trimEnd());
    if (match === null) continue;
    const status = match[1]!.replace(/[*`]/g, "").trim();
    return status === "" ? undefined : status;
  }
  return undefined;
}
