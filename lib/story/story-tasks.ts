/** A story's tasks with all that the story says about each: what `--init` makes a task's files from. */
import { storyKind } from "./bug-story.ts";
import { fold } from "./fold.ts";
import { linesOf, type Outline, outline, type Range } from "./outline.ts";
import { findSections, type Section } from "./sections.ts";
import { firstTable, type Table } from "./tables.ts";
import { taskIdsIn } from "./task-ids.ts";
import { unmarked, wholeOf } from "./task-lines.ts";

export interface StoryTask {
  readonly id: string;
  /** Behind the id; empty when the heading has nothing more. */
  readonly title: string;
  /** The story's words, without blank lines around them. */
  readonly body: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Entries of its list of files, each as written. */
  readonly files: readonly string[];
  readonly criteria: readonly string[];
  /** Ids of the tasks that it waits for. */
  readonly dependencies: readonly string[];
}

const LISTS = {
  inputs: ["inputs", "input", "entradas"],
  outputs: ["outputs", "output", "saidas"],
  files: ["files", "file", "arquivos", "arquivo"],
  criteria: ["acceptance criteria", "criterios de aceite", "criterios de aceitacao", "definition of done", "dod"],
  dependencies: ["dependencies", "dependencias", "depends on", "depende de", "blocked by", "bloqueada por"],
} as const;
type ListName = keyof typeof LISTS;

const HEADING = /^[[*_`]*(TASK-(?:\d{4}-\d{4}|\d{6}-\d{2})-\d{3})(?!\d)/;
const BEHIND_ID = /^[\])*_`]*(?:\([^()]*\))?[*_`]*[ \t]*[:—–-]?[ \t]*/;
const LABEL = /\*\*([^*:]{1,40})(?::\*\*|\*\*[ \t]*:)/g;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.+)$/;
const BOX = /^\[[ xX]\][ \t]*/;
const TITLE_COLUMN = /^(?:title|titulo|descricao|description|tarefa|task|resumo|summary|what|o que)\b/;
const NOTHING = ["", "—", "–", "-", "--", "n/a", "none", "nenhum", "nenhuma"];

/** The tasks of the tasks section in the order of the story, each once. A bug's tasks are the rows of its table. */
export function readStoryTasks(text: string, options: { readonly inBugFolder: boolean }): readonly StoryTask[] {
  const structure = outline(text);
  const kind = storyKind(text, options);
  const section = findSections(structure, kind).tasks;
  if (section === undefined) return [];
  const table = kind === "bug" ? firstTable(linesOf(structure, section, ["code", "comment"]), () => true) : undefined;
  const found = table === undefined ? fromHeadings(structure, section) : fromTable(table);
  return [...new Map(found.toReversed().map((task) => [task.id, task])).values()].reverse();
}

function fromHeadings(structure: Outline, section: Section): readonly StoryTask[] {
  const inside = structure.headings.filter(({ start }) => start >= section.start && start < section.end);
  return inside.flatMap(({ level, title, end }, at) => {
    const id = level === 3 || level === 4 ? HEADING.exec(title) : null;
    if (id === null) return [];
    const next = inside.slice(at + 1).find((other) => other.level <= level || HEADING.test(other.title));
    const words = title.slice(id[0].length).replace(BEHIND_ID, "");
    return [taskOf({ id: id[1]!, title: words }, structure, { start: end, end: next?.start ?? section.end })];
  });
}

/** Each cell becomes a line of the body, named by its column. */
function fromTable({ header, rows }: Table): readonly StoryTask[] {
  return rows.flatMap((row) => {
    const idColumn = row.findIndex((cell) => taskIdsIn(cell).length > 0);
    const id = taskIdsIn(row[idColumn] ?? "")[0];
    if (id === undefined) return [];
    const isWords = (column: number) => column !== idColumn && !NOTHING.includes(unmarked(row[column] ?? "").toLowerCase());
    const others = row.flatMap((_, column) => (isWords(column) ? [column] : []));
    const titled = others.find((column) => TITLE_COLUMN.test(fold(header[column] ?? ""))) ?? others[0];
    const lines = others.map((column) => `- **${unmarked(header[column] ?? "") || "—"}:** ${row[column]}`);
    const body = outline(lines.join("\n"));
    return [taskOf({ id, title: titled === undefined ? "" : row[titled]! }, body, wholeOf(body))];
  });
}

function taskOf({ id, title }: Pick<StoryTask, "id" | "title">, structure: Outline, range: Range): StoryTask {
  const lists = readLists(linesOf(structure, range, ["code", "comment"]));
  const text = structure.text.slice(range.start, range.end);
  return {
    id,
    title: unmarked(title),
    body: withoutEdges(text),
    inputs: lists.inputs,
    outputs: lists.outputs,
    files: lists.files,
    criteria: lists.criteria,
    dependencies: taskIdsIn(lists.dependencies.join(" ")).filter((other) => other !== id),
  };
}

/** `**Label:** value` entries, several on a line too; a label without a value is followed by its list, further in than its own bullet. */
function readLists(lines: readonly string[]): Readonly<Record<ListName, readonly string[]>> {
  const lists: Record<ListName, string[]> = { inputs: [], outputs: [], files: [], criteria: [], dependencies: [] };
  const boxes: string[] = [];
  let open: { readonly name: ListName | undefined; readonly indent: number } | undefined;
  for (const line of lines.map((text) => text.trimEnd())) {
    const labels = [...line.matchAll(LABEL)];
    for (const [i, label] of labels.entries()) {
      const value = line.slice(label.index + label[0].length, labels[i + 1]?.index ?? line.length);
      const name = listNamed(label[1]!);
      open = withoutSeparator(value) === "" ? { name, indent: ITEM.test(line) ? indentOf(line) : -1 } : undefined;
      if (name !== undefined && open === undefined) lists[name].push(withoutSeparator(value));
    }
    if (labels.length > 0 || line.trim() === "") continue;
    const item = ITEM.exec(line)?.[1]?.trim();
    if (open !== undefined && (item === undefined || indentOf(line) <= open.indent)) open = undefined;
    if (item === undefined) continue;
    if (open?.name !== undefined) lists[open.name].push(item.replace(BOX, ""));
    else if (open === undefined && BOX.test(item)) boxes.push(item.replace(BOX, ""));
  }
  const said = (items: readonly string[]) => items.filter((text) => !NOTHING.includes(unmarked(text).toLowerCase()));
  const criteria = said(lists.criteria.length > 0 ? lists.criteria : boxes);
  return { ...lists, criteria, inputs: said(lists.inputs), outputs: said(lists.outputs) };
}

/** Between two labels of one line. */
function withoutSeparator(value: string): string {
  let end = value.length;
  while (end > 0 && " \t·|;,".includes(value[end - 1]!)) end--;
  return value.slice(0, end).trimStart();
}

/** Without blank lines around it, and without the rule that divides it from what follows. */
function withoutEdges(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  const isEdge = (line: string) => /^\s*(?:-{3,}|\*{3,})?$/.test(line);
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => !isEdge(line));
  return first < 0 ? "" : lines.slice(first, last + 1).join("\n");
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function listNamed(label: string): ListName | undefined {
  const folded = fold(label);
  return (Object.keys(LISTS) as ListName[]).find((name) => (LISTS[name] as readonly string[]).includes(folded));
}
