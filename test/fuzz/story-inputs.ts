/** Stories and state files as accidents make them: a good text, then a few changes, all from one seeded source. */
import { storyText } from "../story/story-text.ts";

export type Random = () => number;

const STORIES: readonly string[] = [
  storyText({ blockedBy: "story-0049-0001, story-0049-0002" }),
  storyText({ blockedBy: "— (root story)", tasks: 9, rules: "compliance: pci\n```sql\nALTER TABLE x\n```" }),
  "# x\r\n\r\n**Status:** Pendente\r\n\r\n## 1. Dependencies\r\n\r\n| Blocks | Blocked By |\r\n|---|---|\r\n| — | [STORY-0049-0001](./x.md)<br>0049-0002 |\r\n\r\n## 8. Sub-tarefas\r\n\r\n- [ ] a\r\n- [x] b\r\n",
  "---\ntemplate-type: bug-story\n---\n# x\n**ID:** story-000001-02\n## 4. Critérios de Aceite\nCenario: a\n## 7. Dependências\n- **Blocked By:**\n  - story-01-test\n  - story-0049-0001..0004\n## 8. Tasks\n| Task | Type |\n| --- | --- |\n| TASK-000001-02-001 | fix |\n",
  "## Depends On: story-0049-0001 a story-0049-0004\n## Acceptance Criteria\n* **Scenario:** a\n## Tasks\n### TASK-0049-0011-001: a\n",
];

const FRAGMENTS: readonly string[] = [
  "```",
  "```js",
  "````",
  "~~~",
  "~~~ x",
  "<!--",
  "-->",
  "<!-- x -->",
  "|",
  "| --- |",
  "\\|",
  "##",
  "## ",
  "### Tasks",
  "## 1. Dependências",
  "## 8. Tasks (a)",
  "#",
  "---",
  "story-0049-0001",
  "story-0049-0001..story-0049-9999",
  "STORY-0049-0001..0003",
  "0049-0001",
  "2025-2026",
  " a ",
  "até",
  "[",
  "](",
  ")",
  "(",
  "**",
  "`",
  "*",
  "_",
  ">",
  "- ",
  "1. ",
  "- [ ] ",
  "**Blocked By:**",
  "Depends On:",
  "| Blocked By | Blocks |",
  "compliance:",
  "CREATE",
  " TABLE ",
  "GET /",
  "Cenario:",
  "Scenario Outline:",
  "TASK-0049-0011-001",
  "\ufeff",
  "\u0000",
  "\u2028",
  "\r",
  "\t",
  "\u0301",
  "\ud800",
  "😀",
  "__proto__",
  "N/A",
  "none (",
  "…",
];

const VALUES: readonly unknown[] = [
  null,
  true,
  3,
  -0.5,
  "",
  " ",
  "DONE",
  "Concluída",
  "Conclui\u0301da",
  "SUCCESS",
  "x".repeat(300),
  "\u001b[2J",
  "2026-01-01T00:00:00Z",
  "2026-02-30T00:00:00Z",
  [],
  {},
  [{ id: "story-0049-0001", status: "DONE" }],
  { status: "DONE" },
  { "story-0049-0001": "DONE" },
];
const KEYS: readonly string[] = [
  "stories",
  "storyEntries",
  "storyStatuses",
  "tasks",
  "status",
  "commitSha",
  "completedAt",
  "story-0049-0001",
  "story-0049-0011",
  "0",
  "10",
  "__proto__",
  "constructor",
  "",
  "é",
];

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** A story's bytes; now and then they are no UTF-8. */
export function mutatedStory(random: Random): Uint8Array {
  let text = pick(random, STORIES);
  for (let changes = Math.floor(random() * 8); changes > 0; changes--) text = changeText(random, text, FRAGMENTS);
  return withBadBytes(random, text);
}

/** A state's bytes: a changed document, or a changed text of it. */
export function mutatedState(random: Random): Uint8Array {
  const task = { status: "DONE", commitSha: "abc1234", completedAt: "2023-01-01T00:00:00Z" };
  const tasks = { "TASK-0049-0011-001": task, "TASK-0049-0011-002": { status: "PENDING" } };
  const state: unknown = {
    version: 1,
    stories: {
      "story-0049-0001": { status: "DONE" },
      "story-0049-0002": { status: "MERGED" },
      "story-0049-0011": { status: "IN_PROGRESS", tasks },
    },
  };
  for (let changes = Math.floor(random() * 5); changes > 0; changes--) changeValue(random, state);
  let text = JSON.stringify(state, null, pick(random, [0, 2, "\t"]));
  if (random() < 0.3)
    text = changeText(random, text, ["{", "}", "[", "]", ",", ":", '"', "\\", "\\u", "1e", "<<<<<<< x", "\ufeff", "\u0000"]);
  return withBadBytes(random, text);
}

function changeText(random: Random, text: string, fragments: readonly string[]): string {
  const lines = text.split("\n");
  const line = Math.floor(random() * lines.length);
  const at = Math.floor(random() * (text.length + 1));
  const fragment = pick(random, fragments);
  const kinds: (() => string)[] = [
    () => text.slice(0, at) + fragment + text.slice(at),
    () => text.slice(0, at) + text.slice(at + Math.floor(random() * 20)),
    () => text.slice(0, at),
    () => lines.toSpliced(line, 1).join("\n"),
    () => lines.toSpliced(line, 0, fragment).join("\n"),
    () => lines.toSpliced(line, 0, ...lines.slice(line, line + 1 + Math.floor(random() * 10))).join("\n"),
    () => lines.toSorted(() => random() - 0.5).join("\n"),
    () => text.slice(0, at) + fragment.repeat(Math.floor(random() ** 3 * 5000)) + text.slice(at),
    () => text.replaceAll("\n", pick(random, ["\r\n", "\r", "\n\n", " "])),
    () => text + text,
  ];
  return pick(random, kinds)().slice(0, 200_000);
}

/** Changes one place of a document: another value, a member more or less. */
function changeValue(random: Random, root: unknown): void {
  let owner = root as Record<string, unknown>;
  for (;;) {
    const inner = Object.values(owner).filter((value) => typeof value === "object" && value !== null);
    if (inner.length === 0 || random() < 0.3) break;
    owner = pick(random, inner) as Record<string, unknown>;
  }
  const key = random() < 0.7 && Object.keys(owner).length > 0 ? pick(random, Object.keys(owner)) : pick(random, KEYS);
  if (random() < 0.2) Reflect.deleteProperty(owner, key);
  else
    Object.defineProperty(owner, key, {
      value: structuredClone(pick(random, VALUES)),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function withBadBytes(random: Random, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (random() < 0.03 && bytes.length > 0) bytes[Math.floor(random() * bytes.length)] = 0xff;
  return bytes;
}
