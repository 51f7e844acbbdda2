/** What the file system refuses: absent is a value, everything else an `IoError` that names the path, and nothing is left behind. */
import { expect, test } from "bun:test";
import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { IoError } from "../../lib/errors.ts";
import { findStoryFile, storyMtime, storyName } from "../../lib/flows/story-file.ts";
import { appendLineOnce } from "../../lib/platform/append-line.ts";
import { atomicWrite } from "../../lib/platform/atomic-write.ts";
import { copyIfExists, removeIfExists } from "../../lib/platform/copy-file.ts";
import { fileStamp, makeOld, setModified } from "../../lib/platform/file-time.ts";
import { listFolder } from "../../lib/platform/list-folder.ts";
import { firstFileIn, kindOf, removeTree, renamePath } from "../../lib/platform/remove-tree.ts";
import { resolveLinks } from "../../lib/platform/resolve-links.ts";
import { ensureDirSync } from "../../lib/platform/std-fs.ts";
import { type Tree, tree } from "../harness/tree.ts";

/** No file system takes such a name, whoever asks. */
const TOO_LONG = "x".repeat(300);

test.each<[string, (dir: Tree) => unknown, string]>([
  ["list", (dir) => listFolder(dir.path(TOO_LONG)), "list"],
  ["copy", (dir) => copyIfExists(dir.path(TOO_LONG), dir.path("to")), "copy"],
  ["copy to where no file can be", (dir) => copyIfExists(dir.path("file"), dir.path(`${TOO_LONG}/to`)), "copy"],
  ["remove a file", (dir) => removeIfExists(dir.path("folder")), "remove"],
  ["remove a tree", (dir) => removeTree(dir.path(TOO_LONG)), "remove"],
  ["rename", (dir) => renamePath(dir.path("nothing"), dir.path("to")), "rename"],
  ["look at", (dir) => kindOf(dir.path(TOO_LONG)), "stat"],
  ["look for a first file", (dir) => firstFileIn(dir.path("nothing"), ""), "read"],
  ["make old", (dir) => makeOld(dir.path(TOO_LONG)), "touch"],
  ["give a time", (dir) => setModified(dir.path("nothing"), 1), "touch"],
  ["stamp", (dir) => fileStamp(dir.path(TOO_LONG)), "stat"],
  ["follow links", (dir) => resolveLinks(dir.path(TOO_LONG)), "resolve"],
  ["follow links in a circle", (dir) => resolveLinks(dir.path("circle")), "resolve"],
  ["write where no folder is", (dir) => atomicWrite(dir.path("nothing/file"), "", { fsync: true }), "read"],
  ["write over a folder", (dir) => atomicWrite(dir.path("folder"), "", { fsync: true }), "write"],
  ["write a name that is too long", (dir) => atomicWrite(dir.path(TOO_LONG), "", { fsync: true }), "write"],
  ["append below a file", (dir) => appendLineOnce(dir.path("file/below"), "x"), "write"],
])("%s: an IoError, nothing is left behind", (_, act, action) => {
  using dir = tree({ file: "f", "folder/inside": "i", circle: { symlink: "circle" } });
  const names = () => ["", "folder"].map((folder) => readdirSync(dir.path(folder)));
  const before = names();
  expect(() => act(dir)).toThrow(IoError);
  expect(() => act(dir)).toThrow(`Cannot ${action} `);
  expect(names()).toEqual(before);
});

test("what is absent is no failure, also below a file", () => {
  using dir = tree({ file: "f" });
  for (const path of ["nothing", "file/below"].map(dir.path)) {
    expect([listFolder(path), kindOf(path), fileStamp(path)]).toEqual([[], undefined, ""]);
    for (const act of [removeIfExists, removeTree, makeOld]) act(path);
    copyIfExists(path, dir.path("to"));
  }
  expect(resolveLinks(dir.path("no/such/folder"))).toBeUndefined();
  expect(readdirSync(dir.root)).toEqual(["file"]);
});

test("links are followed to where they point, also to nothing", () => {
  using dir = tree({ "a/file": "f", one: { symlink: "a/two" }, "a/two": { symlink: "new" }, gone: { symlink: "no/such/folder" } });
  expect(resolveLinks(dir.path("one"))).toBe(dir.path("a/new"));
  expect(resolveLinks(dir.path("gone"))).toBeUndefined();
});

test("a chain of more links than any system follows ends", () => {
  const chain = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`l${i}`, { symlink: `l${i + 1}` }]));
  using dir = tree(chain);
  expect(() => resolveLinks(dir.path("l0"))).toThrow(IoError);
});

test("a write keeps mode and removes what a dead writer left, but nothing of another name", () => {
  const left = [".state.json.0123456789abcdef.tmp", ".state.json.short.tmp", ".other.json.0123456789abcdef.tmp"];
  using dir = tree({ "state.json": { text: "old", mode: 0o640 }, ...Object.fromEntries(left.map((name) => [name, "x"])) });
  atomicWrite(dir.path("state.json"), "new", { fsync: false });
  expect(readFileSync(dir.path("state.json"), "utf8")).toBe("new");
  expect(statSync(dir.path("state.json")).mode & 0o777).toBe(0o640);
  expect(readdirSync(dir.root).sort()).toEqual([".other.json.0123456789abcdef.tmp", ".state.json.short.tmp", "state.json"]);
});

test("a line is added once, on a line of its own, in a folder that is made for it", () => {
  using dir = tree({ file: "a" });
  expect(["b", "b", "a"].map((line) => appendLineOnce(dir.path("file"), line))).toEqual([true, false, false]);
  expect(readFileSync(dir.path("file"), "utf8")).toBe("a\nb\n");
  expect(appendLineOnce(dir.path("new/file"), "x")).toBe(true);
});

test("files, folders and links are told apart; the first file of a tree is found, but for one that does not count", () => {
  using dir = tree({ file: "f", link: { symlink: "file" }, "only/folders": { dir: true }, "deep/er/file": "f" });
  expect(["file", "link", "only"].map((name) => kindOf(dir.path(name)))).toEqual(["file", "other", "directory"]);
  expect([firstFileIn(dir.path("only"), ""), firstFileIn(dir.path("deep"), ""), firstFileIn(dir.path("deep"), "er")]).toEqual([
    undefined,
    "er/file",
    undefined,
  ]);
});

test("a folder that cannot be made: a file is in the way; through a link it is there already", () => {
  using dir = tree({ file: "f", folder: { dir: true }, link: { symlink: "folder" } });
  expect(() => ensureDirSync(dir.path("file"))).toThrow();
  ensureDirSync(dir.path("link"));
  expect(lstatSync(dir.path("link")).isSymbolicLink()).toBe(true);
});

test("a story's file: a name that cannot be looked at has no time, a file that is no text is not the one", () => {
  using dir = tree({
    "story-02-odd.md": new Uint8Array([0xff]),
    "story-02-crash.md": "**ID:** story-000001-02\n",
    "story-03-x.md": { dir: true },
  });
  const folder = { path: dir.root, shown: ".", isBugFolder: true } as Parameters<typeof storyName>[0];
  expect(storyMtime(folder, TOO_LONG)).toBeUndefined();
  expect(storyMtime(folder, "nothing")).toBeUndefined();
  expect(findStoryFile(folder, "story-000001-02")?.name).toBe("story-02-crash");
  expect(findStoryFile(folder, "story-03-x")).toBeUndefined();
  expect(() => storyName(folder, "story-000001-03")).toThrow(IoError);
});
