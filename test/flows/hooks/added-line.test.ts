import { expect, test } from "bun:test";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { addLine, removeLine } from "../../../lib/flows/hooks/added-line.ts";
import { tree } from "../../harness/tree.ts";

test.each([
  ["a file of whole lines", "a\nb\n", "a\nb\nnew\n"],
  ["a last line without its end", "a", "a\nnew\n"],
  ["lines that end as on Windows", "a\r\nb", "a\r\nb\r\nnew\r\n"],
  ["an empty file", "", "new\n"],
])("%s: one line more, and as before when it is taken away", (_, before, after) => {
  using dir = tree({ file: before });
  const added = addLine(dir.path("file"), "new")!;
  expect(readFileSync(dir.path("file"), "utf8")).toBe(after);
  expect(addLine(dir.path("file"), "new")).toBeUndefined();
  removeLine(added);
  expect(readFileSync(dir.path("file"), "utf8")).toBe(before);
});

test("a file that was made for the line goes with it, one that has more stays", () => {
  using dir = tree();
  const added = addLine(dir.path("file"), "new")!;
  expect(added.made).toBe(true);
  removeLine(added);
  expect(existsSync(dir.path("file"))).toBe(false);
  removeLine(added);
  expect(existsSync(dir.path("file"))).toBe(false);

  addLine(dir.path("file"), "new");
  addLine(dir.path("file"), "theirs");
  removeLine(added);
  expect(readFileSync(dir.path("file"), "utf8")).toBe("theirs\n");
  removeLine(added);
  expect(readFileSync(dir.path("file"), "utf8")).toBe("theirs\n");
});

test("a link stays a link: the line is in the file it points to", () => {
  using dir = tree({ real: "a\n", link: { symlink: "real" } });
  const added = addLine(dir.path("link"), "new")!;
  expect([lstatSync(dir.path("link")).isSymbolicLink(), readFileSync(dir.path("real"), "utf8")]).toEqual([true, "a\nnew\n"]);
  removeLine(added);
  expect(readFileSync(dir.path("real"), "utf8")).toBe("a\n");
});
