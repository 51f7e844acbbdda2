/** The structure of a markdown text, found in one pass over its lines: headings, code and comments. */
import { closingLines, type FenceLine, fenceLine } from "./fences.ts";

/** An ATX heading outside code and comments; `title` has no closing `#` and no spaces around it. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly line: number;
}

/** What a line is part of; a fence belongs to its code. */
export const PLAIN = 0;
export const CODE = 1;
export const COMMENT = 2;

export interface Outline {
  /** Split at `\n`; a line may end in `\r`. */
  readonly lines: readonly string[];
  /** `PLAIN`, `CODE` or `COMMENT` for each line. */
  readonly kinds: Uint8Array;
  readonly headings: readonly Heading[];
}

const BYTE_ORDER_MARK = 0xfeff;
const DEEPEST = 6;

/** Reads the structure of `text`; time and memory grow with its size and nothing else. */
export function outline(text: string): Outline {
  const lines = (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text).split("\n");
  const kinds = new Uint8Array(lines.length);
  const headings: Heading[] = [];
  const { marks, fences } = markedLines(lines);
  const closing = closingLines(fences);
  let nextFence = 0;
  let commentsClose = true;
  let skipTo = 0;
  for (const line of marks) {
    const isFence = fences[nextFence]?.line === line;
    const closedAt = isFence ? closing[nextFence++] : undefined;
    if (line < skipTo) continue;
    if (isFence) {
      if (closedAt === undefined) continue;
      skipTo = closedAt + 1;
      kinds.fill(CODE, line, skipTo);
    } else if (lines[line]!.trimStart().startsWith("<")) {
      const end = commentsClose ? commentEnd(lines, line) : undefined;
      if (end === undefined) commentsClose = false;
      else if (end > line) {
        skipTo = end + 1;
        kinds.fill(COMMENT, line, skipTo);
      }
    } else {
      const heading = readHeading(lines[line]!, line);
      if (heading !== undefined) headings.push(heading);
    }
  }
  return { lines, kinds, headings };
}

/** The text of a line without the comments that begin and end on it. */
export function visible(line: string): string {
  let from = line.indexOf("<!--");
  if (from === -1) return line;
  let kept = "";
  let at = 0;
  while (from !== -1) {
    const end = line.indexOf("-->", from + 4);
    if (end === -1) break;
    kept += line.slice(at, from);
    at = end + 3;
    from = line.indexOf("<!--", at);
  }
  return kept + line.slice(at);
}

/** Numbers of the lines that may be a heading, a fence or the begin of a comment. */
function markedLines(lines: readonly string[]): { marks: number[]; fences: FenceLine[] } {
  const marks: number[] = [];
  const fences: FenceLine[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const at = indentation(line);
    const first = line[at];
    if (first === "#") marks.push(i);
    else if (first === "<") {
      if (line.startsWith("<!--", at)) marks.push(i);
    } else if (first === "`" || first === "~") {
      const fence = fenceLine(line, at, i);
      if (fence === undefined) continue;
      fences.push(fence);
      marks.push(i);
    }
  }
  return { marks, fences };
}

/** Markdown lets a block begin after at most three spaces. */
function indentation(line: string): number {
  let at = 0;
  while (at < 3 && line[at] === " ") at++;
  return at;
}

/** The line on which the comment that begins on `from` ends; undefined when it never does, and then it is no comment. */
function commentEnd(lines: readonly string[], from: number): number | undefined {
  if (lines[from]!.includes("-->", lines[from]!.indexOf("<!--") + 4)) return from;
  for (let i = from + 1; i < lines.length; i++) if (lines[i]!.includes("-->")) return i;
  return undefined;
}

function readHeading(raw: string, line: number): Heading | undefined {
  const text = visible(raw).trim();
  let level = 0;
  while (level <= DEEPEST && text[level] === "#") level++;
  const gap = text[level];
  if (level > DEEPEST || (gap !== undefined && gap !== " " && gap !== "\t")) return undefined;
  return { level, title: withoutClosingMarks(text.slice(level).trim()), line };
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end--;
  if (end === title.length || (end > 0 && title[end - 1] !== " " && title[end - 1] !== "\t")) return title;
  return title.slice(0, end).trimEnd();
}
