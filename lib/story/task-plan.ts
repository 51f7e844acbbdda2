/** Reads the TDD cycles of a task: from its plan's table or `Cycle N` headings, or from the `UT-N` lines of a story's tests file. */
import { fold } from "./fold.ts";
import { linesOf, type Outline, outline } from "./outline.ts";
import { firstTable } from "./tables.ts";
import { bareTitle, labelled, sectionAt, type TitledSection, unmarked, wholeOf } from "./task-lines.ts";

export interface Cycle {
  /** From 1, in the order of the plan. */
  readonly n: number;
  /** Name of the test to write. */
  readonly test: string;
  /** Step of the transformation priority premise (`Degenerate`, `Constant`, …); empty when the plan does not say. */
  readonly phase: string;
  /** What the production code has to do; empty when not said. */
  readonly green: string;
  /** What to improve afterwards; empty when not said. */
  readonly refactor: string;
}

const COLUMNS = {
  test: ["test name", "test", "teste", "nome do teste", "red", "failing test"],
  phase: ["phase", "fase", "tpp", "tpp level", "tpp phase", "nivel tpp", "nivel"],
  green: ["green", "green code summary", "green code", "verde", "implementation", "implementacao"],
  refactor: ["refactor", "refactor hint", "refactoring", "refatoracao", "refatorar"],
} as const;
type Column = keyof typeof COLUMNS;
const CYCLE_TITLE = /^(?:cycle|ciclo)[ \t]+\d+\b[ \t]*(?:[:.)—–-]+[ \t]*)?(.*)$/i;
const CODE = /`([^`]+)`/;
const PHASE_IN_TITLE = /^([A-Za-zÀ-ÿ ]{3,30}?)[ \t]*(?:[:—–]|[ \t]-[ \t])[ \t]*(.+)$/;

/** The cycles of a plan file; empty when it has none that can be read. */
export function readPlanCycles(text: string): readonly Cycle[] {
  const structure = outline(text);
  const fromTable = cyclesInTable(structure);
  return fromTable.length > 0 ? fromTable : cyclesInHeadings(structure);
}

function cyclesInTable(structure: Outline): readonly Cycle[] {
  const lines = linesOf(structure, wholeOf(structure), ["code", "comment"]);
  const table = firstTable(
    lines,
    (header) => columnOf(header, "test") >= 0 && (columnOf(header, "green") >= 0 || columnOf(header, "phase") >= 0),
  );
  if (table === undefined) return [];
  const cell = (row: readonly string[], column: Column) => unmarked(row[columnOf(table.header, column)] ?? "");
  return numberedCycles(
    table.rows.map((row) => ({
      test: CODE.exec(row[columnOf(table.header, "test")] ?? "")?.[1]?.trim() ?? cell(row, "test"),
      phase: cell(row, "phase"),
      green: cell(row, "green"),
      refactor: cell(row, "refactor"),
    })),
  );
}

function cyclesInHeadings(structure: Outline): readonly Cycle[] {
  const found = structure.headings.flatMap((heading, at) => {
    const rest = CYCLE_TITLE.exec(unmarkedTitle(heading.title))?.[1];
    return rest === undefined ? [] : [cycleIn(structure, sectionAt(structure, at), { title: rest, raw: heading.title })];
  });
  return numberedCycles(found);
}

/** A cycle's section: `**Red:**`, `**Green:**`, `**Refactor:**`, `**Phase:**` lines; the heading may give phase and test. */
function cycleIn(structure: Outline, section: TitledSection, { title, raw }: { title: string; raw: string }): Omit<Cycle, "n"> {
  const value = (column: Column) => labelled(structure, section, COLUMNS[column]) ?? "";
  const [, titlePhase = "", titleTest = title] = PHASE_IN_TITLE.exec(title) ?? [];
  const red = value("test");
  const named = codeAfterLabel(structure, section) ?? CODE.exec(raw)?.[1]?.trim();
  return {
    test: named ?? (red === "" ? titleTest : red),
    phase: value("phase") || titlePhase || (phaseRank(title) === undefined ? "" : title),
    green: value("green"),
    refactor: value("refactor"),
  };
}

/** The name in code marks on the line that tells the test. */
function codeAfterLabel({ text }: Outline, { start, end }: TitledSection): string | undefined {
  const line = /^.*\*\*[ \t]*(?:red|test(?: name)?|teste|nome do teste)\b.*$/im.exec(text.slice(start, end))?.[0];
  return line === undefined ? undefined : CODE.exec(line)?.[1]?.trim();
}

function unmarkedTitle(title: string): string {
  return unmarked(title).replace(/^\d+(?:\.\d+)*[.):]?[ \t]+/, "");
}

/** Rows without a test's name are no cycles. */
export function numberedCycles(cycles: readonly Omit<Cycle, "n">[]): readonly Cycle[] {
  return cycles.filter(({ test }) => !["", "—", "–", "-"].includes(test)).map((cycle, i) => ({ n: i + 1, ...cycle }));
}

/** The column whose title is one of the known ones, else the one that begins with it. */
function columnOf(header: readonly string[], column: Column): number {
  const titles = header.map((cell) => bareTitle({ level: 2, title: cell, start: 0, end: 0 }));
  const known: readonly string[] = COLUMNS[column];
  const exact = titles.findIndex((title) => known.includes(title));
  return exact >= 0 ? exact : titles.findIndex((title) => known.some((word) => title.startsWith(`${word} `)));
}

const RANKS: readonly (readonly [rank: number, words: RegExp])[] = [
  [1, /\b(?:degenerat\w*|degenerad\w*|null|nil|empty|vazio)\b/],
  [2, /\b(?:constant\w*|unconditional|incondicional)\b/],
  [3, /\b(?:scalar|escalar|variable|variavel)\b/],
  [4, /\b(?:condi(?:tional|tion|cional|cao)|branch)\b/],
  [5, /\b(?:collections?|colecao|colecoes|iterations?|iteracao|loop)\b/],
  [6, /\b(?:complex\w*|recurs\w+)\b/],
];

/** Place of a phase in the transformation priority premise, from 1; undefined for a word that is none of its steps. */
export function phaseRank(phase: string): number | undefined {
  const folded = fold(phase);
  return RANKS.find(([, words]) => words.test(folded))?.[0];
}

/** The word of a text that names a step; empty without one. */
export function phaseWord(text: string): string {
  const folded = fold(text);
  const word = RANKS.map(([, words]) => words.exec(folded)?.[0]).find((found) => found !== undefined) ?? "";
  return word === "" ? "" : word[0]!.toUpperCase() + word.slice(1);
}

/** Warnings: a first cycle that is not degenerate, and each cycle simpler than one before it. */
export function orderWarnings(cycles: readonly Cycle[]): readonly string[] {
  const warnings: string[] = [];
  let highest: { rank: number; cycle: Cycle } | undefined;
  for (const cycle of cycles) {
    const rank = phaseRank(cycle.phase);
    if (cycle.n === 1 && rank !== 1) warnings.push(`cycle 1 is ${cycle.phase === "" ? "of no phase" : cycle.phase}, not Degenerate`);
    if (rank === undefined) continue;
    if (highest !== undefined && rank < highest.rank) {
      warnings.push(`TPP order: cycle ${cycle.n} (${cycle.phase}) comes after cycle ${highest.cycle.n} (${highest.cycle.phase})`);
    }
    if (highest === undefined || rank > highest.rank) highest = { rank, cycle };
  }
  return warnings;
}
