import { describe, expect, test } from "bun:test";
import { readBlockers } from "../../lib/story/blocker-ids.ts";

const NOT_A_RANGE = "not a rising range of one feature, so only its ends count";

function ids(text: string): readonly string[] {
  return readBlockers([text], "feature").ids;
}

/** `story-0001-NNNN` for each number. */
function stories(...numbers: number[]): string[] {
  return numbers.map((number) => `story-0001-${String(number).padStart(4, "0")}`);
}

describe("a range stands for its members", () => {
  const ways = [
    "story-0001-0001..story-0001-0004",
    "story-0001-0001 .. story-0001-0004",
    "story-0001-0001..0004",
    "story-0001-0001..0001-0004",
    "story-0001-0001 a story-0001-0004",
    "story-0001-0001 to story-0001-0004",
    "story-0001-0001 até story-0001-0004",
    "story-0001-0001 ate\u0301 0004",
    "story-0001-0001–story-0001-0004",
    "story-0001-0001 – 0004",
    "STORY-0001-0001 - STORY-0001-0004",
    "**story-0001-0001**..**story-0001-0004**",
    "[story-0001-0001](./story-0001-0001.md)..[story-0001-0004](./story-0001-0004.md)",
  ];
  test.each(ways)("'%s'", (text) => expect(readBlockers([text], "feature")).toEqual({ ids: stories(1, 2, 3, 4), warnings: [] }));
});

describe("only its ends count, with a warning", () => {
  const table: [string, string[]][] = [
    ["story-0001-0004..story-0001-0001", stories(4, 1)],
    ["story-0001-0001..story-0001-0001", stories(1)],
    ["story-0001-0001..story-0002-0003", ["story-0001-0001", "story-0002-0003"]],
    ["story-0001-0001..story-0001-1001", stories(1, 1001)],
  ];
  test.each(table)("'%s'", (text, want) => {
    const found = readBlockers([text], "feature");
    expect(found.ids).toEqual(want);
    expect(found.warnings).toEqual([expect.stringContaining(NOT_A_RANGE)]);
  });
});

test("a thousand members are a range", () => {
  expect(ids("story-0001-0001..1000").length).toBe(1000);
});

test("separators that make no range", () => {
  expect(ids("story-0001-0001, story-0001-0004")).toEqual(stories(1, 4));
  expect(ids("story-0001-0001 and story-0001-0004")).toEqual(stories(1, 4));
  expect(ids("story-0001-0001 (2026)")).toEqual(stories(1));
  expect(ids("story-0001-0001/0004")).toEqual(stories(1));
});

test("ranges chain, overlap and repeat", () => {
  expect(ids("story-0001-0001..0003, story-0001-0002..0005")).toEqual(stories(1, 2, 3, 4, 5));
  expect(ids("story-0001-0003..0004..story-0001-0005")).toEqual(stories(3, 4, 5));
});

test("very many ranges stay within one budget", () => {
  const many = Array.from(
    { length: 20_000 },
    (_, i) => `story-0001-${String(i % 9000).padStart(4, "0")}..${String((i % 9000) + 999).padStart(4, "0")}`,
  );
  const started = performance.now();
  const found = readBlockers([many.join(", ")], "feature");
  expect(performance.now() - started).toBeLessThan(4000);
  expect(found.warnings).toEqual([expect.stringContaining(" more")]);
});
