/** Reads `UT-N` and `AT-N` entries: headings, list items or table rows that begin with the number (plans, `tests-story-….md`). */
import { type Outline, outline } from "./outline.ts";
import { taskIdsIn, withoutTaskIds } from "./task-ids.ts";
import { plainLines, unmarked, wholeOf } from "./task-lines.ts";
import { type Cycle, numberedCycles, phaseWord } from "./task-plan.ts";

export interface TestEntry {
  /** `UT-3`, `AT-1`. */
  readonly id: string;
  /** Words behind the number. */
  readonly title: string;
  /** Name of the test, where the entry gives one in code marks. */
  readonly test: string | undefined;
  /** Step of the transformation priority premise; empty when not said. */
  readonly phase: string;
  /** Ids of the tasks that the entry names, upper case. */
  readonly tasks: readonly string[];
}

/** A mark of a list, table, number or emphasis before the number, or a separator behind it, makes a line an entry. */
const MARKED = /^[ \t>*_|+-]*(?:\[[ xX]\][ \t]*)?(?:\d{1,4}[.)][ \t]*)?[*_`]*/;
const NUMBER = /^((?:UT|AT)-\d{1,4})(?![\w-])[*_`]*[ \t]*([:|.)—–-]*)[ \t]*/;
const NAME_LABEL = /\btest name\b|\bnome do teste\b|\bteste?\b\**:/i;
/** Longer titles are cut before anything is looked for in them. */
const LONGEST_TITLE = 300;
const PHASE_LABEL = /\b(?:level|nivel|tpp|phase|fase)\b/i;

/** All entries with that prefix, each number once, in the order of the text. */
export function readTestEntries(text: string, prefix: "UT" | "AT"): readonly TestEntry[] {
  const structure = outline(text);
  const found = new Map<string, TestEntry>();
  for (const entry of entries(structure)) if (entry.id.startsWith(prefix) && !found.has(entry.id)) found.set(entry.id, entry);
  return [...found.values()];
}

/** The cycles of a first-schema task: the `UT-N` entries that name it. */
export function cyclesOfTask(testsText: string, taskId: string): readonly Cycle[] {
  const named = readTestEntries(testsText, "UT").filter(({ tasks }) => tasks.includes(taskId));
  return numberedCycles(named.map(({ title, test, phase }) => ({ test: test ?? title, phase, green: "", refactor: "" })));
}

/** The acceptance tests that have to pass: those of the plan, and those of the tests file that name the task. */
export function acceptanceOf(planText: string, testsText: string, taskId: string): readonly TestEntry[] {
  const own = readTestEntries(planText, "AT");
  const others = readTestEntries(testsText, "AT").filter(({ tasks }) => tasks.includes(taskId));
  return [...own, ...others.filter(({ id }) => !own.some((entry) => entry.id === id))];
}

interface RawEntry {
  readonly id: string;
  readonly rest: string;
  readonly line: string;
  readonly start: number;
  readonly isHeading: boolean;
}

/** An entry is its line; one that is a heading goes on to the next heading or entry. */
function entries(structure: Outline): readonly TestEntry[] {
  const raw = [...rawEntries(structure)];
  const ends = [...raw.map(({ start }) => start), ...structure.headings.map(({ start }) => start), structure.text.length].sort(
    (a, b) => a - b,
  );
  let next = 0;
  return raw.map(({ id, rest, line, start, isHeading }) => {
    while (ends[next]! <= start) next++;
    return readEntry(id, rest, isHeading ? structure.text.slice(start, ends[next]) : line);
  });
}

function* rawEntries(structure: Outline): Generator<RawEntry> {
  const headings = new Map(structure.headings.map(({ start, title }) => [start, title] as const));
  for (const { text, start } of plainLines(structure, wholeOf(structure))) {
    const title = headings.get(start);
    const line = title?.replace(/^\d+(?:\.\d+)*[.)]?[ \t]+/, "") ?? text;
    const marks = MARKED.exec(line)![0];
    const match = NUMBER.exec(line.slice(marks.length));
    if (match === null || (title === undefined && marks.trim() === "" && match[2] === "")) continue;
    yield { id: match[1]!, rest: line.slice(marks.length + match[0].length), line, start, isHeading: title !== undefined };
  }
}

function readEntry(id: string, rest: string, block: string): TestEntry {
  const [words = ""] = withoutTaskIds(rest).slice(0, LONGEST_TITLE).split("|");
  const title = unmarked(words)
    .replace(/[([\s,;—–-]+[)\]\s]*$/, "")
    .trim();
  const phaseLine = block.split("\n").find((line) => PHASE_LABEL.test(line) && phaseWord(line) !== "");
  return { id, title, test: testName(rest, block), phase: phaseWord(phaseLine ?? ""), tasks: taskIdsIn(block) };
}

/** A cell, or the begin of one before brackets and the like, in code marks; else the code on the line of the block that says `Test name`. */
function testName(rest: string, block: string): string | undefined {
  const cells = withoutTaskIds(rest).split("|");
  const whole = cells.map((cell) => /^[\s(*]*`([^`]+)`[\s)*]*(?:$|[(,;.—–-])/.exec(cell)?.[1]).find((name) => name !== undefined);
  const labelled = block.split("\n").find((line) => NAME_LABEL.test(line));
  return (whole ?? /`([^`]+)`/.exec(labelled ?? "")?.[1])?.trim();
}
