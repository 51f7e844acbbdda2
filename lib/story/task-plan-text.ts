/** Writes the first version of `plan-task-TASK-….md`: the cycles that story and tests file suggest, in a table that the engine reads. */
import type { Scenario } from "./scenario-list.ts";
import type { StoryTask } from "./story-tasks.ts";
import { unmarked } from "./task-lines.ts";
import { type Cycle, phaseRank, phaseWord } from "./task-plan.ts";
import { cutAtWord } from "./task-title.ts";

type Draft = Omit<Cycle, "n">;

const LONGEST_NAME = 100;
const LONGEST_CELL = 240;
/** True of every task, and no test of this one. */
const ABOUT_THE_WORK =
  /\b(?:build|compile|compila\w*|coverage|cobertura|commits?|lint|verify|verde|green|mvn|npm|gradle|grep|pull request|pr)\b/i;
/** A row without a test's name is no cycle: until it is filled in, the engine passes over it. */
const TO_FILL_IN = "| 1 | Degenerate | — | A preencher: o caso mais simples (vazio, nulo, zero) | |";

/** What is known of a task's tests: `planned` are cycles of the story's tests file, which win. */
export interface TestIdeas {
  readonly planned: readonly Cycle[];
  readonly scenarios: readonly Scenario[];
}

/** Without anything to plan from, the table has no cycle yet, and the run will ask for a plan. */
export function taskPlanText({ id, title, criteria }: StoryTask, ideas: TestIdeas): string {
  const drafts = draftsOf(criteria, ideas);
  const first = drafts.filter(({ phase }) => phaseRank(phase) === 1);
  const rest = drafts.filter(({ phase }) => phaseRank(phase) !== 1);
  const offset = first.length === 0 ? 2 : 1;
  const rows = [...(first.length === 0 ? [TO_FILL_IN] : []), ...[...first, ...rest].map((draft, i) => rowOf(draft, i + offset))];
  return `# Task Implementation Plan — ${id}

> Rascunho de \`task-${id}.md\`: revise os ciclos antes de executar. Linhas sem nome de teste não contam;
> sem nenhum ciclo, a execução começa pedindo o plano.

## 1. Resumo

- **Objetivo:** ${title || id}

## 2. Red-Green-Refactor Cycles (TPP Order)

| # | Phase | Test Name | Green | Refactor |
| :--- | :--- | :--- | :--- | :--- |
${rows.join("\n")}
`;
}

function draftsOf(criteria: readonly string[], { planned, scenarios }: TestIdeas): readonly Draft[] {
  if (planned.length > 0) return planned;
  const fromScenarios = scenarios.map(({ title, outcome }) => draft(title, outcome));
  const fromCriteria = criteria.filter((text) => !ABOUT_THE_WORK.test(text)).map((text) => draft(text, ""));
  return (fromScenarios.length > 0 ? fromScenarios : fromCriteria).filter(({ test }) => /[\p{L}\d]/u.test(test));
}

/** Of the phases only the first can be told by words. */
function draft(text: string, green: string): Draft {
  const test = cutAtWord(unmarked(text).replaceAll("|", " "), LONGEST_NAME);
  return { test, phase: phaseRank(phaseWord(text)) === 1 ? "Degenerate" : "", green, refactor: "" };
}

function rowOf({ test, phase, green, refactor }: Draft, n: number): string {
  const cells = [phase, `\`${test.replace(/[|`]/g, " ")}\``, green, refactor].map((cell) =>
    cutAtWord(cell.replaceAll("|", " "), LONGEST_CELL),
  );
  return `| ${n} | ${cells.join(" | ")} |`;
}
