/** Reads `task-TASK-….md`: identity, inputs, outputs, testability, definition of done, dependencies, front matter. */
import { firstValue, listValue, readFrontMatter } from "./front-matter.ts";
import { type Outline, outline, type Range } from "./outline.ts";
import { readTaskDependencies, type TaskDependency } from "./task-dependencies.ts";
import { labelled, plainLines, titledSection, unmarked, wholeOf } from "./task-lines.ts";
import { type DeclaredOutput, readOutputs } from "./task-outputs.ts";
import { readTestability, type Testability } from "./task-testability.ts";

export interface TaskFile {
  /** As written, upper case; undefined when the line is missing. */
  readonly id: string | undefined;
  readonly story: string | undefined;
  /** The status line's value, whole. */
  readonly status: string | undefined;
  readonly title: string;
  readonly hasInputs: boolean;
  readonly outputs: readonly DeclaredOutput[];
  readonly testability: Testability | { readonly problem: string };
  /** Number of items of the definition of done. */
  readonly doneItems: number;
  readonly dependencies: readonly TaskDependency[];
  /** `task-type` of the front matter. */
  readonly type: string | undefined;
  readonly expectsReviews: readonly string[];
  readonly capabilities: readonly string[];
  /** `planningSchemaVersion` of the front matter. */
  readonly schemaVersion: string | undefined;
}

const TITLES = {
  inputs: ["inputs", "input", "entradas", "entrada"],
  outputs: ["outputs", "output", "saidas", "saida"],
  testability: ["testabilidade", "testability"],
  done: ["definition of done", "dod", "definicao de pronto"],
  dependencies: ["dependencias", "dependencies"],
} as const;
const CHECKLIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX]\]/;
const LONGEST_TITLE = 300;
/** What stands before a title's words: the kind of file, the id, a separator. */
const BEFORE_TITLE = /^(?:(?:task|tarefa)(?:[ \t]*[:—–-][ \t]*|[ \t]+(?=TASK-\d)))?(?:TASK-[\d-]+[ \t:—–-]*)?/i;

/** Reads the text; what is wrong with it is for `taskViolations` to say. */
export function readTaskFile(text: string): TaskFile {
  const structure = outline(text);
  const front = readFrontMatter(text);
  const whole = wholeOf(structure);
  const section = (name: keyof typeof TITLES) => titledSection(structure, TITLES[name]);
  return {
    id: labelled(structure, whole, ["id"])?.toUpperCase(),
    story: labelled(structure, whole, ["story", "historia"])?.toLowerCase(),
    status: labelled(structure, whole, ["status"]),
    title: readTitle(structure),
    hasInputs: section("inputs") !== undefined,
    outputs: readOutputs(structure, section("outputs")),
    testability: readTestability(structure, section("testability")),
    doneItems: countItems(structure, section("done")),
    dependencies: readTaskDependencies(structure, section("dependencies")),
    type: firstValue(front, "task-type"),
    expectsReviews: listValue(front, "expects-reviews"),
    capabilities: listValue(front, "capabilities"),
    schemaVersion: firstValue(front, "planningSchemaVersion"),
  };
}

/** Words of the first heading of level 1, without `Task:`, the id and a final period. */
function readTitle({ headings }: Outline): string {
  const title = headings.find(({ level }) => level === 1)?.title ?? "";
  return unmarked(title.slice(0, LONGEST_TITLE)).replace(BEFORE_TITLE, "").replace(/\.+$/, "").trim();
}

function countItems(structure: Outline, section: Range | undefined): number {
  if (section === undefined) return 0;
  return [...plainLines(structure, section)].filter(({ text }) => CHECKLIST_ITEM.test(text)).length;
}
