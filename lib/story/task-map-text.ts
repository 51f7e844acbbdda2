/** Writes a story's map of tasks, or adds tasks to the map that is there. */
import { rewriteMapStatus } from "./rewrite-status.ts";
import type { StoryTask } from "./story-tasks.ts";
import { withoutTaskIds } from "./task-ids.ts";

const PENDING = "Pendente";

/** A map of its status table alone: the order of its rows is the order of the tasks. */
export function taskMapText(storyId: string, tasks: readonly StoryTask[]): string {
  const rows = inOrder(tasks).map(({ id, title }) => `| ${id} | ${titleCell(title)} | ${PENDING} |`);
  return `# Task Implementation Map — ${storyId}

## Task Status

| Task | Título | Status |
| :--- | :--- | :--- |
${rows.join("\n")}
`;
}

/** The map with a row for each task, every other byte as it was; a row that is there stays. Undefined: a task's row has no status cell. */
export function addToMap(source: string, tasks: readonly StoryTask[]): string | undefined {
  let text = source;
  for (const { id } of inOrder(tasks)) {
    const added = rewriteMapStatus(text, id, PENDING);
    if (added === undefined) return undefined;
    if (added.from === "") text = added.text;
  }
  return text;
}

/** Each task behind those of the list that it waits for; tasks that wait for each other stay as they are. */
function inOrder(tasks: readonly StoryTask[]): readonly StoryTask[] {
  const left = [...tasks];
  const ordered: StoryTask[] = [];
  while (left.length > 0) {
    const free = left.findIndex(({ dependencies }) => !left.some(({ id }) => dependencies.includes(id)));
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}

function titleCell(title: string): string {
  return withoutTaskIds(title).replaceAll("|", "\\|").trim() || "—";
}
