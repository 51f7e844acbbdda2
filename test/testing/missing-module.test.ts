import { expect, test } from "bun:test";
import { repoPath, resolveFrom } from "../../lib/repo-path.ts";
import type { Language } from "../../lib/testing/load-problem.ts";
import { isProjectModule } from "../../lib/testing/missing-module.ts";

const names = {
  files: new Set(["src/app.ts", "calc/core.py", "src/shop/cart.py", "main.py", "src/main/java/com/acme/Calc.java"]),
  own: ["@acme/shop", "example.com/lab", "my-crate"],
  declared: new Set(["requests", "lodash"]),
  planned: "Write greeter.py with greet(name)",
};
const place = { root: "/repo", workdir: "" };

test.each<[Language, string, boolean]>([
  ["javascript", "./greet", true],
  ["javascript", "../greet.ts?v=1", true],
  ["javascript", "../../outside", false],
  ["javascript", "../node_modules/x/y.js", false],
  ["javascript", "/repo/src/greet.mjs", true],
  ["javascript", "file:///repo/src/greet.ts", true],
  ["javascript", "/elsewhere/greet.mjs", false],
  ["javascript", "left-pad", false],
  ["javascript", "lodash/get", false],
  ["javascript", "@types/thing", false],
  ["javascript", "@acme/shop/cart", true],
  ["javascript", "@/cart", true],
  ["javascript", "#cart", true],
  ["javascript", "src/cart", true],
  ["javascript", "node:nothing", false],
  ["python", "calc.extra", true],
  ["python", "shop.order", true],
  ["python", "main", true],
  ["python", "greeter", true],
  ["python", "greet", true],
  ["python", "requests", false],
  ["python", "numpy", false],
  ["go", "example.com/lab/greet", true],
  ["go", "example.com/labour", false],
  ["go", "github.com/stretchr/testify/assert", false],
  ["java", "com.acme.greet", true],
  ["java", "org.junit.jupiter.api", false],
  ["rust", "my_crate::greet", true],
  ["rust", "crate::greet", true],
  ["rust", "serde", false],
])("%s module %s is the project's: %p", (language, specifier, want) => {
  expect(isProjectModule({ language, specifier, importer: "test/a.test.ts" }, names, place)).toBe(want);
});

test.each([
  ["/repo/a/b.ts:1:2", { root: "/repo", workdir: "" }, "a/b.ts"],
  ["file:///repo/a.ts", { root: "/repo/", workdir: "" }, "a.ts"],
  ["./a/../b.ts", { root: "/repo", workdir: "" }, "b.ts"],
  ["src/a.ts", { root: "/repo", workdir: "packages/one" }, "packages/one/src/a.ts"],
  ["/repo/packages/one/a.ts", { root: "/repo", workdir: "packages/one" }, "packages/one/a.ts"],
  ["C:\\work\\repo\\src\\a.ts", { root: "C:\\work\\repo", workdir: "" }, "src/a.ts"],
  ["/repository/a.ts", { root: "/repo", workdir: "" }, undefined],
  ["../a.ts", { root: "/repo", workdir: "" }, undefined],
])("%s is a path of the repository", (printed, at, want) => {
  expect(repoPath(printed, at)).toBe(want);
});

test("a relative import is joined to its importer's folder", () => {
  expect(resolveFrom("test/deep/a.test.ts", "../../src/x")).toBe("src/x");
  expect(resolveFrom("a.test.ts", "../x")).toBeUndefined();
});
