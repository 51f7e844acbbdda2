import { expect, test } from "bun:test";
import { matcher } from "../../lib/glob.ts";
import { fileRoles } from "../../lib/testing/file-roles.ts";

test.each([
  ["**/*.{test,spec}.*", "a.test.ts", true],
  ["**/*.{test,spec}.*", "deep/down/a.spec.tsx", true],
  ["**/*.{test,spec}.*", "a.tests.ts", false],
  ["**/__tests__/**", "src/__tests__/a.ts", true],
  ["**/__tests__/**", "__tests__/deep/a.ts", true],
  ["test/**", "test/a/b", true],
  ["test/**", "src/test/a", false],
  ["**/test_*.py", "test_a.py", true],
  ["**/conftest.py", "pkg/conftest.py", true],
  ["src/*.ts", "src/deep/a.ts", false],
  ["src/?.ts", "src/a.ts", true],
  ["src/[a-c].ts", "src/b.ts", true],
  ["src/[!a-c].ts", "src/b.ts", false],
  ["src/[x.ts", "src/[x.ts", true],
  ["{a,b{1,2}}.ts", "b2.ts", true],
  ["a{b.ts", "a{b.ts", true],
  ["./src/*.ts", "src/a.ts", true],
  ["**", "any/thing", true],
  [`${"*a".repeat(30)}b`, "a".repeat(200), false],
])("%s matches %s: %p", (glob, path, want) => {
  expect(matcher([glob])(path)).toBe(want);
});

test("files are sorted into tests, production and manifests; reports and locks into none", () => {
  const paths = [
    "src/a.ts",
    "src/a.test.ts",
    "package.json",
    "test/package.json",
    "bun.lock",
    "coverage/lcov.info",
    "ai/execution-state.json.lock",
  ];
  const rules = { tests: ["**/*.test.*", "test/**"], manifests: ["**/package.json", "bun.lock"], reports: ["coverage/**"] };
  expect(fileRoles(paths, rules)).toEqual({
    tests: ["src/a.test.ts"],
    production: ["src/a.ts"],
    manifests: ["package.json", "test/package.json", "bun.lock"],
  });
});
