import { expect, test } from "bun:test";
import { changedLines } from "../../lib/tools/changed-lines.ts";

test.each<[situation: string, before: string, after: string, want: string[]]>([
  ["the same", "a\nb\n", "a\nb\n", []],
  ["one line changed", "a\nb\nc\n", "a\nB\nc\n", ["- b", "+ B"]],
  ["line added between equal ones", "a\na\n", "a\na\na\n", ["+ a"]],
  ["line removed at the end", "a\nb", "a", ["- b"]],
  ["new file", "", "a\n", ["+ a"]],
])("changedLines: %s", (_, before, after, want) => {
  expect(changedLines(before, after)).toEqual(want);
});
