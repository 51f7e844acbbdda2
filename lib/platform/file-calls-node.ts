import type { BigIntStats } from "node:fs";
import type { FileCalls, FileFacts } from "./file-calls.ts";
import { unlessAbsent } from "./io-error.ts";

type NodeFs = typeof import("node:fs");

/** `node:fs`, loaded when asked for: a static import would load it at every start. */
export function nodeFs(): NodeFs {
  return process.getBuiltinModule("node:fs");
}

/** Milliseconds as a double round a time just below a second up to it. */
const EXACT = { bigint: true } as const;
const EXACT_IF_THERE = { bigint: true, throwIfNoEntry: false } as const;

/** The calls as `node:fs` offers them, on every runtime and system. */
export function nodeCalls(): FileCalls {
  const fs = nodeFs();
  const { O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_NONBLOCK, O_NOFOLLOW } = fs.constants;
  return {
    flags: { RDONLY: O_RDONLY, WRONLY: O_WRONLY, RDWR: O_RDWR, CREAT: O_CREAT, EXCL: O_EXCL, NONBLOCK: O_NONBLOCK, NOFOLLOW: O_NOFOLLOW },
    open: (path, flags, mode) => unlessAbsent(() => fs.openSync(path, flags, mode)),
    close: (fd) => fs.closeSync(fd),
    write: (fd, bytes) => fs.writeSync(fd, bytes),
    readText: (path) => unlessAbsent(() => fs.readFileSync(path, "utf8")),
    stat: (path) => unlessAbsent(() => factsOf(fs.statSync(path, EXACT_IF_THERE))),
    fstat: (fd) => factsOf(fs.fstatSync(fd, EXACT))!,
    realPath: (path) => unlessAbsent(() => fs.realpathSync.native(path)),
    list: (path) => unlessAbsent(() => fs.readdirSync(path)),
    rename: (from, to) => fs.renameSync(from, to),
    fsync: (fd) => fs.fsyncSync(fd),
    fchmod: (fd, mode) => fs.fchmodSync(fd, mode),
    fchown: (fd, uid, gid) => fs.fchownSync(fd, uid, gid),
  };
}

const PERMISSIONS = 0o7777n;
const NANOSECONDS = 1_000_000_000n;

function factsOf(stat: BigIntStats | undefined): FileFacts | undefined {
  if (stat === undefined) return undefined;
  return {
    isFile: stat.isFile(),
    isDirectory: stat.isDirectory(),
    mode: Number(stat.mode & PERMISSIONS),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    dev: Number(stat.dev),
    ino: Number(stat.ino),
    mtimeSeconds: floorSeconds(stat.mtimeNs),
  };
}

function floorSeconds(nanoseconds: bigint): number {
  const seconds = nanoseconds / NANOSECONDS;
  return Number(nanoseconds < 0n && nanoseconds % NANOSECONDS !== 0n ? seconds - 1n : seconds);
}
