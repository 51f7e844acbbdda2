/** What a task waits for: the table of its dependencies section. */
import { fold } from "./fold.ts";
import { linesOf, type Outline, type Range } from "./outline.ts";
import { BLOCKED_BY } from "./sections.ts";
import { firstTable } from "./tables.ts";
import { taskIdsIn } from "./task-ids.ts";
import type { Testability } from "./task-testability.ts";

export interface TaskDependency {
  readonly id: string;
  /** The table says that a mock may stand for it. */
  readonly isMockable: boolean;
}

const YES: ReadonlySet<string> = new Set(["sim", "yes", "s", "y", "true", "x", "✓", "✔", "✅"]);

/** Ids in the order of the table, each once; none without a table. */
export function readTaskDependencies(outline: Outline, section: Range | undefined): readonly TaskDependency[] {
  if (section === undefined) return [];
  const table = firstTable(linesOf(outline, section, ["code", "comment"]), (header) => columnOf(header, isBlockedBy) >= 0);
  if (table === undefined) return [];
  const from = columnOf(table.header, isBlockedBy);
  const mockable = columnOf(table.header, (title) => title.includes("mock"));
  const found = new Map<string, TaskDependency>();
  for (const row of table.rows) {
    const isMockable = YES.has(fold(row[mockable] ?? "").replace(/[*_`.]/g, ""));
    for (const id of taskIdsIn(row[from] ?? "")) if (!found.has(id)) found.set(id, { id, isMockable });
  }
  return [...found.values()];
}

/** The first dependency that is not done and that no mock stands for; `isDone` answers by the task's status. */
export function unmetDependency(
  dependencies: readonly TaskDependency[],
  testability: Testability,
  isDone: (taskId: string) => boolean,
): string | undefined {
  return dependencies.find(({ id, isMockable }) => !isDone(id) && !(isMockable && mocks(testability, id)))?.id;
}

/** A task that needs mocks without saying of what needs them for each of its mockable dependencies. */
function mocks(testability: Testability, id: string): boolean {
  return testability.kind === "needs-mock" && (testability.tasks.length === 0 || testability.tasks.includes(id));
}

function columnOf(header: readonly string[], accept: (title: string) => boolean): number {
  return header.findIndex((cell) => accept(fold(cell.replace(/[*_`]/g, ""))));
}

function isBlockedBy(title: string): boolean {
  return BLOCKED_BY.includes(title);
}
