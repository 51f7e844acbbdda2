import { expect, test } from "bun:test";
import { readStatusLine } from "../../lib/story/status-line.ts";

test.each<[string, string, string | undefined]>([
  ["bold", "# x\n\n**Status:** Concluída\n", "Concluída"],
  ["colon outside the bold", "**Status**: DONE", "DONE"],
  ["a heading", "## Status: Concluida", "Concluida"],
  ["a quoted line", "> **Status**: Concluída", "Concluída"],
  ["all of it bold", "**Status: DONE**", "DONE"],
  ["in code marks", "**Status:** `DONE`", "DONE"],
  ["matched whole", "**Status:** Concluída (see commit)", "Concluída (see commit)"],
  ["carriage returns and spaces at the end", "**Status:** DONE  \r\n", "DONE"],
  ["a byte order mark", "\ufeff**Status:** DONE", "DONE"],
  ["a comment after it", "**Status:** DONE <!-- was PENDING -->", "DONE"],
  ["the first of several", "**Status:** Pendente\n## Status: DONE", "Pendente"],
  ["outside code", "```\n**Status:** DONE\n```\n**Status:** Pendente", "Pendente"],
  ["outside comments", "<!--\n**Status:** DONE\n-->\n**Status:** Pendente", "Pendente"],
  ["empty", "**Status:**\n**Status:** DONE", undefined],
  ["plain text is none", "Status: DONE", undefined],
  ["a list item is none", "- **Status:** DONE", undefined],
  ["an indented code line is none", "    **Status:** DONE", undefined],
  ["none", "# x", undefined],
])("%s", (_, text, want) => {
  expect(readStatusLine(text)).toBe(want);
});
