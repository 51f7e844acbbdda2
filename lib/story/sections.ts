/** Finds a story's sections by their titles, whatever their numbers, accents and case. */
import { fold } from "./fold.ts";
import type { Heading, Outline, Range } from "./outline.ts";

/** The text below a heading. */
export interface Section extends Range {
  readonly heading: Heading;
  /** Text after the colon of a heading that is a whole dependencies section (`Depends On: story-0001-0001`). */
  readonly value: string | undefined;
}

export type SectionName = "dependencies" | "acceptance" | "tasks";

export type Sections = Readonly<Record<SectionName, Section | undefined>>;

/** A bug story numbers two of its sections in another way. */
export type StoryKind = "feature" | "bug";

/** Words that begin a line, or head a column, of blockers; folded. */
export const BLOCKED_BY: readonly string[] = ["blocked by", "bloqueada por", "bloqueado por", "depende de", "depends on"];

const TITLES: Readonly<Record<SectionName, readonly string[]>> = {
  dependencies: ["dependencias", "dependencies"],
  acceptance: ["criterios de aceite", "acceptance criteria"],
  tasks: ["tasks", "tarefas", "sub-tarefas", "subtarefas", "sub-tasks", "subtasks"],
};
const NAMES = Object.keys(TITLES) as SectionName[];

/** The titles that most stories have, found without folding, which costs a tenth of a millisecond the first time. */
const USUAL: ReadonlyMap<string, SectionName> = new Map([
  ["dependências", "dependencies"],
  ["dependencias", "dependencies"],
  ["dependencies", "dependencies"],
  ["critérios de aceite (gherkin)", "acceptance"],
  ["criterios de aceite (gherkin)", "acceptance"],
  ["acceptance criteria (gherkin)", "acceptance"],
  ["acceptance criteria", "acceptance"],
  ["tasks", "tasks"],
  ["sub-tarefas", "tasks"],
]);

/** The seed's section numbers decide between titles that match equally well. */
const NUMBERS: Readonly<Record<StoryKind, Readonly<Record<SectionName, string>>>> = {
  feature: { dependencies: "1", acceptance: "7", tasks: "8" },
  bug: { dependencies: "7", acceptance: "4", tasks: "8" },
};

/** Emphasis and number; always matches. */
const BEFORE_TITLE = /^[*_]*(?:(\d+(?:\.\d+)*)(?:[.):][ \t]*|[ \t]+)(?:[-–—][ \t]+)?)?[*_]*/;
const TASK_TITLE = /^\W{0,4}TASK-\d/;
/** What every title and label begins with, so that most headings are passed quickly. */
const FIRST_LETTERS: readonly string[] = ["de", "cr", "ac", "ta", "su", "bl"];
/** Longer than every title, also with decomposed accents and doubled spaces; and such a title with its number and emphasis. */
const LONGEST_TITLE = 60;
const LONGEST_NUMBERED = 80;

interface Title {
  readonly name: SectionName;
  readonly isExact: boolean;
  readonly number: string | undefined;
  readonly value: string | undefined;
}

interface Candidate extends Title {
  readonly rank: number;
  /** Index in the outline's headings. */
  readonly at: number;
}

/** Picks one section of each name: an exact title before one with more after it, then the seed's number, then the first. */
export function findSections(outline: Outline, kind: StoryKind): Sections {
  const best: Partial<Record<SectionName, Candidate>> = {};
  const { headings } = outline;
  for (let at = 0; at < headings.length; at++) {
    const { level, title } = headings[at]!;
    const found = level === 2 || level === 3 ? readTitle(title) : undefined;
    if (found === undefined) continue;
    const rank = (found.isExact ? 2 : 0) + (found.number === NUMBERS[kind][found.name] ? 1 : 0);
    if (rank > (best[found.name]?.rank ?? -1)) best[found.name] = { ...found, rank, at };
  }
  return {
    dependencies: extent(outline, best.dependencies),
    acceptance: extent(outline, best.acceptance),
    tasks: extent(outline, best.tasks),
  };
}

function readTitle(title: string): Title | undefined {
  if (title.startsWith("TASK-")) return undefined;
  const [before, number] = BEFORE_TITLE.exec(title.slice(0, LONGEST_NUMBERED))!;
  const text = title.slice(before.length);
  if (!FIRST_LETTERS.includes(text.slice(0, 2).toLowerCase())) return undefined;
  const usual = USUAL.get(text.toLowerCase());
  const found = usual === undefined ? knownTitle(text) : { name: usual, isExact: true };
  if (found !== undefined) return { ...found, number, value: undefined };
  const value = valueAfterLabel(text, BLOCKED_BY);
  return value === undefined ? undefined : { name: "dependencies", isExact: false, number, value };
}

function knownTitle(text: string): Pick<Title, "name" | "isExact"> | undefined {
  const folded = fold(text.slice(0, LONGEST_TITLE)).replace(/[*_: ]+$/, "");
  for (const name of NAMES) {
    for (const title of TITLES[name]) {
      if (!folded.startsWith(title)) continue;
      const tail = folded.slice(title.length);
      if (tail === "" || (name === "acceptance" && tail.trimStart() === "(gherkin)")) return { name, isExact: true };
      if (" ([".includes(tail[0]!)) return { name, isExact: false };
    }
  }
  return undefined;
}

/** Text after the colon where `text` begins with one of `labels` (folded, emphasis ignored) and a colon. */
export function valueAfterLabel(text: string, labels: readonly string[]): string | undefined {
  const colon = text.indexOf(":");
  if (colon === -1 || colon > LONGEST_TITLE || !labels.includes(fold(text.slice(0, colon).replaceAll("*", "")))) return undefined;
  return text
    .slice(colon + 1)
    .replace(/^\*+/, "")
    .trim();
}

/** A section ends at the next heading of its level or above; a task's heading never ends the tasks section. */
function extent(outline: Outline, candidate: Candidate | undefined): Section | undefined {
  if (candidate === undefined) return undefined;
  const { headings, text } = outline;
  const heading = headings[candidate.at]!;
  let next = candidate.at + 1;
  while (next < headings.length && !ends(headings[next]!, heading, candidate.name)) next++;
  return { heading, value: candidate.value, start: heading.end, end: headings[next]?.start ?? text.length };
}

function ends(next: Heading, heading: Heading, name: SectionName): boolean {
  if (next.level > heading.level) return false;
  return !(name === "tasks" && next.level > 2 && TASK_TITLE.test(next.title));
}
