/**
 * The structure of a markdown text: headings, code and comments, by their offsets. One pass of a native search finds the
 * lines that matter. This folder's code runs once in a fresh process, where the first use of each array method
 * (`map`, `some`, `at`, spreading a set) costs as much as reading a whole story: loops stand where others would write them.
 */
import { closingFences, type FenceLine, fenceLine } from "./fences.ts";

/** Offsets of some text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An ATX heading outside code and comments, from its line's begin to the next line's. */
export interface Heading extends Range {
  readonly level: number;
  /** Without closing `#`, comments and spaces around it. */
  readonly title: string;
}

/** Whole lines that are not what they look like; fences belong to their code. */
export interface Hidden extends Range {
  readonly kind: "code" | "comment";
}

export interface Outline {
  /** Without byte order mark. */
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly hidden: readonly Hidden[];
}

/** What a heading, a fence or a comment begins with; markdown lets each begin after at most three spaces. */
const MARK = /^ {0,3}(?:#|`{3}|~{3}|<!--)/gm;
/** By its last character. */
const MARK_LENGTH: Readonly<Record<string, number>> = { "#": 1, "`": 3, "~": 3, "-": 4 };
const BYTE_ORDER_MARK = 0xfeff;
const DEEPEST = 6;

/** A line that may be a heading or the begin of a comment, or that is a fence. */
interface Mark {
  readonly start: number;
  readonly first: "#" | "<" | FenceLine;
}

/** Reads the structure of `source`; time and memory grow with its size and nothing else. */
export function outline(source: string): Outline {
  const text = source.charCodeAt(0) === BYTE_ORDER_MARK ? source.slice(1) : source;
  const { marks, fences } = findMarks(text);
  const closing = closingFences(fences);
  const headings: Heading[] = [];
  const hidden: Hidden[] = [];
  let fence = 0;
  let commentsClose = true;
  let skipTo = 0;
  for (const { start, first } of marks) {
    const close = typeof first === "object" ? closing[fence++]?.end : undefined;
    if (start < skipTo) continue;
    if (first === "#") {
      const heading = readHeading(text, start);
      if (heading !== undefined) headings.push(heading);
    } else if (first === "<") {
      const end: number | undefined = commentsClose ? commentEnd(text, start) : undefined;
      commentsClose = end !== undefined;
      if (end === undefined || end <= lineEnd(text, start)) continue;
      skipTo = end;
      hidden.push({ kind: "comment", start, end });
    } else if (close !== undefined) {
      skipTo = close;
      hidden.push({ kind: "code", start, end: close });
    }
  }
  return { text, headings, hidden };
}

/** The lines of a range, each without its `\n`; hidden ones of these kinds are empty. */
export function linesOf({ text, hidden }: Outline, range: Range, kinds: readonly Hidden["kind"][]): string[] {
  let shown = "";
  let from = range.start;
  for (const { kind, start, end } of hidden) {
    if (start < from || start >= range.end || !kinds.includes(kind)) continue;
    shown += `${text.slice(from, start)}\n`;
    from = end;
  }
  return (shown + text.slice(Math.min(from, range.end), range.end)).split("\n");
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

function findMarks(text: string): { marks: Mark[]; fences: FenceLine[] } {
  const marks: Mark[] = [];
  const fences: FenceLine[] = [];
  for (MARK.lastIndex = 0; MARK.test(text); ) {
    const last = text[MARK.lastIndex - 1]!;
    const start = lineStart(text, MARK.lastIndex - MARK_LENGTH[last]!);
    if (start === undefined) continue;
    const first = last === "#" ? "#" : last === "-" ? "<" : fenceLine(text, start, lineEnd(text, start));
    if (first === undefined) continue;
    marks.push({ start, first });
    if (typeof first === "object") fences.push(first);
  }
  return { marks, fences };
}

/** The begin of the line whose mark is at `at`; undefined when it begins after a `\r` or a Unicode line break, which are no ends of lines here. */
function lineStart(text: string, at: number): number | undefined {
  let start = at;
  while (text[start - 1] === " ") start--;
  return start === 0 || text[start - 1] === "\n" ? start : undefined;
}

/** The offset after the line and its break. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** Where the last line of the comment that begins at `start` ends; undefined when it never does, and then it is no comment. */
function commentEnd(text: string, start: number): number | undefined {
  const close = text.indexOf("-->", text.indexOf("<!--", start) + 4);
  return close === -1 ? undefined : lineEnd(text, close);
}

function readHeading(text: string, start: number): Heading | undefined {
  const end = lineEnd(text, start);
  const line = visible(text.slice(start, end)).trim();
  let level = 0;
  while (level <= DEEPEST && line[level] === "#") level++;
  const gap = line[level];
  if (level > DEEPEST || (gap !== undefined && gap !== " " && gap !== "\t")) return undefined;
  return { level, title: withoutClosingMarks(line.slice(level).trim()), start, end };
}

function withoutClosingMarks(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === "#") end--;
  if (end === title.length || (end > 0 && title[end - 1] !== " " && title[end - 1] !== "\t")) return title;
  return title.slice(0, end).trimEnd();
}
