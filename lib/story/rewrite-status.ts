/**
 * Purpose: write a task's status into its file and into the map of its story, and leave every other byte as it is.
 * Does not: touch a file; the caller writes the text. Undefined means that the place to write to was not found.
 */
import { fold } from "./fold.ts";
import { type Outline, outline } from "./outline.ts";
import { type PlainLine, plainLines, titledSection, unmarked, wholeOf } from "./task-lines.ts";

const STATUS_LINE = /^( {0,3}(?:(?:[-*+]|>)[ \t]+)*(?:#{1,6}[ \t]+\**|\*\*)status\**[ \t]*:\**)(.*)$/i;
const STATUS_TITLES: ReadonlySet<string> = new Set(["status", "estado", "situacao"]);
const SECTION = "## Task Status";

export interface Rewritten {
  readonly text: string;
  /** What stood there before; empty for a row that was added. */
  readonly from: string;
}

/** Replaces the value of the first status line outside code and comments. */
export function rewriteTaskStatus(source: string, status: string): Rewritten | undefined {
  const structure = outline(source);
  const shift = source.length - structure.text.length;
  for (const { text: line, start } of plainLines(structure, wholeOf(structure))) {
    const match = STATUS_LINE.exec(line);
    if (match === null) continue;
    const rest = match[2]!;
    const value = valueIn(rest);
    const at = shift + start + match[1]!.length;
    const gap = value.start === 0 ? " " : "";
    const text = source.slice(0, at + value.start) + gap + status + source.slice(at + value.end);
    return { text, from: rest.slice(value.start, value.end) };
  }
  return undefined;
}

/** Replaces the last cell of the task's row; without such a row adds one under a `## Task Status` table. */
export function rewriteMapStatus(source: string, taskId: string, status: string): Rewritten | undefined {
  const structure = outline(source);
  const shift = source.length - structure.text.length;
  const row = findRow(structure, taskId);
  if (row === undefined) return { text: withRow(source, structure, { taskId, status, shift }), from: "" };
  const cell = lastCell(row.text);
  if (cell === undefined || row.cells < row.columns) return undefined;
  const at = shift + row.start;
  const old = row.text.slice(cell.start, cell.end);
  return { text: source.slice(0, at + cell.start) + replaced(old, status) + source.slice(at + cell.end), from: unmarked(old) };
}

interface Row extends PlainLine {
  readonly cells: number;
  readonly columns: number;
}

/** The row that begins with the task's id, in a table whose last column is a status. */
function findRow(structure: Outline, taskId: string): Row | undefined {
  for (const table of statusTables(structure)) {
    const row = table.rows.find(({ text }) => unmarked(cellsOf(text)[0] ?? "").toUpperCase() === taskId);
    if (row !== undefined) return { ...row, cells: cellsOf(row.text).length, columns: table.columns };
  }
  return undefined;
}

interface StatusTable {
  readonly columns: number;
  readonly rows: readonly PlainLine[];
  readonly lastLine: PlainLine;
}

function* statusTables(structure: Outline): Generator<StatusTable> {
  let lines: PlainLine[] = [];
  for (const line of [...plainLines(structure, wholeOf(structure)), { text: "", start: structure.text.length }]) {
    const follows = lines.length === 0 || structure.text.slice(lines.at(-1)!.start, line.start).split("\n").length === 2;
    if (line.text.includes("|") && follows) {
      lines.push(line);
      continue;
    }
    const header = cellsOf(lines[0]?.text ?? "");
    if (lines.length > 1 && /^[|:\- \t]+$/.test(lines[1]!.text) && STATUS_TITLES.has(fold(unmarked(header.at(-1) ?? "")))) {
      yield { columns: header.length, rows: lines.slice(2), lastLine: lines.at(-1)! };
    }
    lines = line.text.includes("|") ? [line] : [];
  }
}

/** Adds the row to the status table of the section, else a table to the section, else the section to the end. */
function withRow(source: string, structure: Outline, { taskId, status, shift }: { taskId: string; status: string; shift: number }): string {
  const newline = source.includes("\r\n") ? "\r\n" : "\n";
  const section = titledSection(structure, ["task status"]);
  const table = [...statusTables(structure)].find(
    ({ lastLine }) => section === undefined || (lastLine.start >= section.start && lastLine.start < section.end),
  );
  if (section !== undefined && table !== undefined) {
    const row = `| ${[taskId, ...Array<string>(Math.max(0, table.columns - 2)).fill("—"), status].join(" | ")} |`;
    const end = shift + table.lastLine.start + table.lastLine.text.length;
    return source.slice(0, end) + newline + row + source.slice(end);
  }
  const lines = ["| Task | Status |", "| :--- | :--- |", `| ${taskId} | ${status} |`];
  if (section !== undefined) {
    const at = shift + section.start;
    const before = source.slice(0, at);
    const gap = before.endsWith("\n") ? "" : newline;
    return before + gap + newline + lines.join(newline) + newline + source.slice(at);
  }
  const gap = source === "" ? "" : source.endsWith("\n") ? newline : newline + newline;
  return source + gap + [SECTION, "", ...lines].join(newline) + newline;
}

/** Cells by unescaped bars; those at both ends bound the row. */
function cellsOf(line: string): readonly string[] {
  const bars = barsOf(line);
  const first = line.trimStart().startsWith("|") ? 0 : -1;
  const edges = [...(first < 0 ? [-1] : []), ...bars, ...(endsWithBar(line) ? [] : [line.length])];
  return edges.slice(1).map((end, i) => line.slice(edges[i]! + 1, end).trim());
}

function lastCell(line: string): { start: number; end: number } | undefined {
  const bars = barsOf(line);
  const end = endsWithBar(line) ? bars.at(-1) : line.length;
  const before = endsWithBar(line) ? bars.at(-2) : bars.at(-1);
  return before === undefined || end === undefined ? undefined : { start: before + 1, end };
}

function barsOf(line: string): readonly number[] {
  const bars: number[] = [];
  for (let at = line.indexOf("|"); at >= 0; at = line.indexOf("|", at + 1)) if (line[at - 1] !== "\\") bars.push(at);
  return bars;
}

function endsWithBar(line: string): boolean {
  return /(?<!\\)\|\s*$/.test(line);
}

/** The cell with another value, its blanks and marks kept; an empty one gets a blank on each side. */
function replaced(cell: string, status: string): string {
  if (cell.trim() === "") return ` ${status} `;
  const { start, end } = valueIn(cell);
  return cell.slice(0, start) + status + cell.slice(end);
}

/** Where the value stands in its blanks, marks, and before a comment. */
function valueIn(text: string): { start: number; end: number } {
  const start = /^[ \t]*[*_`]*/.exec(text)![0].length;
  const comment = text.trimEnd().endsWith("-->") ? text.lastIndexOf("<!--") : -1;
  let end = comment < 0 ? text.length : comment;
  while (end > start && " \t".includes(text[end - 1]!)) end--;
  while (end > start && "*_`".includes(text[end - 1]!)) end--;
  return { start, end };
}
