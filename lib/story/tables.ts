/** Markdown tables among lines. */
import { visible } from "./outline.ts";

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first table whose header `accept` takes. Lines of code and comments are not to be among `lines`. */
export function firstTable(lines: readonly string[], accept: (header: readonly string[]) => boolean): Table | undefined {
  for (let at = 0; at < lines.length; at++) {
    if (!lines[at]!.includes("|")) continue;
    const first = at;
    while (at < lines.length && lines[at]!.includes("|")) at++;
    const hasRule = at - first > 1 && isRule(lines[first + 1]!);
    const header = visible(lines[first]!);
    if (!hasRule && !header.trimStart().startsWith("|")) continue;
    const titles = cells(header);
    if (!accept(titles)) continue;
    const rows: string[][] = [];
    for (let row = first + (hasRule ? 2 : 1); row < at; row++) rows.push(cells(visible(lines[row]!)));
    return { header: titles, rows };
  }
  return undefined;
}

/** The line between header and rows: dashes, and what may stand beside them. */
function isRule(line: string): boolean {
  for (const character of line) if (!"|:- \t\r".includes(character)) return false;
  return line.includes("-");
}

/** The cells of one row, trimmed; an escaped bar separates nothing and becomes a space. */
function cells(line: string): string[] {
  const row = (line.includes("\\|") ? line.replaceAll("\\|", " ") : line).trim();
  const from = row.startsWith("|") ? 1 : 0;
  const to = row.length > 1 && row.endsWith("|") ? -1 : row.length;
  const parts = row.slice(from, to).split("|");
  for (let i = 0; i < parts.length; i++) parts[i] = parts[i]!.trim();
  return parts;
}
