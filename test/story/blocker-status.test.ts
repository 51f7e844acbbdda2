import { describe, expect, test } from "bun:test";
import { statusInState } from "../../lib/story/blocker-status.ts";

const ID = "story-0001-0001";
const word = (status: string) => ({ from: "state", status, isWord: true });
const noWord = (status: string) => ({ from: "state", status, isWord: false });
const MARKDOWN = { from: "markdown" };
const UNKNOWN = word("UNKNOWN");

describe("stories is a map", () => {
  const table: [string, unknown, unknown][] = [
    ["a status", { [ID]: { status: "DONE" } }, word("DONE")],
    ["its spelling is kept", { [ID]: { status: " concluída " } }, word(" concluída ")],
    ["no such id", {}, UNKNOWN],
    ["a null entry", { [ID]: null }, UNKNOWN],
    ["an entry without a status", { [ID]: { phase: 1 } }, MARKDOWN],
    ["an entry that is a word", { [ID]: "DONE" }, word("DONE")],
    ["an entry that is a list", { [ID]: ["DONE"] }, MARKDOWN],
    ["an empty status", { [ID]: { status: " " } }, UNKNOWN],
    ["a number", { [ID]: { status: 3 } }, noWord("3")],
    ["a boolean", { [ID]: { status: true } }, noWord("true")],
    ["null", { [ID]: { status: null } }, noWord("UNKNOWN")],
    ["an object", { [ID]: { status: { a: 1 } } }, noWord('{"a":1}')],
  ];
  test.each(table)("%s", (_, stories, want) => expect(statusInState({ stories }, ID)).toEqual(want as never));

  test("other shapes then do not count", () => {
    expect(statusInState({ stories: {}, storyStatuses: { [ID]: "DONE" } }, ID)).toEqual(UNKNOWN as never);
  });

  test("what an object inherits is no entry", () => {
    expect(statusInState({ stories: {} }, "constructor")).toEqual(UNKNOWN as never);
  });
});

describe("other shapes, in their order", () => {
  const table: [string, unknown, unknown][] = [
    [
      "a list",
      {
        stories: [
          { id: "x", status: "DONE" },
          { id: ID, status: "FAILED" },
        ],
      },
      word("FAILED"),
    ],
    ["a list without the id", { stories: [null, 3, { id: "x", status: "DONE" }] }, UNKNOWN],
    ["an empty list", { stories: [] }, UNKNOWN],
    ["a list without statuses, and storyEntries", { stories: [{ id: ID }], storyEntries: { [ID]: { status: "DONE" } } }, word("DONE")],
    ["neither has a status", { stories: [{ id: ID }], storyEntries: { [ID]: { phase: 1 } } }, MARKDOWN],
    ["storyEntries before storyStatuses", { storyEntries: { [ID]: "A" }, storyStatuses: { [ID]: "B" } }, word("A")],
    ["storyStatuses with words", { storyStatuses: { [ID]: "COMPLETE" } }, word("COMPLETE")],
    ["storyStatuses with objects", { stories: null, storyStatuses: { [ID]: { status: "COMPLETE" } } }, word("COMPLETE")],
    ["a map without the id", { storyStatuses: { x: "DONE" } }, UNKNOWN],
  ];
  test.each(table)("%s", (_, state, want) => expect(statusInState(state, ID)).toEqual(want as never));
});

test.each([[undefined], [null], [[]], ["x"], [{}], [{ stories: null }], [{ stories: 3 }], [{ tasks: {} }]])(
  "%j leaves it to the markdown",
  (state) => {
    expect(statusInState(state, ID)).toEqual(MARKDOWN as never);
  },
);
