/** The stories that block a story, from its dependencies section in any of the forms that people write. */
import { type Blockers, isNothing, readBlockers } from "./blocker-ids.ts";
import { fold } from "./fold.ts";
import { linesOf, type Outline, visible } from "./outline.ts";
import { BLOCKED_BY, type Section, type StoryKind, valueAfterLabel } from "./sections.ts";
import { firstTable } from "./tables.ts";

/** The first letters of `BLOCKED_BY`, so that a header of a million cells is passed quickly. */
const COLUMN_BEGIN = /^[*_`]*[bd]/i;
const LIST_ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+/;

/** No section, or one in which nothing can be read, gives no ids and one warning: never a silent "no dependencies". */
export function readDependencies(outline: Outline, section: Section | undefined, kind: StoryKind): Blockers {
  if (section === undefined) return { ids: [], warnings: ["no dependencies section; dependencies is []"] };
  const texts = blockerTexts(outline, section);
  if (texts === undefined) return { ids: [], warnings: ["dependencies section cannot be read; dependencies is []"] };
  return readBlockers(texts, kind);
}

function blockerTexts(outline: Outline, section: Section): readonly string[] | undefined {
  if (section.value !== undefined && section.value !== "") return [section.value];
  const lines = linesOf(outline, section, ["code", "comment"]);
  const cells = columnCells(lines);
  if (cells !== undefined) return cells;
  const shown = lines.map((line) => visible(line).trimEnd());
  const labelled = labelledTexts(shown);
  if (labelled.length > 0) return labelled;
  if (section.value !== undefined) return shown;
  const text = shown.join(" ").trim();
  return text !== "" && isNothing(text) ? [] : undefined;
}

/** The blocker column of the first table that has one; undefined without such a table or without a row in it. */
function columnCells(lines: readonly string[]): readonly string[] | undefined {
  let column = -1;
  const table = firstTable(lines, (header) => {
    column = blockerColumn(header);
    return column !== -1;
  });
  if (table === undefined || table.rows.length === 0) return undefined;
  const texts: string[] = [];
  for (const row of table.rows) texts.push(row[column] ?? "");
  return texts;
}

function blockerColumn(header: readonly string[]): number {
  for (let column = 0; column < header.length; column++) if (isBlockerTitle(header[column]!)) return column;
  return -1;
}

function isBlockerTitle(cell: string): boolean {
  if (BLOCKED_BY.includes(cell.toLowerCase())) return true;
  if (!COLUMN_BEGIN.test(cell)) return false;
  const title = fold(cell.slice(0, 60).replace(/[*_`:]/g, ""));
  return BLOCKED_BY.some((label) => title === label || title.startsWith(`${label} `) || title.startsWith(`${label}(`));
}

/** Values of `- **Blocked By:** …` and `### Blocked By: …`; an empty value continues in the deeper list below it. */
function labelledTexts(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let openIndent = -1;
  for (const line of lines) {
    const item = LIST_ITEM.exec(line);
    const indent = item === null ? 0 : item[1]!.length;
    if (openIndent >= 0 && item !== null && indent > openIndent) {
      texts.push(line.slice(item[0].length));
      continue;
    }
    if (line.trim() !== "") openIndent = -1;
    const value = valueAfterLabel(line.slice(item?.[0].length ?? 0).replace(/^[ \t#>]+/, ""), BLOCKED_BY);
    if (value === undefined) continue;
    texts.push(value);
    if (value === "") openIndent = indent;
  }
  return texts;
}
