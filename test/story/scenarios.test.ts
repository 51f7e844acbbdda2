import { expect, test } from "bun:test";
import { parseStory } from "../../lib/story/story.ts";

function count(section: string, inBugFolder = false): number {
  return parseStory(section, { inBugFolder }).scenarioCount;
}

test.each([
  "Cenario: a",
  "Cenário: a",
  "Cena\u0301rio: a",
  "Scenario: a",
  "Scenario Outline: a",
  "Esquema do Cenário: a",
  "Esquema do Cenario: a",
  "  \tScenario: a\r",
  "- Scenario: a",
  "* **Scenario:** a",
  "**Cenário**: a",
  "1. **Scenario**: a",
])("'%s' is a scenario", (line) => {
  expect(count(`## 7. Acceptance Criteria\n${line}\n`)).toBe(1);
});

test.each([
  "Scenarios: a",
  "A Scenario: a",
  "scenario: a",
  "Scenario a",
  "Background:",
  "### Scenario: a",
  "<!-- Scenario: a -->",
  "Cenario",
])("'%s' is none", (line) => expect(count(`## 7. Acceptance Criteria\n${line}\n`)).toBe(0));

test("in and out of code, in the section only", () => {
  const text =
    "Scenario: before\n## 7. Critérios de Aceite (Gherkin)\n```gherkin\nCenario: a\n# comment\nCenario: b\n```\nCenario: c\n<!--\nCenario: d\n-->\n## 8. Tasks\nCenario: e";
  expect(count(text)).toBe(3);
});

test("a bug's fourth section", () => {
  const text = "## 4. Critérios de Aceite\nCenario: a\n## 7. Critérios de Aceite\nCenario: b\nCenario: c";
  expect(count(text, true)).toBe(1);
  expect(count(text)).toBe(2);
});
