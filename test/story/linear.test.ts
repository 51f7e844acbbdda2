/** Texts made to hurt a parser: each must take time in proportion to its size. A quadratic step would take minutes. */
import { expect, test } from "bun:test";
import { assessScope } from "../../lib/story/scope.ts";
import { readStatusLine } from "../../lib/story/status-line.ts";
import { parseStory } from "../../lib/story/story.ts";

const SIZE = 1_000_000;
const LIMIT_MS = 4000;

const filled = (unit: string) => unit.repeat(Math.ceil(SIZE / unit.length));
const fencesGrowingShorter = Array.from({ length: 1000 }, (_, i) => "`".repeat(1004 - i)).join("\n");

const texts: [string, string][] = [
  ["one line", filled("word ")],
  ["one heading", `## ${filled("x")}`],
  ["one numbered heading", `## ${filled("1.")}`],
  ["one heading of marks", `## ${filled("# ")}x`],
  ["headings", filled("## 8. Tasks\n")],
  ["headings of tasks", `## Tasks\n${filled("### TASK-0001-0001-001: x\n")}`],
  ["headings of blockers", `## Dependencies\n${filled("### Blocked By: story-0001-0001\n")}`],
  ["blank lines", filled("\n")],
  ["blank lines with carriage returns", filled("\r\n")],
  ["spaces", filled(" ")],
  ["tabs", filled("\t")],
  ["stars", filled("*")],
  ["list markers", filled("- ")],
  ["backticks", filled("`")],
  ["fences that open", filled("```x\n")],
  ["fences that are never closed", `${fencesGrowingShorter}\n${filled("```x\n")}`],
  ["fences of both marks", filled("```x\n~~~y\n")],
  ["comments that begin", filled("<!--\n")],
  ["comments that begin in one line", `## ${filled("<!--")}`],
  ["comments in one line", `**Status:** ${filled("<!-- -->")}x`],
  ["bars", `## Dependencies\n${filled("|")}`],
  ["table rows", `## Dependencies\n| Blocked By |\n|---|\n${filled("| story-0001-0001 |\n")}`],
  ["tables without the column", `## Dependencies\n${filled("| a |\n|---|\n\n")}`],
  ["a cell of ids", `## Dependencies\n| Blocked By |\n|---|\n| ${filled("story-0001-0001, ")} |`],
  ["a cell of ranges", `## Dependencies\n| Blocked By |\n|---|\n| ${filled("story-0001-0001..0900, ")} |`],
  ["a cell of brackets", `## Dependencies\n| Blocked By |\n|---|\n| ${filled("[](")} |`],
  ["a cell of nested notes", `## Dependencies\n| Blocked By |\n|---|\n| — ${filled("(")} |`],
  ["a cell of spaces", `## Dependencies\n| Blocked By |\n|---|\n| story-0001-0001${filled(" ")}x |`],
  ["a cell of dashes", `## Dependencies\n| Blocked By |\n|---|\n| story-01-${filled("-")} |`],
  ["list items of blockers", `## Dependencies\n${filled("- **Blocked By:**\n  - story-0001-0001\n")}`],
  ["checklists", `## Tasks\n${filled("- [ ] x\n")}`],
  ["scenarios", `## Acceptance Criteria\n${filled("Scenario: x\n")}`],
  ["compliance without a value", filled("compliance:\n")],
  ["compliance in one line", filled("compliance: # ")],
  ["words of a DDL statement", filled("ALTER ")],
  ["half a DDL statement and spaces", `ALTER${filled(" ")}`],
  ["half DDL statements and blank lines", filled("ADD\n\n\n")],
  ["verbs", filled("GET ")],
  ["one endpoint", filled("GET /a ")],
  ["a long path", `GET /${filled("x/")}`],
  ["quoted status lines", filled("> ")],
];

test.each(texts)("%s", (_, text) => {
  const started = performance.now();
  const story = parseStory(text, { inBugFolder: true });
  parseStory(text, { inBugFolder: false });
  assessScope(text, story.tasks.count);
  readStatusLine(text);
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
});
