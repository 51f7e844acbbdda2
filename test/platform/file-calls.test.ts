/** libc's file-system calls answer what `node:fs` answers: values, absence, and the name of every error. */
import { describe, expect, test } from "bun:test";
import { closeSync, ftruncateSync, openSync, readFileSync, readSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FileCalls } from "../../lib/platform/file-calls.ts";
import { libcCalls } from "../../lib/platform/file-calls-libc.ts";
import { nodeCalls } from "../../lib/platform/file-calls-node.ts";
import { errnoName } from "../../lib/platform/io-error.ts";
import { firstThatOpens } from "../../lib/platform/libc.ts";
import { seeded } from "../harness/random.ts";
import { ROOT } from "../harness/repository.ts";
import { type Tree, tree } from "../harness/tree.ts";

const isLinux = process.platform === "linux";
const NODE = nodeCalls();
const LIBC = isLinux ? firstThatOpens(libcCalls) : NODE;
const LONG_NAME = "x".repeat(300);
const LONG_PATH = "x/".repeat(3000);
const CHUNK = 256 * 1024;

/** What a call came to: its value, or the name of its error. */
function outcome(act: () => unknown): unknown {
  try {
    return { value: act() };
  } catch (error) {
    return { failed: errnoName(error) };
  }
}

function hostile(): Tree {
  return tree({
    file: "text\n",
    empty: "",
    "folder/é ñ 日本": "x",
    "folder/.hidden": "x",
    bare: { dir: true },
    link: { symlink: "file" },
    dangling: { symlink: "nowhere" },
    circle: { symlink: "circle" },
    toFolder: { symlink: "folder" },
    bom: "\uFEFFé",
    broken: new Uint8Array([0x61, 0xff, 0xe2, 0x82, 0x62, 0xf0, 0x9f]),
    nul: "a\0b",
  });
}

const PATHS = [
  "file",
  "empty",
  "folder",
  "bare",
  "link",
  "dangling",
  "circle",
  "toFolder",
  "toFolder/../file",
  "absent",
  "absent/below",
  "file/below",
  "file/",
  "folder/",
  "folder/é ñ 日本",
  "bom",
  "broken",
  "nul",
  "file\0",
  LONG_NAME,
  LONG_PATH,
];
/** Looked at, never written: they are the machine's own. */
const OUTSIDE = ["", "/", "/dev/null", "/proc/self/status"];

type Act = (files: FileCalls, path: string) => unknown;

const READS: Readonly<Record<string, Act>> = {
  stat: (files, path) => files.stat(path),
  readText: (files, path) => files.readText(path)?.replace(/^.*\d.*$/gm, ""),
  realPath: (files, path) => files.realPath(path),
  list: (files, path) => files.list(path)?.sort(),
  "open to read": (files, path) => opened(files, files.open(path, files.flags.RDONLY)),
  "open a regular file without following": (files, path) =>
    opened(files, files.open(path, files.flags.RDWR | files.flags.NONBLOCK | files.flags.NOFOLLOW)),
};

const WRITES: Readonly<Record<string, Act>> = {
  "make anew": (files, path) => opened(files, files.open(`${path}.new`, files.flags.WRONLY | files.flags.CREAT | files.flags.EXCL, 0o640)),
  "make where it is": (files, path) => opened(files, files.open(path, files.flags.WRONLY | files.flags.CREAT | files.flags.EXCL, 0o640)),
  rename: (files, path) => files.rename(path, `${path}.moved`),
  "rename onto": (files, path) => files.rename(`${path}/../file`, path),
};

/** The answer to an open is whether there is a descriptor, and of what. */
function opened(files: FileCalls, fd: number | undefined): unknown {
  if (fd === undefined) return undefined;
  const { isFile, isDirectory, mode } = files.fstat(fd);
  files.close(fd);
  return { isFile, isDirectory, mode };
}

describe.skipIf(!isLinux).each(Object.entries({ ...READS, ...WRITES }))("%s", (_, act) => {
  test.each(PATHS)("of %p", (path) => {
    const answers = [LIBC, NODE].map((files) => {
      using dir = hostile();
      return shown(() => act(files, `${dir.root}/${path}`)).replaceAll(dir.root, "ROOT");
    });
    expect(answers[0]).toBe(answers[1]!);
  });
});

describe.skipIf(!isLinux).each(Object.entries(READS))("%s", (_, act) => {
  test.each(OUTSIDE)("of %p", (path) => {
    expect(shown(() => act(LIBC, path))).toBe(shown(() => act(NODE, path)));
  });
});

/** Without what is another one for each file. */
function shown(act: () => unknown): string {
  return JSON.stringify(outcome(act)).replaceAll(/"(?:ino|dev|mtimeSeconds)":\d+/g, "");
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 5_000_003])("a text of %i bytes is read whole", (size) => {
  using dir = tree({ file: "a".repeat(size) });
  expect(LIBC.readText(dir.path("file"))).toBe("a".repeat(size));
});

test("texts of random bytes read as node:fs reads them", () => {
  const random = seeded(11);
  const below = (limit: number) => Math.floor(random() * limit);
  using dir = tree({ file: "" });
  for (let round = 0; round < 300; round++) {
    const bytes = Uint8Array.from({ length: below(round < 290 ? 40 : 200_000) }, () => (below(3) === 0 ? below(256) : 0xe0 + below(20)));
    writeFileSync(dir.path("file"), bytes);
    expect(LIBC.readText(dir.path("file"))).toBe(NODE.readText(dir.path("file"))!);
  }
});

test("facts are those of node:fs, also of times before 1970 and just below a second", () => {
  using dir = tree({ file: { text: "x", mode: 0o640 } });
  for (const seconds of [1_700_000_000.999_999, -0.5, -3, 0, 4_300_000_000]) {
    utimesSync(dir.path("file"), seconds, seconds);
    const { dev: _, ...ours } = LIBC.stat(dir.path("file"))!;
    expect(NODE.stat(dir.path("file"))!).toMatchObject(ours);
  }
  expect(LIBC.stat(dir.path("file"))!.dev).toBe(LIBC.stat(dir.root)!.dev);
  expect(LIBC.stat("/proc/self/status")!.dev).not.toBe(LIBC.stat(dir.root)!.dev);
});

test("a folder of any number of files is listed whole", () => {
  for (const count of [0, 1, 500, 3000]) {
    using dir = tree(Object.fromEntries(Array.from({ length: count }, (_, i) => [`a file with a long name ${i}`, ""])));
    expect(LIBC.list(dir.root)?.sort()).toEqual(NODE.list(dir.root)!.sort());
  }
});

test("what is written is there, with its mode, and a failure has the name that node:fs gives it", () => {
  using dir = tree({ file: "old" });
  const { WRONLY, CREAT, EXCL } = LIBC.flags;
  const fd = LIBC.open(dir.path("new"), WRONLY | CREAT | EXCL, 0o600)!;
  expect(LIBC.write(fd, new TextEncoder().encode("é+"))).toBe(3);
  LIBC.fchown(fd, process.getuid!(), process.getgid!());
  LIBC.fchmod(fd, 0o4755);
  LIBC.fsync(fd);
  LIBC.close(fd);
  LIBC.rename(dir.path("new"), dir.path("file"));
  expect(readFileSync(dir.path("file"), "utf8")).toBe("é+");
  expect(statSync(dir.path("file")).mode & 0o7777).toBe(0o4755);

  const full = openSync("/dev/full", "w");
  const closed = openSync("/dev/null", "w");
  closeSync(closed);
  for (const files of isLinux ? [LIBC, NODE] : []) {
    expect(outcome(() => files.write(full, new Uint8Array([65])))).toEqual({ failed: "ENOSPC" });
    for (const act of [files.close, files.fsync, files.fstat]) expect(outcome(() => act(closed))).toEqual({ failed: "EBADF" });
    expect(outcome(() => files.write(closed, new Uint8Array([65])))).toEqual({ failed: "EBADF" });
    expect(outcome(() => files.fchmod(closed, 0))).toEqual({ failed: "EBADF" });
    expect(outcome(() => files.fchown(closed, 0, 0))).toEqual({ failed: "EBADF" });
  }
  closeSync(full);
});

test("a descriptor is not handed on to a program that is started", () => {
  using dir = tree({ file: "" });
  const fd = LIBC.open(dir.path("file"), LIBC.flags.RDONLY)!;
  const { exitCode } = Bun.spawnSync([
    "sh",
    "-c",
    `test -e /proc/self/fd/${fd} && test "$(readlink /proc/self/fd/${fd})" = ${dir.path("file")}`,
  ]);
  LIBC.close(fd);
  expect(exitCode).not.toBe(0);
});

test("a file that shrinks or grows while it is read gives what there is", () => {
  using dir = tree({ file: "x".repeat(3 * CHUNK) });
  const fd = openSync(dir.path("file"), "r+");
  ftruncateSync(fd, 10);
  expect(LIBC.readText(dir.path("file"))).toBe("x".repeat(10));
  expect(readSync(fd, new Uint8Array(20), 0, 20, 0)).toBe(10);
  closeSync(fd);
});

test("a pipe of more than a read holds gives all of it", () => {
  const program = `import { files } from ${JSON.stringify(join(ROOT, "lib/platform/files.ts"))}; console.log(files.readText("/dev/stdin").length);`;
  const { stdout } = Bun.spawnSync(["sh", "-c", `head -c 3000001 /dev/zero | "$0" -e "$1"`, process.execPath, program]);
  expect(stdout.toString()).toBe("3000001\n");
});

test.skipIf(!isLinux)("a library that is not there is refused", () => {
  expect(() => libcCalls("no-such-library.so")).toThrow();
});
