import { expect, test } from "bun:test";
import { matcher } from "../lib/glob.ts";

test.each([
  ["**/*.ts", ["a.ts", "src/a.ts", "src/.a.ts"], ["a.js"]],
  ["./src/*", ["src/a"], ["src/a/b", "a"]],
  ["a?.{js,{jsx,mjs}}", ["ab.js", "ab.jsx", "ab.mjs"], ["a.js", "abc.js"]],
  ["v[0-9a]", ["v0", "v5", "va"], ["vb", "v-", "v"]],
  ["v[!0-9]", ["va", "v-"], ["v5"]],
  ["v[^ab]", ["vc"], ["va"]],
  ["v[]]", ["v]"], ["v["]],
  ["v[a-]", ["va", "v-"], ["vb"]],
  ["v[a", ["v[a"], ["va"]],
  ["v{a", ["v{a"], ["va"]],
])("%s", (glob, yes, no) => {
  const matches = matcher([glob]);
  expect([yes.filter((path) => !matches(path)), no.filter(matches)]).toEqual([[], []]);
});
