/** Lines, labels and titled sections of the files that plan a task, with the offsets that an edit needs. */
import { fold } from "./fold.ts";
import { type Heading, type Outline, type Range, visible } from "./outline.ts";

/** A line outside code and comments; the text has neither its break nor the `\r` before it. */
export interface PlainLine {
  readonly text: string;
  readonly start: number;
}

/** A section found by its title. */
export interface TitledSection extends Range {
  readonly heading: Heading;
}

const NUMBER = /^[*_]*(?:\d+(?:\.\d+)*[.):]?[ \t]+(?:[-–—][ \t]+)?)?[*_]*/;
const LABEL = /^ {0,3}(?:(?:[-*+]|>)[ \t]+)*(?:#{1,6}[ \t]+\**|\*\*)([^:*]{1,40}?)\**[ \t]*:\**(.*)$/;
/** Longer than every title that is looked for, with number and emphasis. */
const LONGEST_TITLE = 100;

/** The whole of a text. */
export function wholeOf({ text }: Outline): Range {
  return { start: 0, end: text.length };
}

/** The lines of a range that are neither code nor comment. */
export function* plainLines({ text, hidden }: Outline, range: Range): Generator<PlainLine, void> {
  let next = 0;
  for (let start = range.start; start < range.end; ) {
    while (next < hidden.length && hidden[next]!.end <= start) next++;
    const block = hidden[next];
    if (block !== undefined && block.start <= start) {
      start = block.end;
      continue;
    }
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    yield { text: text.slice(start, end).replace(/\r$/, ""), start };
    start = end + 1;
  }
}

/** The title of a heading to compare by: no number, no emphasis, folded. */
export function bareTitle({ title }: Heading): string {
  return fold(title.slice(0, LONGEST_TITLE).replace(NUMBER, "")).replace(/[*_:\s]+$/, "");
}

/** The section whose title is one of `titles` (folded), or begins with one and goes on with a space, bracket, dash or colon. */
export function titledSection(outline: Outline, titles: readonly string[]): TitledSection | undefined {
  const { headings } = outline;
  const exact = headings.findIndex((heading) => titles.includes(bareTitle(heading)));
  const at = exact >= 0 ? exact : headings.findIndex((heading) => titles.some((title) => beginsWith(bareTitle(heading), title)));
  return at < 0 ? undefined : sectionAt(outline, at);
}

/** The text below the heading with that index, to the next heading of its level or above. */
export function sectionAt({ headings, text }: Outline, at: number): TitledSection {
  const heading = headings[at]!;
  const next = headings.find(({ start, level }) => start > heading.start && level <= heading.level);
  return { heading, start: heading.end, end: next?.start ?? text.length };
}

/** Value of the first line `**Label:** value` of the range, emphasis and code marks dropped; undefined when absent or empty. */
export function labelled(outline: Outline, range: Range, labels: readonly string[]): string | undefined {
  for (const line of plainLines(outline, range)) {
    const match = LABEL.exec(visible(line.text));
    if (match === null || !labels.includes(fold(match[1]!))) continue;
    const value = unmarked(match[2]!);
    if (value !== "") return value;
  }
  return undefined;
}

/** Text without the marks of emphasis, code and links. */
export function unmarked(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim();
}

function beginsWith(text: string, title: string): boolean {
  return text.startsWith(title) && /^[ ([:—–-]/.test(text.slice(title.length));
}
