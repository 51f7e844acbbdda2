/** The one story file that these tests start from, and the flags that name its nodes. */

export const S = "execution-state.json";
/** Noon, UTC. */
export const NOW = String(Date.parse("2026-11-30T12:00:00Z") / 1000);

/** A state whose one story, on one line, has these members. */
export function state(members: string): string {
  return `{\n  "version": "1.0",\n  "stories": {\n    "story-0049-0005": { ${members} }\n  }\n}\n`;
}

export const STATE = state('"status": "IN_PROGRESS", "tasks": { "TASK-0049-0005-001": { "status": "PENDING" } }');

/** Flags for the story's field; without a value, its node. */
export function story(field?: string, value?: string): string[] {
  const node = ["--type", "story", "--id", "story-0049-0005"];
  return [...node, ...(field === undefined ? [] : ["--field", field]), ...(value === undefined ? [] : ["--value", value])];
}

/** Flags for the task's node. */
export function task(): string[] {
  return ["--type", "task", "--id", "TASK-0049-0005-001"];
}
