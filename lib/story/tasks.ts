/** Counts a story's tasks and names those that have an id. */
import { linesOf, type Outline, visible } from "./outline.ts";
import type { Section, StoryKind } from "./sections.ts";
import { firstTable } from "./tables.ts";

export interface Tasks {
  readonly count: number;
  /** Ids in the order of the story, each once; rows of a bug's table may have none. */
  readonly ids: readonly string[];
  readonly warnings: readonly string[];
}

const HEADING_ID = /^[[*_`]*(TASK-(?:\d{4}-\d{4}|\d{6}-\d{2})-\d{3})(?!\d)/;
const ROW_ID = /TASK-(?:\d{4}-\d{4}|\d{6}-\d{2})-\d{3}(?!\d)/i;
const CHECKLIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\]/;
const NO_TASKS: Tasks = { count: 0, ids: [], warnings: [] };

/** A bug's tasks are the rows of its first table; a feature's are `TASK-` headings, as are a bug's without a table. */
export function readTasks(outline: Outline, section: Section | undefined, kind: StoryKind): Tasks {
  if (section === undefined) return NO_TASKS;
  const rows = kind === "bug" ? firstTable(linesOf(outline, section, ["code", "comment"]), () => true)?.rows : undefined;
  const found = rows === undefined ? headingIds(outline, section) : rows.map((row) => ROW_ID.exec(row.join(" "))?.[0].toUpperCase());
  if (found.length === 0) return { ...NO_TASKS, warnings: checklistWarning(outline, section) };
  return { count: found.length, ids: distinct(found), warnings: [] };
}

function distinct(found: readonly (string | undefined)[]): string[] {
  const seen = new Set<string>();
  const ids: string[] = [];
  for (const id of found) {
    if (id === undefined || seen.has(id)) continue;
    seen.add(id);
    ids.push(id);
  }
  return ids;
}

function headingIds(outline: Outline, section: Section): string[] {
  const ids: string[] = [];
  for (const { level, title, start } of outline.headings) {
    if (start < section.start || start >= section.end || (level !== 3 && level !== 4)) continue;
    const id = HEADING_ID.exec(title)?.[1];
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

function checklistWarning(outline: Outline, section: Section): string[] {
  const lines = linesOf(outline, section, ["code", "comment"]);
  const items = lines.filter((line) => CHECKLIST_ITEM.test(visible(line))).length;
  return items === 0 ? [] : [`tasks section has ${items} checklist items and no TASK headings; taskCount is 0`];
}
