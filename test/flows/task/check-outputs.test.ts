import { expect, test } from "bun:test";
import { checkOutputs, type OutputFacts } from "../../../lib/flows/task/check-outputs.ts";
import type { OutputCheck } from "../../../lib/story/task-outputs.ts";

const result = (name: string, status: "passed" | "skipped") => ({
  id: `WordsTest > ${name}`,
  file: undefined,
  group: "WordsTest",
  name,
  status,
  message: "",
});
const FACTS: OutputFacts = {
  files: new Set(["src/main/java/com/acme/Words.java", "README.md"]),
  contains: (text) => ["Words", "count", "count_one"].includes(text),
  tests: [result("count_empty", "passed"), result("count_later", "skipped")],
  isGreen: true,
};

test.each<[string, OutputCheck, Partial<OutputFacts>, string | undefined]>([
  ["a file by its path", { kind: "file", path: "README.md" }, {}, undefined],
  ["a file by the end of its path", { kind: "file", path: "com/acme/Words.java" }, {}, undefined],
  ["a file that is not there", { kind: "file", path: "ords.java" }, {}, "no file ords.java (declared)"],
  ["class and method", { kind: "text", strings: ["Words", "count"] }, {}, undefined],
  ["a method that is not there", { kind: "text", strings: ["Words", "sum"] }, {}, "nothing in the repository is called sum (declared)"],
  ["a passing test", { kind: "test", name: "count_empty" }, {}, undefined],
  ["a skipped test", { kind: "test", name: "count_later" }, {}, "no passing test count_later (declared)"],
  ["a test, without results per test", { kind: "test", name: "count_one" }, { tests: undefined }, undefined],
  ["a green build", { kind: "build" }, {}, undefined],
  ["a build that is not", { kind: "build" }, { isGreen: false }, "the build is not green (declared)"],
])("%s", (_, check, facts, want) => {
  const found = checkOutputs([{ text: "declared", checks: [check] }], { ...FACTS, ...facts });
  expect(found).toEqual({ violations: want === undefined ? [] : [want], warnings: [] });
});

test("prose is named, not passed over", () => {
  expect(checkOutputs([{ text: "works well", checks: [] }], FACTS)).toEqual({
    violations: [],
    warnings: ["not machine-verifiable: works well"],
  });
});
