import { describe, expect, test } from "bun:test";
import { parseStory } from "../../lib/story/story.ts";

const A = "story-0001-0001";
const B = "story-0001-0002";
const NO_SECTION = "no dependencies section; dependencies is []";
const UNREADABLE = "dependencies section cannot be read; dependencies is []";

function read(text: string, inBugFolder = false) {
  return parseStory(text, { inBugFolder }).dependencies;
}

function cell(text: string, inBugFolder = false) {
  return read(`## 1. Dependências\n\n| Blocked By | Blocks |\n| :--- | :--- |\n| ${text} | story-0009-0009 |\n`, inBugFolder);
}

describe("where blockers stand", () => {
  const table: [string, string, string[]][] = [
    ["the column stands last", `## Dependencies\n| Blocks | Blocked By |\n|---|---|\n| x | ${A} |`, [A]],
    ["Bloqueada por", `## Dependências\n| Bloqueada por |\n|---|\n| ${A} |`, [A]],
    ["Depende de, bold", `## Dependências\n| **Depende de** | y |\n|---|---|\n| ${A} | |`, [A]],
    ["an NFD section title", `## 1. Depende\u0302ncias ##\n| Blocked By |\n|---|\n| ${A} |`, [A]],
    ["no bars at the ends", `## Dependencies\nBlocked By | Blocks\n--- | ---\n${A} | x`, [A]],
    ["no rule under the header", `## Dependencies\n| Blocked By | Blocks |\n| ${A} | x |`, [A]],
    ["several rows, each id once", `## Dependencies\n| Blocked By |\n|---|\n| ${B} |\n| ${A} |\n| ${B} |`, [B, A]],
    ["an escaped bar", `## Dependencies\n| Why | Blocked By |\n|---|---|\n| a \\| b | ${A} |`, [A]],
    ["carriage returns", `## 1. Dependencies\r\n\r\n| Blocked By | Blocks |\r\n| --- | --- |\r\n| ${A} | x |\r\n`, [A]],
    ["another table first", `## Dependencies\n| a |\n|---|\n| ${B} |\n\n| Blocked By |\n|---|\n| ${A} |`, [A]],
    [
      "tables in code and comments are none",
      `## Dependencies\n\`\`\`\n| Blocked By |\n|---|\n| ${B} |\n\`\`\`\n<!--\n| Blocked By |\n|---|\n| ${B} |\n-->\n| Blocked By |\n|---|\n| ${A} <!-- ${B} --> |`,
      [A],
    ],
    ["a heading of one line", `## Depends On: STORY-0001-0001\n## Other\n| Blocked By |\n|---|\n| ${B} |`, [A]],
    ["a heading of one line with its list below", `## Depends On:\n- ${A}\n- ${B}`, [A, B]],
    ["a heading inside the section", `## Dependencies\n### Blocked By: ${A}\n### Blocks: ${B}`, [A]],
    ["list items", `## Dependencies\n- **Blocked By:** ${A}\n- **Blocks:** ${B}`, [A]],
    ["list items with other emphasis", `## Dependencies\n* Blocked by: ${A}\n1. **Depends on**: ${B}`, [A, B]],
    ["a deeper list below an item", `## Dependencies\n- **Blocked By:**\n  - ${A}\n  - ${B}\n- **Blocks:**\n  - story-0009-0009`, [A, B]],
    ["an empty item and no deeper list", `## Dependencies\n- **Blocked By:**\n- ${A}`, []],
    ["no blocker in a word", "## Dependencies\n\nNone.\n", []],
  ];
  test.each(table)("%s", (_, text, ids) => expect(read(text)).toEqual({ ids, warnings: [] }));
});

describe("what cannot be read is said", () => {
  const table: [string, string, string][] = [
    ["no section", "# a\n## 2. Other", NO_SECTION],
    ["an empty text", "", NO_SECTION],
    ["an empty section", "## Dependencies\n", UNREADABLE],
    ["prose", `## Dependencies\nSee ${A}.`, UNREADABLE],
    ["a table without the column", `## Dependencies\n| x |\n|---|\n| ${A} |`, UNREADABLE],
    ["a table without a row", "## Dependencies\n| Blocked By |\n|---|\n", UNREADABLE],
  ];
  test.each(table)("%s", (_, text, warning) => expect(read(text)).toEqual({ ids: [], warnings: [warning] }));
});

describe("no blocker", () => {
  const words = ["—", "–", "-", "--", "---", "", "N/A", "n/a", "none", "None", "NONE", "nenhuma", "**—**", "`none`"];
  test.each(words)("'%s'", (text) => expect(cell(text)).toEqual({ ids: [], warnings: [] }));

  const noted = ["— (root story)", `— (none; ${A} is void)`, "None (phase 1 (first))", "Nenhuma [raiz]", "- (x)"];
  test.each(noted)("'%s'", (text) => expect(cell(text)).toEqual({ ids: [], warnings: [] }));
});

describe("ids", () => {
  const table: [string, string[]][] = [
    [`${A}, ${B}`, [A, B]],
    [`${A}<br>${B}`, [A, B]],
    [`[STORY-0001-0001](./${A}.md)<br/>**${B}**`, [A, B]],
    [`[the first](./${A}.md)`, [A]],
    [`\`${A}\` (see 2.1), _${B}_`, [A, B]],
    [`${A}, 0001-0002`, [A, B]],
    ["0001-0001", [A]],
    [`${A} e ${B}`, [A, B]],
    [`${A}, EPIC-0035 complete`, [A]],
    [`(${A}) — (${B})`, [A, B]],
    [`— (x) ${A} (y)`, [A]],
    [`- ${A}`, [A]],
    [`none of these but ${A}`, [A]],
  ];
  test.each(table)("'%s'", (text, ids) => expect(cell(text)).toEqual({ ids, warnings: [] }));

  const idless = [
    "[story](./story.md)",
    "the login story",
    "EPIC-0035",
    "story-00010-0001",
    "story-0001-00011",
    "TASK-0001-0001-001",
    "none yet",
  ];
  test.each(idless)("'%s' holds none", (text) => {
    expect(cell(text)).toEqual({ ids: [], warnings: [`blocker text holds no story id: '${text}'`] });
  });

  test("texts without an id make one warning", () => {
    const { warnings } = read(`## Dependencies\n| Blocked By |\n|---|\n| a |\n| ${A} |\n| ${"b".repeat(200)} |`);
    expect(warnings).toEqual(["blocker text holds no story id: 'a' and 1 more"]);
  });
});

describe("bug ids", () => {
  const table: [string, string[]][] = [
    ["story-01-regression-test", ["story-01-regression-test"]],
    ["[Story-01-Regression-Test](./story-01-regression-test.md)", ["story-01-regression-test"]],
    [`story-000001-01, ${A}`, ["story-000001-01", A]],
  ];
  test.each(table)("'%s'", (text, ids) => expect(cell(text, true)).toEqual({ ids, warnings: [] }));

  test("count in bug stories only", () => {
    expect(cell("story-01-regression-test").ids).toEqual([]);
  });
});
