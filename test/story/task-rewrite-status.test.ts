import { expect, test } from "bun:test";
import fc from "fast-check";
import { rewriteMapStatus, rewriteTaskStatus } from "../../lib/story/rewrite-status.ts";

const ID = "TASK-0007-0002-003";

test.each([
  ["plain", "# T\n**Status:** Pendente\nrest\n", "# T\n**Status:** Concluída\nrest\n", "Pendente"],
  ["colon outside the marks", "**Status**: Pendente", "**Status**: Concluída", "Pendente"],
  ["a quote, two blanks at the end", "> **Status:** Em Andamento  \n", "> **Status:** Concluída  \n", "Em Andamento"],
  ["Windows line ends", "a\r\n**Status:** Pendente\r\nb\r\n", "a\r\n**Status:** Concluída\r\nb\r\n", "Pendente"],
  ["a byte order mark", "\ufeff**Status:** Pendente\n", "\ufeff**Status:** Concluída\n", "Pendente"],
  ["marks and a comment stay", "**Status:** `Pendente` <!-- by hand -->\n", "**Status:** `Concluída` <!-- by hand -->\n", "Pendente"],
  ["no blank, no value", "**Status:**\n", "**Status:** Concluída\n", ""],
  ["a heading", "## Status: Pendente\n", "## Status: Concluída\n", "Pendente"],
  ["a list item", "- **Status:** Pendente\n", "- **Status:** Concluída\n", "Pendente"],
  [
    "only the first, and none in code",
    "```\n**Status:** X\n```\n**Status:** A\n**Status:** B\n",
    "```\n**Status:** X\n```\n**Status:** Concluída\n**Status:** B\n",
    "A",
  ],
  ["already so", "**Status:** Concluída\n", "**Status:** Concluída\n", "Concluída"],
])("task file: %s", (_, text, want, from) => {
  expect(rewriteTaskStatus(text, "Concluída")).toEqual({ text: want, from });
});

test.each(["", "Status: Pendente\n", "<!--\n**Status:** Pendente\n-->\n"])("task file without a status line: %p", (text) => {
  expect(rewriteTaskStatus(text, "Concluída")).toBeUndefined();
});

const TABLE = "| Task | Title | Status |\n| :--- | --- | ---: |\n";
test.each([
  [
    "the row's last cell",
    `${TABLE}| ${ID} | x | Pendente   |\n| TASK-0007-0002-004 | y | Pendente |\n`,
    `${TABLE}| ${ID} | x | Done   |\n| TASK-0007-0002-004 | y | Pendente |\n`,
  ],
  ["an id in code, a value in bold", `${TABLE}|\`${ID}\`|x|**Pendente**|\n`, `${TABLE}|\`${ID}\`|x|**Done**|\n`],
  ["a link", `${TABLE}| [${ID}](task.md) | x | a |\n`, `${TABLE}| [${ID}](task.md) | x | Done |\n`],
  ["no bar at the end", `${TABLE}| ${ID} | x | Pendente\n`, `${TABLE}| ${ID} | x | Done\n`],
  ["an empty cell", `${TABLE}| ${ID} | x ||\n`, `${TABLE}| ${ID} | x | Done |\n`],
  ["an escaped bar before it", `${TABLE}| ${ID} | x \\| y | Pendente |\n`, `${TABLE}| ${ID} | x \\| y | Done |\n`],
  ["Windows line ends", `${TABLE}| ${ID} | x | P |\n`.replaceAll("\n", "\r\n"), `${TABLE}| ${ID} | x | Done |\n`.replaceAll("\n", "\r\n")],
  [
    "rows of other tables stay",
    `| Wave | Tasks | Blocks |\n|---|---|---|\n| 1 | ${ID} | — |\n\n${TABLE}| ${ID} | x | P |\n`,
    `| Wave | Tasks | Blocks |\n|---|---|---|\n| 1 | ${ID} | — |\n\n${TABLE}| ${ID} | x | Done |\n`,
  ],
])("map: %s", (_, text, want) => {
  expect(rewriteMapStatus(text, ID, "Done")?.text).toBe(want);
});

const ADDED = `## Task Status\n\n| Task | Status |\n| :--- | :--- |\n| ${ID} | Done |\n`;
test.each([
  ["no table at all", "# Map\n\ntext\n", `# Map\n\ntext\n\n${ADDED}`],
  ["no newline at the end", "# Map", `# Map\n\n${ADDED}`],
  ["an empty file", "", ADDED],
  ["Windows line ends", "# Map\r\n", `# Map\r\n\r\n${ADDED.replaceAll("\n", "\r\n")}`],
  [
    "a table of waves only",
    `| Wave | Tasks | Blocks |\n|---|---|---|\n| 1 | ${ID} | — |\n`,
    `| Wave | Tasks | Blocks |\n|---|---|---|\n| 1 | ${ID} | — |\n\n${ADDED}`,
  ],
  [
    "the section without a table",
    "# Map\n\n## Task Status\n\nbelow\n",
    `# Map\n\n## Task Status\n\n| Task | Status |\n| :--- | :--- |\n| ${ID} | Done |\n\nbelow\n`,
  ],
  [
    "the section's table has no such row",
    "## Task Status\n\n| Task | Status |\n|---|---|\n| TASK-0007-0002-001 | A |\n\n## After\n",
    `## Task Status\n\n| Task | Status |\n|---|---|\n| TASK-0007-0002-001 | A |\n| ${ID} | Done |\n\n## After\n`,
  ],
  [
    "three columns",
    "## Task Status\n\n| Task | Title | Status |\n|---|---|---|\n",
    `## Task Status\n\n| Task | Title | Status |\n|---|---|---|\n| ${ID} | — | Done |\n`,
  ],
])("map, a row is added: %s", (_, text, want) => {
  expect(rewriteMapStatus(text, ID, "Done")).toEqual({ text: want, from: "" });
});

test("a row that is shorter than its table is not guessed at", () => {
  expect(rewriteMapStatus(`${TABLE}| ${ID} | x |\n`, ID, "Done")).toBeUndefined();
});

test("law: writing a status twice is writing it once, and writing the old one back restores every byte", () => {
  const noise = fc.array(fc.constantFrom("text", "| a | b |", "```", "**Status** soon", "# h", "<!-- c -->", "", "   "), { maxLength: 8 });
  fc.assert(
    fc.property(noise, noise, fc.constantFrom("\n", "\r\n"), (before, after, newline) => {
      const source = [...before, "**Status:** Pendente", ...after].join(newline);
      const once = rewriteTaskStatus(source, "Concluída");
      if (once === undefined) return;
      expect(rewriteTaskStatus(once.text, "Concluída")?.text).toBe(once.text);
      expect(rewriteTaskStatus(once.text, once.from)?.text).toBe(source);
      const map = rewriteMapStatus(source, ID, "A")!.text;
      const again = rewriteMapStatus(map, ID, "A");
      expect(again === undefined || again.text === map).toBe(true);
      expect(rewriteMapStatus(map, ID, "B")?.from).toBe("A");
    }),
  );
});
