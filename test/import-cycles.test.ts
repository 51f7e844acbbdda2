/** No file of the checkout imports itself by way of others; an import of a type alone counts like any other. */
import { expect, test } from "bun:test";
import { importCycles, importGraph, importsIn } from "./harness/import-cycles.ts";
import { SOURCES, TESTS } from "./harness/sources.ts";

test("there is no import cycle in lib, scripts and test", () => {
  const graph = importGraph([...SOURCES, ...TESTS]);
  expect(graph.get("scripts/x-internal-resume-story.ts")).toContain("lib/flows/git-doubts.ts");
  expect(importCycles(graph)).toEqual([]);
});

test.each([
  ["a value", 'import { b } from "./b.ts";'],
  ["a type", 'import type { B } from "./b.ts";'],
  ["over several lines", 'import {\n  b,\n} from "./b.ts";'],
  ["for its effect", 'import "./b.ts";'],
  ["on demand", 'const { b } = await import("./b.ts");'],
  ["the type of a module", 'type B = typeof import("./b.ts");'],
  ["by a mapped name", 'import { join } from "@std/path";'],
])("an import is seen: %s", (_, code) => {
  const known = new Set(["lib/b.ts", "lib/platform/std-path.js"]);
  expect(importsIn(code, "lib/a.ts", known)).toHaveLength(1);
});

test.each([
  ["none", { a: ["b", "c"], b: ["c"], c: [] }, []],
  ["a file and itself", { a: ["a"] }, [["a"]]],
  ["behind a file that is on none", { a: ["b"], b: ["c"], c: ["d"], d: ["b"] }, [["b", "c", "d"]]],
  [
    "two",
    { a: ["b", "c"], b: ["a"], c: ["a"] },
    [
      ["a", "b"],
      ["a", "c"],
    ],
  ],
])("circles are found: %s", (_, graph, cycles) => {
  expect(importCycles(new Map(Object.entries(graph)))).toEqual(cycles);
});
