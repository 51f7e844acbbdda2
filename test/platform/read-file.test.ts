import { expect, test } from "bun:test";
import { DataError, IoError } from "../../lib/errors.ts";
import { decodeUtf8, fileStatus, mtimeSeconds, readBytesIfExists, readTextIfExists } from "../../lib/platform/read-file.ts";
import { tree } from "../harness/tree.ts";

test("absent is undefined, also below a file; broken is an error that names the path", () => {
  using dir = tree({ file: "x", folder: { dir: true } });
  for (const path of ["nothing", "file/below"]) {
    expect(readTextIfExists(dir.path(path))).toBeUndefined();
    expect(readBytesIfExists(dir.path(path))).toBeUndefined();
    expect(mtimeSeconds(dir.path(path))).toBeUndefined();
  }
  expect(() => readTextIfExists(dir.path("folder"))).toThrow(new IoError("read", dir.path("folder"), "is a directory"));
});

test("text is strict UTF-8 with its byte order mark; a replacement character of its own is text", () => {
  using dir = tree({ bom: "\uFEFFé", odd: "a\uFFFDb", broken: new Uint8Array([0x61, 0xff]) });
  expect(readTextIfExists(dir.path("bom"))).toBe("\uFEFFé");
  expect(readTextIfExists(dir.path("odd"))).toBe("a\uFFFDb");
  expect(() => readTextIfExists(dir.path("broken"))).toThrow(new DataError(`Cannot read ${dir.path("broken")}: invalid UTF-8`));
  expect(() => decodeUtf8(new Uint8Array([0xc0, 0x80]), "line 1")).toThrow("Cannot read line 1: invalid UTF-8");
});

test.each([
  ["1700000000.999999999", 1_700_000_000],
  ["1700000001", 1_700_000_001],
  ["-0.5", -1],
  ["-3", -3],
])("mtime %s is floored to %d", (mtime, want) => {
  using dir = tree({ file: { text: "", mtime } });
  expect(mtimeSeconds(dir.path("file"))).toBe(want);
});

test("fileStatus follows links and tells files from folders", () => {
  using dir = tree({ file: "", folder: { dir: true }, link: { symlink: "folder" }, dangling: { symlink: "gone" } });
  expect(fileStatus(dir.path("file"))).toMatchObject({ isFile: true, isDirectory: false });
  expect(fileStatus(dir.path("link"))).toMatchObject({ isFile: false, isDirectory: true });
  expect(fileStatus(dir.path("dangling"))).toBeUndefined();
});
