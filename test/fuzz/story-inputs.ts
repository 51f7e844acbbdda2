/** Stories as accidents make them: a good text, then a few changes. */
import { storyText } from "../story/story-text.ts";
import { mutatedText, pick, type Random } from "./mutations.ts";

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
  "N/A",
  "none (",
];

/** A story's bytes; now and then they are no UTF-8. */
export function mutatedStory(random: Random): Uint8Array {
  return mutatedText(random, pick(random, STORIES), FRAGMENTS);
}
