/** The inputs that the figures are taken on, made anew for each run. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const storyId = (i: number) => `story-0049-${String(i).padStart(4, "0")}`;

/** A state of `stories` stories with `tasks` tasks each, laid out as jq and JSON.stringify do. */
export function stateText(stories: number, tasks: number): string {
  const task = (i: number, j: number) => [
    `TASK-0049-${String(i).padStart(4, "0")}-${String(j + 1).padStart(3, "0")}`,
    {
      status: j < 2 ? "DONE" : "PENDING",
      commitSha: j < 2 ? "0123456789abcdef0123456789abcdef01234567" : null,
      completedAt: j < 2 ? "2026-01-02T03:04:05Z" : null,
    },
  ];
  const story = (i: number) => [
    storyId(i),
    {
      status: "DONE",
      title: `The story with number ${i}`,
      phase: i % 7,
      tasks: Object.fromEntries(Array.from({ length: tasks }, (_, j) => task(i, j))),
    },
  ];
  const nodes = Object.fromEntries(Array.from({ length: stories }, (_, i) => story(i)));
  return `${JSON.stringify({ version: "1.0", featureId: "0049", stories: nodes }, null, 2)}\n`;
}

/** The story in the middle of the seeds' own figure. */
export const STORY = storyId(11);

/** The state of the seeds' own figure: 22 stories of 5 tasks, about 24 kB. */
export const SEED_STATE = { stories: 22, tasks: 5 } as const;

/** A feature folder as the bar of the reading skills asks: 8 blockers, 7 artifacts, 22 × 5 tasks; `padding` stands before the criteria. Returns the story's id. */
export function writeFeature(folder: string, { blockers: count = 8, padding = "" } = {}): string {
  const id = STORY;
  mkdirSync(join(folder, "plans"), { recursive: true });
  writeFileSync(join(folder, "execution-state.json"), stateText(Math.max(SEED_STATE.stories, count + 1), SEED_STATE.tasks));
  const blockers = Array.from({ length: count }, (_, i) => storyId(i < 11 ? i : i + 1)).join(", ");
  const scenarios = Array.from({ length: 6 }, (_, i) => `Scenario: number ${i}\n  Given a\n  When b\n  Then c\n`).join("\n");
  const tasks = Array.from(
    { length: 5 },
    (_, i) => `### TASK-0049-0011-00${i + 1}: Part ${i}\n\n- some words on what is to be done\n`,
  ).join("\n");
  writeFileSync(
    join(folder, `${id}.md`),
    `# Story\n\n**ID:** ${id}\n**Status:** Pending\n\n## 1. Dependencies\n\n| Blocked By | Blocks |\n| :--- | :--- |\n| ${blockers} | - |\n\n${padding}## 7. Acceptance Criteria (Gherkin)\n\n\`\`\`gherkin\n${scenarios}\`\`\`\n\n## 8. Tasks\n\n${tasks}\n`,
  );
  for (const name of [
    "plan-story",
    "arch-story",
    "tests-story",
    "tasks-story",
    "security-story",
    "compliance-story",
    "task-implementation-map-story",
  ]) {
    writeFileSync(join(folder, "plans", `${name}-0049-0011.md`), "# Plan\n");
  }
  return id;
}
