import { describe, expect, test } from "bun:test";
import { parseStory } from "../../lib/story/story.ts";

function tasks(text: string, inBugFolder = false) {
  return parseStory(text, { inBugFolder }).tasks;
}

function counted(...ids: string[]) {
  return { count: ids.length, ids, warnings: [] };
}

describe("headings", () => {
  const table: [string, string, string[]][] = [
    [
      "level 3 and 4 with and without a colon",
      "## 8. Tasks\n### TASK-0001-0001-001: a\n#### TASK-0001-0001-002 b\n##### TASK-0001-0001-003: c",
      ["TASK-0001-0001-001", "TASK-0001-0001-002"],
    ],
    [
      "emphasis and links around the id",
      "## Tasks\n### **TASK-0001-0001-001**: a\n### [TASK-0001-0001-002](x)\n### `TASK-0001-0001-003`",
      ["TASK-0001-0001-001", "TASK-0001-0001-002", "TASK-0001-0001-003"],
    ],
    [
      "only in the section",
      "### TASK-0001-0001-009: a\n## Tasks\n### TASK-0001-0001-001: a\n## 9. Notes\n### TASK-0001-0001-002: b",
      ["TASK-0001-0001-001"],
    ],
    [
      "not in code, comments or other places of the title",
      "## Tasks\n```\n### TASK-0001-0001-001: a\n```\n<!--\n### TASK-0001-0001-002: b\n-->\n### See TASK-0001-0001-003\n### TASK-0001-0001-0004: d",
      [],
    ],
    [
      "a fence that was never closed hides nothing",
      "## Tasks\n```\n### TASK-0001-0001-001: a\n```js\nx\n```\n### TASK-0001-0001-002: b",
      ["TASK-0001-0001-001", "TASK-0001-0001-002"],
    ],
    [
      "carriage returns",
      "## 8. Sub-tarefas\r\n### TASK-0001-0001-001: a\r\n### TASK-0001-0001-002: b\r\n",
      ["TASK-0001-0001-001", "TASK-0001-0001-002"],
    ],
    ["no section", "### TASK-0001-0001-001: a", []],
  ];
  test.each(table)("%s", (_, text, ids) => expect(tasks(text)).toEqual(counted(...ids)));

  test("one id twice is two headings and one plan file", () => {
    expect(tasks("## Tasks\n### TASK-0001-0001-001: a\n### TASK-0001-0001-001: b")).toEqual({
      count: 2,
      ids: ["TASK-0001-0001-001"],
      warnings: [],
    });
  });
});

describe("checklists are no tasks", () => {
  test("but are said", () => {
    const text = "## 8. Tasks\n- [ ] a\n  * [x] b\n1. [X] c\n- [link](x)\n```\n- [ ] code\n```\n## 9\n- [ ] d";
    expect(tasks(text)).toEqual({
      count: 0,
      ids: [],
      warnings: ["tasks section has 3 checklist items and no TASK headings; taskCount is 0"],
    });
  });

  test("beside headings they are silent", () => {
    expect(tasks("## Tasks\n- [ ] a\n### TASK-0001-0001-001: a")).toEqual(counted("TASK-0001-0001-001"));
  });
});

describe("a bug's table", () => {
  const table =
    "## 8. Tasks\n\n| Task ID | Type |\n| --- | --- |\n| TASK-000001-02-001 | fix |\n| — | review |\n| [task-000001-02-002](x) | test |\n\n| Other |\n|---|\n| x |\n";

  test("each row counts, those with an id have a plan file", () => {
    expect(tasks(table, true)).toEqual({ count: 3, ids: ["TASK-000001-02-001", "TASK-000001-02-002"], warnings: [] });
  });

  test("its front matter makes it a bug's", () => {
    expect(tasks(`---\ntemplate-type: bug-story\n---\n${table}`).count).toBe(3);
  });

  test("is no list of tasks in a feature's story", () => {
    expect(tasks(table).count).toBe(0);
  });

  test("headings count where there is no table", () => {
    expect(tasks("## Tasks\n### TASK-000001-02-001: a", true)).toEqual(counted("TASK-000001-02-001"));
  });
});
