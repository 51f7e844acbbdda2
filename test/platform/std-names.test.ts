/** What `@std/path` and `@std/fs` mean here (spec page 5): the same names and results as the originals. */
import { expect, test } from "bun:test";
import { posix } from "node:path";
import { ensureDirSync, existsSync } from "@std/fs";
import { basename, dirname, join, relative, resolve } from "@std/path";
import fc from "fast-check";
import { tree } from "../harness/tree.ts";

test("@std/path agrees with node:path on paths that name something", () => {
  const path = fc.array(fc.constantFrom("a", "b.md", "..", ".", "é"), { maxLength: 6 }).map((parts) => ["p", ...parts].join("/"));
  fc.assert(
    fc.property(path, path, (a, b) => {
      const from = `/base/${a}`;
      expect([join("x", a, b), basename(a), resolve(from, b), relative(from, `/base/${b}`)]).toEqual([
        posix.join("x", a, b),
        posix.basename(a),
        posix.resolve(from, b),
        posix.relative(from, `/base/${b}`),
      ]);
      expect(dirname(a)).toBe(posix.dirname(a));
    }),
    { numRuns: 500, seed: 7 },
  );
});

test("existsSync answers what is asked for; a dangling link is not there, another failure is thrown", () => {
  using dir = tree({ file: "", "folder/x": "", dangling: { symlink: "gone" }, loop: { symlink: "loop" } });
  expect(existsSync(dir.path("file"))).toBe(true);
  expect(existsSync(dir.path("file"), { isDirectory: true })).toBe(false);
  expect(existsSync(dir.path("folder"), { isDirectory: true })).toBe(true);
  expect(existsSync(dir.path("folder"), { isFile: true })).toBe(false);
  expect(existsSync(dir.path("dangling"))).toBe(false);
  expect(existsSync(dir.path("file/x"))).toBe(false);
  expect(() => existsSync(dir.path("loop"))).toThrow("ELOOP");
});

test("ensureDirSync makes parents, keeps what is there, refuses a file in the way", () => {
  using dir = tree({ file: "", real: { dir: true }, link: { symlink: "real" } });
  ensureDirSync(dir.path("a/b/c"));
  ensureDirSync(dir.path("a/b/c"));
  ensureDirSync(dir.path("link"));
  expect(existsSync(dir.path("a/b/c"), { isDirectory: true })).toBe(true);
  expect(() => ensureDirSync(dir.path("file"))).toThrow();
});
