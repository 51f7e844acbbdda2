/** The state file of a soak run: odd numbers, escapes and layout that must stay, and holes that the writers fill. */
import type { Lane, Part, Place, StateFile } from "./checker/records.ts";

export const STATE = "execution-state.json";
/** Another name of the same file: a symbolic link. */
export const ALIAS = "alias.json";
export const SHARED_STORY = "story-0049-0099";

/** The stories and the task that one actor owns. */
export function owned(actor: number) {
  const digits = String(actor + 1).padStart(2, "0");
  return { story: `story-0049-00${digits}`, second: `story-0049-01${digits}`, task: `TASK-0049-00${digits}-001` };
}

const HEAD = `{
  "version": "1.0", "numbers": [1.0, 1e3, 12345678901234567890, -0, 2.50 ],
  "escapes": "\\u00e9 \\/ \\ud83d\\ude00 é",
  "10": "ten", "2":"two", "duplicate": 1, "duplicate" : 2,
  "taskTracking": { "enabled": true, "phaseGateResults": [`;

function hole(start: string): Part {
  return { hole: "text", start };
}

/** One actor's stories, each on a line of its own. */
function linesOf(actor: number): Part[] {
  const { story, second, task } = owned(actor);
  return [
    ...[
      `    "${story}": { "status": "`,
      hole("s0"),
      `", "kept": [1.0,  2e0], "a": "`,
      hole("a0"),
      '", "b": "',
      hole("a0"),
      '", "c": "',
      hole("a0"),
    ],
    ...[
      '", "batch": "',
      hole("b0"),
      '", "shell": "',
      hole("h0"),
      `", "tasks": { "${task}": { "status": "DONE", "commitSha": "`,
      hole("c0"),
    ],
    ...[
      '", "odd": 1.50, "note": "',
      hole("b0"),
      '" } }',
      { hole: "extra", start: "" } as const,
      ` },\n    "${second}": { "batch": "`,
      hole("b0"),
      '" },\n',
    ],
  ];
}

const OTHERS = 300;

/** Stories that nobody works on: with them the file has the size of real ones. */
function otherStories(): string {
  const line = (i: number) =>
    `    "story-0049-${1000 + i}": { "status": "DONE", "duration": ${i}.0, "title": "one of many, \\u00e9 ${i}" },\n`;
  return Array.from({ length: OTHERS }, (_, i) => line(i)).join("");
}

/** The file's text and holes, for that many actors. */
export function stateFile(name: string, actors: number, options: { readonly canBeFull: boolean }): StateFile {
  const lines = Array.from({ length: actors }, (_, actor) => linesOf(actor)).flat();
  const tail = [
    `] },\n  "stories": {\n${otherStories()}`,
    ...lines,
    `    "${SHARED_STORY}": { "chain": "`,
    hole("start"),
    '"  }\n  },\n  "last"   :   [ 1.10,2e0 ]\n}',
  ];
  const stories = Array.from({ length: actors }, (_, actor) => `${owned(actor).story}.md`);
  return {
    name,
    parts: joined([HEAD, { hole: "gates", start: "" }, ...tail]),
    chain: { place: ["stories", SHARED_STORY, "chain"], start: "start" },
    kept: [STATE, `${STATE}.lock`, ALIAS, ...stories],
    ...options,
  };
}

/** Texts that follow each other made one, so that there is one between two holes. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === "string" && typeof last === "string") result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}

/** The text at the start. */
export function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === "string" ? part : part.start)).join("");
}

export type LaneKind = "status" | "task" | "set" | "batch" | "extra" | "shell";

export function laneName(file: string, actor: number, kind: LaneKind): string {
  return `${file}/${actor}/${kind}`;
}

/** What one actor owns in one file. */
export function lanesOf(file: string, actor: number): Lane[] {
  const { story, second, task } = owned(actor);
  const at = (field: string): Place => ["stories", story, field];
  const inTask = (field: string): Place => ["stories", story, "tasks", task, field];
  const lane = (kind: LaneKind, places: readonly Place[], start: string | null): Lane => {
    return { name: laneName(file, actor, kind), file, places, start: places.map(() => start) };
  };
  return [
    lane("status", [at("status")], "s0"),
    lane("task", [inTask("commitSha")], "c0"),
    lane("set", [at("a"), at("b"), at("c")], "a0"),
    lane("batch", [at("batch"), ["stories", second, "batch"], inTask("note")], "b0"),
    lane("extra", [at("extra")], null),
    lane("shell", [at("shell")], "h0"),
  ];
}

/** A story whose plan says that the next actor's story blocks it. */
export function storyText(actor: number, actors: number): string {
  const { story, task } = owned(actor);
  const blocker = owned((actor + 1) % actors).story;
  return `# ${story}\n\n## 1. Dependencies\n\n| Blocked By | Blocks |\n| :--- | :--- |\n| ${blocker} | — |\n\n## 8. Tasks\n\n### ${task}: one\n`;
}
