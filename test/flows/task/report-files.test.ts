import { expect, test } from "bun:test";
import { filesMatching, removeFiles } from "../../../lib/flows/task/report-files.ts";
import { tree } from "../../harness/tree.ts";

const FILES = {
  "a/target/jacoco.xml": "",
  "b/c/target/jacoco.xml": "",
  "node_modules/x/target/jacoco.xml": "",
  ".git/target/jacoco.xml": "",
  "coverage/lcov.info": "",
  "coverage/folder": { dir: true },
  loop: { symlink: "." },
};

test.each([
  ["a path", ["coverage/lcov.info"], ["coverage/lcov.info"]],
  ["a path that is not there, and a folder", ["coverage/other.info", "coverage/folder"], []],
  ["a glob over folders, but not over what others installed", ["{a,b}/**/target/*.xml"], ["a/target/jacoco.xml", "b/c/target/jacoco.xml"]],
  ["one file by two patterns is one", ["coverage/lcov.info", "coverage/*.info"], ["coverage/lcov.info"]],
  ["a glob in a folder that is not there", ["none/*.xml"], []],
])("%s", (_, patterns, want) => {
  using dir = tree(FILES);
  expect(filesMatching(dir.root, patterns)).toEqual(want.map(dir.path));
  expect(filesMatching("/", patterns.map(dir.path))).toEqual(want.map(dir.path));
});

test("a circle of links has an end, and what is below links is found as often as it is reached", () => {
  using dir = tree(FILES);
  const found = filesMatching(dir.root, ["**/lcov.info"]);
  expect(found[0]).toBe(dir.path("coverage/lcov.info"));
  expect(found.length).toBeLessThan(20);
});

test("before a run the old reports go; one that is gone already is no failure", () => {
  using dir = tree(FILES);
  const [report] = filesMatching(dir.root, ["coverage/*.info"]);
  removeFiles([report!, report!]);
  expect(filesMatching(dir.root, ["coverage/*.info"])).toEqual([]);
});
