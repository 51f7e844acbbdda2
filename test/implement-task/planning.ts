/** The planning files of the tasks that the tests implement: task, plan, map, story, state, for both schemas. */

export const STORY = "story-0049-0005";
export const FEATURE = ".aikittools/features/feature-0049";

/** `TASK-0049-0005-001`, counted from 1. */
export function taskId(n = 1): string {
  return `TASK-0049-0005-${String(n).padStart(3, "0")}`;
}

interface PlannedCycle {
  readonly test: string;
  readonly phase?: string;
}

export interface PlannedTask {
  readonly id: string;
  readonly title: string;
  readonly cycles: readonly PlannedCycle[];
  readonly outputs: readonly string[];
  /** Lines between `---` at the top of the task file. */
  readonly frontMatter?: readonly string[];
  /** Rows of the dependencies table: id, relation, mockable. */
  readonly dependencies?: readonly (readonly [string, string, string])[];
  readonly testability?: string;
  readonly status?: string;
}

/** The task that the scripted workers know how to do (`honest-steps.ts`). */
export const CALC: PlannedTask = {
  id: taskId(1),
  title: "Subtract and double",
  cycles: [{ test: "subtracts", phase: "Degenerate" }, { test: "doubles" }],
  outputs: ["File `src/sub.js` exists", "Function `sub` and test `subtracts` passes"],
};

/** The same task with its first cycle only, for what one cycle can show. */
export const SHORT: PlannedTask = { ...CALC, cycles: CALC.cycles.slice(0, 1) };

const DONE_ITEMS = ["Red, green, refactor", "Coverage", "Commits", "No warning", "Reviewed by hand", "Documented"];

/** `task-TASK-….md`. */
export function taskFile(task: PlannedTask): string {
  const { id, title, outputs, frontMatter = [], dependencies = [], testability = "Independentemente testável", status = "Pendente" } = task;
  const front = frontMatter.length === 0 ? "" : `---\n${frontMatter.join("\n")}\n---\n\n`;
  const rows = (dependencies.length === 0 ? [["—", "—", "—"]] : dependencies).map((cells) => `| ${cells.join(" | ")} |`);
  return `${front}# Task: ${title}

**ID:** ${id}
**Story:** ${STORY}
**Status:** ${status}

## 1. Objetivo

${title}.

## 2. Contratos I/O

### 2.1 Inputs

- \`src/calc.js\`

### 2.2 Outputs

${outputs.map((line) => `- ${line}`).join("\n")}

### 2.3 Testabilidade

- [x] ${testability}
- [ ] Coalescível com TASK-XXXX-YYYY-NNN

## 3. Definition of Done

${DONE_ITEMS.map((item) => `- [ ] ${item}`).join("\n")}

## 4. Dependências

| Depends on | Relação | Pode mockar? |
| :--- | :--- | :--- |
${rows.join("\n")}
`;
}

/** `plan-task-TASK-….md`. */
export function planFile({ id, cycles }: PlannedTask): string {
  const rows = cycles.map(({ test, phase = "Scalar" }, i) => `| ${i + 1} | ${phase} | \`${test}\` | The least code for it | None |`);
  return `# Task Implementation Plan — ${id}

## 2. Red-Green-Refactor Cycles (TPP Order)

| # | Phase | Test Name | Green Code Summary | Refactor Hint |
| :--- | :--- | :--- | :--- | :--- |
${rows.join("\n")}
`;
}

/** `task-implementation-map-STORY-….md`, with a row for each task. */
export function mapFile(tasks: readonly PlannedTask[]): string {
  const rows = tasks.map(({ id, status = "Pendente" }) => `| ${id} | — | ${status} |`);
  return `# Task Implementation Map — ${STORY}

## Execution Order

| Wave | Tasks (parallelisable) | Blocks |
| :--- | :--- | :--- |
${tasks.map(({ id }, i) => `| ${i + 1} | ${id} | — |`).join("\n")}

## Task Status

| Task | Notes | Status |
| :--- | :--- | :--- |
${rows.join("\n")}
`;
}

/** The story, with its tasks as headings (v1 reads them). */
export function storyFile(tasks: readonly PlannedTask[], blockers = "—"): string {
  return `# Story: The calculator

**ID:** ${STORY}
**Status:** Em Andamento

## 1. Dependências

| Blocked By | Blocks |
| :--- | :--- |
| ${blockers} | — |

## 7. Critérios de Aceite

- It calculates.

## 8. Tasks

${tasks.map(({ id, title }) => `### ${id}: ${title}\n\n${title}.\n`).join("\n")}`;
}

/** `tests-story-….md` of v1: the cycles as `UT-N` lines that name their task. */
export function testsFile(tasks: readonly PlannedTask[]): string {
  let n = 0;
  const lines = tasks.flatMap(({ id, cycles }) => cycles.map(({ test }) => `- UT-${++n}: \`${test}\` (${id})`));
  return `# Test plan — ${STORY}\n\n## Unit tests\n\n${lines.join("\n")}\n`;
}

/** `execution-state.json` before anything was done; `schema` is `planningSchemaVersion`. */
export function stateFile(schema: string | undefined, tasks: readonly PlannedTask[] = []): string {
  const nodes = Object.fromEntries(tasks.map(({ id }) => [id, { status: "PENDING" }]));
  const state = {
    version: "1.0",
    ...(schema === undefined ? {} : { planningSchemaVersion: schema }),
    featureId: "0049",
    taskTracking: { enabled: true },
    stories: { [STORY]: { status: "IN_PROGRESS", tasks: nodes } },
  };
  return `${JSON.stringify(state, null, 2)}\n`;
}
