/** Markdown tables inside a range of lines; code and comments hold none. */
import { type Outline, PLAIN, visible } from "./outline.ts";

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The first table between the two lines that `accept` takes by its header. */
export function firstTable(
  outline: Outline,
  range: { readonly start: number; readonly end: number },
  accept: (header: readonly string[]) => boolean = () => true,
): Table | undefined {
  let line = range.start;
  while (line < range.end) {
    const first = line;
    while (line < range.end && isRow(outline, line)) line++;
    if (line > first) {
      const table = readTable(outline.lines.slice(first, line));
      if (table !== undefined && accept(table.header)) return table;
    }
    line++;
  }
  return undefined;
}

function isRow(outline: Outline, line: number): boolean {
  return outline.kinds[line] === PLAIN && outline.lines[line]!.includes("|");
}

/** Lines with bars are a table when they begin with a bar or their second one is a rule. */
function readTable(lines: readonly string[]): Table | undefined {
  const first = visible(lines[0]!);
  const hasRule = lines.length > 1 && isRule(lines[1]!);
  if (!hasRule && !first.trimStart().startsWith("|")) return undefined;
  return { header: cells(first), rows: lines.slice(hasRule ? 2 : 1).map((line) => cells(visible(line))) };
}

function isRule(line: string): boolean {
  return cells(line).every((cell) => /^:?-+:?$/.test(cell));
}

/** The cells of one row, trimmed; an escaped bar separates nothing and becomes a space. */
function cells(line: string): string[] {
  const row = line.replaceAll("\\|", " ").trim();
  const from = row.startsWith("|") ? 1 : 0;
  const to = row.length > 1 && row.endsWith("|") ? -1 : row.length;
  return row
    .slice(from, to)
    .split("|")
    .map((cell) => cell.trim());
}
