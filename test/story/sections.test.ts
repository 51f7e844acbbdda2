import { describe, expect, test } from "bun:test";
import { outline } from "../../lib/story/outline.ts";
import { findSections, type SectionName, type StoryKind } from "../../lib/story/sections.ts";

function chosen(text: string, name: SectionName, kind: StoryKind = "feature"): string | undefined {
  return findSections(outline(text), kind)[name]?.heading.title;
}

describe("titles", () => {
  const found: [SectionName, string][] = [
    ["dependencies", "## 1. Dependências"],
    ["dependencies", "## 1. Dependencias"],
    ["dependencies", "## 1. Depende\u0302ncias"],
    ["dependencies", "## 1 Dependências"],
    ["dependencies", "## Dependências"],
    ["dependencies", "## 9.1 Dependencies ##"],
    ["dependencies", "### 1. DEPENDENCIES  "],
    ["dependencies", "## **1. Dependências**"],
    ["dependencies", "## 1. **Dependências**"],
    ["dependencies", "## Dependencies:"],
    ["dependencies", "## Dependencies (blockers)"],
    ["dependencies", "## Depends On: story-0001-0001"],
    ["dependencies", "### Depende de: —"],
    ["dependencies", "## Blocked By: none"],
    ["dependencies", "## **Blocked By:** none"],
    ["acceptance", "## 7. Critérios de Aceite (Gherkin)"],
    ["acceptance", "## 7. Criterios  de  aceite"],
    ["acceptance", "## Acceptance Criteria [draft]"],
    ["tasks", "## 8. Tasks"],
    ["tasks", "## Tarefas"],
    ["tasks", "## 8. Sub-tarefas"],
    ["tasks", "## Subtarefas"],
    ["tasks", "## SUB-TASKS"],
    ["tasks", "## Subtasks"],
    ["tasks", "## 8. Tasks (a refinar)"],
  ];
  test.each(found)("%s: %s", (name, heading) => expect(chosen(heading, name)).toBeDefined());

  const none: [SectionName, string][] = [
    ["dependencies", "# 1. Dependências"],
    ["dependencies", "#### 1. Dependências"],
    ["dependencies", "## Dependency graph"],
    ["dependencies", "## Sem dependências"],
    ["dependencies", "## Depends On the weather"],
    ["tasks", "## Tasksheet"],
    ["tasks", "### Subtarefa [Dev]"],
    ["tasks", "```\n## 8. Tasks\n```"],
  ];
  test.each(none)("not %s: %s", (name, heading) => expect(chosen(heading, name)).toBeUndefined());
});

describe("several that match", () => {
  const table: [string, SectionName, StoryKind, string, string][] = [
    ["an exact title beats the seed's number", "tasks", "feature", "## 8. Sub-Tasks (Consolidation)\n## 7. Tasks", "7. Tasks"],
    ["the seed's number decides between exact ones", "tasks", "feature", "## 7. Tasks\n## 8. Sub-tarefas", "8. Sub-tarefas"],
    ["and between those with more after them", "tasks", "feature", "## Tasks (a)\n## 8. Tasks (b)", "8. Tasks (b)"],
    ["then the first", "tasks", "feature", "## Tasks\n## Tarefas", "Tasks"],
    [
      "(Gherkin) belongs to the title",
      "acceptance",
      "feature",
      "## 1. Acceptance Criteria x\n## Critérios de Aceite (Gherkin)",
      "Critérios de Aceite (Gherkin)",
    ],
    ["a bug numbers dependencies 7", "dependencies", "bug", "## 1. Dependências\n## 7. Dependencies", "7. Dependencies"],
    ["a bug numbers acceptance 4", "acceptance", "bug", "## 7. Acceptance Criteria\n## 4. Critérios de Aceite", "4. Critérios de Aceite"],
    ["an exact section beats a heading of one line", "dependencies", "feature", "## Depends On: x\n## Dependencies", "Dependencies"],
  ];
  test.each(table)("%s", (_, name, kind, text, want) => expect(chosen(text, name, kind)).toBe(want));
});

describe("extent", () => {
  function lines(text: string, name: SectionName): string[] {
    const structure = outline(text);
    const section = findSections(structure, "feature")[name]!;
    return structure.text.slice(section.start, section.end).trimEnd().split("\n");
  }

  test("to the next heading of the same level or above", () => {
    expect(lines("## Tasks\na\n### b\n#### c\n## d", "tasks")).toEqual(["a", "### b", "#### c"]);
    expect(lines("### Tasks\na\n## d", "tasks")).toEqual(["a"]);
    expect(lines("## Tasks\na\n# d", "tasks")).toEqual(["a"]);
    expect(lines("## Tasks\na", "tasks")).toEqual(["a"]);
  });

  test("headings of tasks do not end a tasks section of their own level", () => {
    expect(lines("### Tasks\n### TASK-0001-0001-001: a\n### Other", "tasks")).toEqual(["### TASK-0001-0001-001: a"]);
  });
});
