import { expect, test } from "bun:test";
import { parseText } from "../../lib/state/json-document.ts";
import { findNode } from "../../lib/state/node-path.ts";
import { InvalidPathError } from "../../lib/state/state-errors.ts";

const LIMIT_MS = 1_000;
const NODE = { type: "feature", id: "0049" } as const;
const read = (featureId: unknown) => findNode(parseText(JSON.stringify({ featureId }), "state.json"), NODE, "status");

test.each(["0049", "feature-0049", "EPIC-49", 49, "49 (old)", "none", null, { n: 50 }])(
  "a file of %p may be changed as 0049",
  (featureId) => {
    expect(read(featureId).path).toEqual([]);
  },
);

test.each(["0050", "feature-490", 4, "49-50"])("a file of %p may not", (featureId) => {
  expect(() => read(featureId)).toThrow(InvalidPathError);
});

test("a declared id of any length is read in linear time", () => {
  const started = performance.now();
  expect(() => read(`${"9".repeat(100_000)}${"a".repeat(100_000)}1`)).toThrow(InvalidPathError);
  expect(performance.now() - started).toBeLessThan(LIMIT_MS);
});
