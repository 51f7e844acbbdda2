/**
 * Purpose: the file-system calls as libc has them on Linux, for Bun. Loading `node:fs` takes a fifth of the time of an empty program,
 *   more than all that a reading skill does with it; these take a twentieth (docs/performance.md).
 * Does not: name errors. Absence is told by errno; whatever else fails is asked again of `node:fs`, whose error it then is. Only fsync
 *   and close, which report a lost write once and no more, throw at once.
 * Failures: throws where libc lacks one of the calls (statx: glibc before 2.28, musl before 1.2.5); `files.ts` then takes `node:fs` for all of them.
 */
import type { FileCalls } from "./file-calls.ts";
import { nodeCalls, nodeFs } from "./file-calls-node.ts";
import { errnoNameOf } from "./io-error.ts";
import { bunFfi } from "./libc-bun.ts";
import * as linux from "./linux-records.ts";

/** A typed array stands for the address of its first element; a path ends with a NUL. */
interface Reading {
  open(path: Uint8Array, flags: number, mode: number): number;
  read(fd: number, into: Uint8Array, length: number): number;
  write(fd: number, bytes: Uint8Array, length: number): number;
  close(fd: number): number;
  statx(folder: number, path: Uint8Array, flags: number, mask: number, into: Int32Array): number;
  realpath(path: Uint8Array, into: Uint8Array): number | null;
  __errno_location(): number;
}
const READING = {
  open: { args: ["buffer", "i32", "i32"], returns: "i32" },
  read: { args: ["i32", "buffer", "usize"], returns: "i64_fast" },
  write: { args: ["i32", "buffer", "usize"], returns: "i64_fast" },
  close: { args: ["i32"], returns: "i32" },
  statx: { args: ["i32", "buffer", "i32", "i32", "buffer"], returns: "i32" },
  realpath: { args: ["buffer", "buffer"], returns: "ptr" },
  __errno_location: { args: [], returns: "ptr" },
} as const;

/** Each symbol takes time to open, so what only a writer calls is opened when it is called. */
interface Writing {
  rename(from: Uint8Array, to: Uint8Array): number;
  fsync(fd: number): number;
  fchmod(fd: number, mode: number): number;
  fchown(fd: number, uid: number, gid: number): number;
}
const WRITING = {
  rename: { args: ["buffer", "buffer"], returns: "i32" },
  fsync: { args: ["i32"], returns: "i32" },
  fchmod: { args: ["i32", "i32"], returns: "i32" },
  fchown: { args: ["i32", "i32", "i32"], returns: "i32" },
} as const;

/** By itself, as glibc has it since 2.30 only. */
interface Listing {
  getdents64(fd: number, into: Uint8Array, length: number): number;
}
const LISTING = { getdents64: { args: ["i32", "buffer", "usize"], returns: "i64_fast" } } as const;

const PATH_MAX = 4096;
const CHUNK = 256 * 1024;
const NO_PATH = new Uint8Array(1);

/** The calls as libc, opened by its file name, answers them. */
export function libcCalls(library: string): FileCalls {
  const ffi = bunFfi();
  const libc = ffi.dlopen(library, READING).symbols as unknown as Reading;
  const writing = once(() => ffi.dlopen(library, WRITING).symbols as unknown as Writing);
  const listing = once(() => {
    try {
      return ffi.dlopen(library, LISTING).symbols as unknown as Listing;
    } catch {
      return undefined;
    }
  });

  /** The address stays the same; asked for now, no call comes between a failure and the reading of its number. */
  const errnoAddress = libc.__errno_location();
  const errno = () => ffi.read.i32(errnoAddress, 0);
  const isAbsent = () => errno() === linux.ENOENT || errno() === linux.ENOTDIR;

  /** Made once, as each new array is memory that the system has to find. No call leaves anything in them for the next. */
  const chunk = new Uint8Array(CHUNK);
  const onePath = new Uint8Array(PATH_MAX);
  const otherPath = new Uint8Array(PATH_MAX);
  const record = new Int32Array(linux.STATX_WORDS);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const decode = (bytes: Uint8Array) => decoder.decode(bytes);

  /** A path with a NUL in it, or too long a one, is refused in the words of `node:fs`. */
  const cString = (path: string, into = onePath) => {
    const { read, written } = encoder.encodeInto(path, into);
    if (read < path.length || written === into.length || path.includes("\0")) nodeFs().statSync(path);
    into[written] = 0;
    return into;
  };

  const open = (path: string, flags: number, mode = 0) => {
    const fd = libc.open(cString(path), flags | linux.OPEN.CLOEXEC, mode);
    return fd >= 0 ? fd : isAbsent() ? undefined : nodeCalls().open(path, flags, mode);
  };

  const close = (fd: number) => {
    if (libc.close(fd) !== 0) throw failure("close");
  };

  const failure = (call: string) => Object.assign(new Error(`${call} failed`), { code: errnoNameOf(errno()) });

  const hasStatus = (fd: number) => libc.statx(fd, NO_PATH, linux.AT_EMPTY_PATH, linux.STATX_BASIC_STATS, record) === 0;

  /**
   * Undefined when the file cannot be read, as a folder cannot, or is large: `node:fs` reads megabytes quicker than it is loaded.
   * A pipe is read to its end here, as nobody can begin it anew.
   */
  const readToEnd = (fd: number) => {
    let bytes = chunk;
    for (let end = 0; ; ) {
      if (end === bytes.length) {
        if (hasStatus(fd) && linux.readFacts(record).isFile) return undefined;
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      const count = libc.read(fd, bytes.subarray(end), bytes.length - end);
      if (count < 0 && errno() === linux.EINTR) continue;
      if (count < 0) return undefined;
      if (count === 0) return bytes.subarray(0, end);
      end += count;
    }
  };

  /** Undefined when one read does not hold all names (a folder of a thousand files is left to `node:fs`), or libc has no call for it. */
  const readFolder = (fd: number) => {
    const getdents64 = listing()?.getdents64;
    if (getdents64 === undefined) return undefined;
    const end = getdents64(fd, chunk, chunk.length);
    const isWhole = end === 0 || (end > 0 && getdents64(fd, otherPath, otherPath.length) === 0);
    return isWhole ? linux.readNames(chunk, end, decode) : undefined;
  };

  return {
    flags: linux.OPEN,
    open,
    close,
    write(fd, bytes) {
      const taken = libc.write(fd, bytes, bytes.length);
      return taken > 0 ? taken : nodeCalls().write(fd, bytes);
    },
    readText(path) {
      const fd = open(path, linux.OPEN.RDONLY | linux.OPEN.NOCTTY);
      if (fd === undefined) return undefined;
      try {
        const bytes = readToEnd(fd);
        return bytes === undefined ? nodeCalls().readText(path) : decode(bytes);
      } finally {
        close(fd);
      }
    },
    stat(path) {
      if (libc.statx(linux.AT_FDCWD, cString(path), 0, linux.STATX_BASIC_STATS, record) === 0) return linux.readFacts(record);
      return isAbsent() ? undefined : nodeCalls().stat(path);
    },
    fstat(fd) {
      return hasStatus(fd) ? linux.readFacts(record) : nodeCalls().fstat(fd);
    },
    realPath(path) {
      if (libc.realpath(cString(path), otherPath) !== null) return decode(otherPath.subarray(0, otherPath.indexOf(0)));
      return isAbsent() ? undefined : nodeCalls().realPath(path);
    },
    list(path) {
      const fd = open(path, linux.OPEN.RDONLY | linux.OPEN.DIRECTORY);
      if (fd === undefined) return undefined;
      try {
        return readFolder(fd) ?? nodeCalls().list(path);
      } finally {
        close(fd);
      }
    },
    rename(from, to) {
      if (writing().rename(cString(from), cString(to, otherPath)) !== 0) nodeCalls().rename(from, to);
    },
    fsync(fd) {
      if (writing().fsync(fd) !== 0) throw failure("fsync");
    },
    fchmod(fd, mode) {
      if (writing().fchmod(fd, mode) !== 0) nodeCalls().fchmod(fd, mode);
    },
    fchown(fd, uid, gid) {
      if (writing().fchown(fd, uid | 0, gid | 0) !== 0) nodeCalls().fchown(fd, uid, gid);
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
