import { describe, expect, test } from "bun:test";
import { linesOf, outline, visible } from "../../lib/story/outline.ts";

/** Titles with their levels, as `2:Title`. */
function headings(text: string): string[] {
  return outline(text).headings.map(({ level, title }) => `${level}:${title}`);
}

describe("headings", () => {
  const table: [string, string, string[]][] = [
    ["six levels", "# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g", ["1:a", "2:b", "3:c", "4:d", "5:e", "6:f"]],
    ["closing marks and spaces are dropped", "## a ##  \n## b #\t\n## c#\n## ##", ["2:a", "2:b", "2:c#", "2:"]],
    ["a heading needs a space", "##a\n#\n## \tb", ["1:", "2:b"]],
    ["up to three spaces before it", "   ## a\n    ## code\n\t## code", ["2:a"]],
    ["carriage returns and a byte order mark", "\ufeff# a\r\n## b\r\n", ["1:a", "2:b"]],
    ["a comment on the line is not part of it", "## a <!-- b --> c", ["2:a  c"]],
  ];
  test.each(table)("%s", (_, text, want) => expect(headings(text)).toEqual(want));
});

describe("fenced code", () => {
  const table: [string, string, string[]][] = [
    ["backticks", "```\n## in\n```\n## out", ["2:out"]],
    ["tildes", "~~~ text\n## in\n~~~\n## out", ["2:out"]],
    ["carriage returns", "```js\r\n## in\r\n```\r\n## out\r\n", ["2:out"]],
    ["a shorter fence closes nothing", "````\n## in\n```\n## in\n````\n## out", ["2:out"]],
    ["a longer one closes", "```\n## in\n`````\n## out", ["2:out"]],
    ["the other mark closes nothing", "```\n~~~\n## in\n```\n## out", ["2:out"]],
    ["indented by up to three spaces", "   ```\n## in\n  ```\n## out", ["2:out"]],
    ["four spaces are no fence", "    ```\n## out", ["2:out"]],
    ["inline code is no fence", "```a``` b\n## out", ["2:out"]],
    ["never closed: no fence at all", "```\n## out", ["2:out"]],
    ["another opening fence first: the earlier one was none", "```\n## out\n```js\n## in\n```\n## out too", ["2:out", "2:out too"]],
    ["a shorter opening fence does not show that", "````md\n## in\n```js\n## in\n```\n## in\n````\n## out", ["2:out"]],
    ["of two never closed only the lines after each count again", "```\n## a\n~~~\n## b\n```sh\n## c", ["2:a", "2:b", "2:c"]],
    ["a closing fence without an opening one opens, and is none", "## a\n```\n## b", ["2:a", "2:b"]],
  ];
  test.each(table)("%s", (_, text, want) => expect(headings(text)).toEqual(want));
});

describe("comments", () => {
  const table: [string, string, string[]][] = [
    ["over several lines", "<!--\n## in\n-->\n## out", ["2:out"]],
    ["on one line", "<!-- a -->\n## out", ["2:out"]],
    ["never closed: no comment", "<!--\n## out", ["2:out"]],
    ["inside code it begins nothing", "```\n<!--\n```\n## out\n-->", ["2:out"]],
    ["a fence inside it begins nothing", "<!--\n```\n-->\n## out\n", ["2:out"]],
    ["a fence around it is none when it is never closed", "```\n<!--\n## in\n-->\n## out", ["2:out"]],
    ["its mark in a sentence begins nothing", "write `<!--` first\n## out\nthen `-->`", ["2:out"]],
  ];
  test.each(table)("%s", (_, text, want) => expect(headings(text)).toEqual(want));
});

describe("lines of a range", () => {
  const structure = outline("a\n```\nb\n```\n<!--\nc\n-->\nd\n");
  const all = { start: 0, end: structure.text.length };

  test("hidden blocks of the asked kinds are one empty line", () => {
    expect(linesOf(structure, all, ["code", "comment"])).toEqual(["a", "", "", "d", ""]);
    expect(linesOf(structure, all, ["comment"])).toEqual(["a", "```", "b", "```", "", "d", ""]);
    expect(linesOf(structure, all, [])).toEqual(structure.text.split("\n"));
  });

  test("only of that range", () => {
    expect(linesOf(structure, { start: 0, end: 2 }, ["code"])).toEqual(["a", ""]);
    expect(linesOf(structure, { start: structure.text.indexOf("d"), end: all.end }, ["code"])).toEqual(["d", ""]);
  });
});

test("other line breaks end no line", () => {
  expect(headings("a\r# b\u2028# c\u2029# d\n# e")).toEqual(["1:e"]);
});

test.each([
  ["a<!-- b -->c<!-- d -->e", "ace"],
  ["a<!-- b", "a<!-- b"],
  ["<!----><!-- -->", ""],
])("'%s' shows as '%s'", (line, shown) => {
  expect(visible(line)).toBe(shown);
});
