/** What Linux's calls take and fill in, as far as it is used: numbers of open(2), the records of statx(2) and getdents64(2). */
import type { FileFacts } from "./file-calls.ts";

const isArm = process.arch === "arm64";

/** Of open(2); two of them differ between processors. */
export const OPEN = {
  RDONLY: 0,
  WRONLY: 1,
  RDWR: 2,
  CREAT: 0o100,
  EXCL: 0o200,
  NOCTTY: 0o400,
  NONBLOCK: 0o4000,
  DIRECTORY: isArm ? 0o40000 : 0o200000,
  NOFOLLOW: isArm ? 0o100000 : 0o400000,
  CLOEXEC: 0o2000000,
} as const;

/** Of errno(3): nothing is there, or a folder on the way is a file. */
export const ENOENT = 2;
/** See `ENOENT`. */
export const ENOTDIR = 20;
/** A signal came: call again. */
export const EINTR = 4;

/** Of statx(2): the folder that a relative path begins in, "the descriptor itself", and which facts are asked for. */
export const AT_FDCWD = -100;
/** See `AT_FDCWD`. */
export const AT_EMPTY_PATH = 0x1000;
/** See `AT_FDCWD`. */
export const STATX_BASIC_STATS = 0x7ff;

/** Length of the record of statx(2), and where its parts are, in words of 32 bits; the same on every processor. */
export const STATX_WORDS = 64;
const UID = 5;
const GID = 6;
const MODE = 7;
const INO = 8;
const MTIME = 28;
const DEV = 34;

/** Of the lower half of the word at `MODE`. */
const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const DIRECTORY = 0o040000;
const PERMISSIONS = 0o7777;

/** The facts in a record of statx(2). */
export function readFacts(record: Int32Array): FileFacts {
  const mode = record[MODE]!;
  const type = mode & FILE_TYPE;
  return {
    isFile: type === REGULAR,
    isDirectory: type === DIRECTORY,
    mode: mode & PERMISSIONS,
    uid: record[UID]! >>> 0,
    gid: record[GID]! >>> 0,
    dev: wide(record[DEV + 1]!, record[DEV]!),
    ino: wide(record[INO]!, record[INO + 1]!),
    mtimeSeconds: wide(record[MTIME]!, record[MTIME + 1]!),
  };
}

/** A signed 64-bit number of two words, the low one first; not exact above 2^53. */
function wide(low: number, high: number): number {
  return high * 2 ** 32 + (low >>> 0);
}

/** Where a record of getdents64(2) has its own length (16 bits) and its name, which ends with a NUL. */
const RECORD_LENGTH = 16;
const RECORD_NAME = 19;

/** The names in the first `end` bytes of what getdents64(2) filled, in its order, without `.` and `..`. */
export function readNames(records: Uint8Array, end: number, decode: (bytes: Uint8Array) => string): string[] {
  const names: string[] = [];
  for (let at = 0; at < end; at += records[at + RECORD_LENGTH]! | (records[at + RECORD_LENGTH + 1]! << 8)) {
    const name = decode(records.subarray(at + RECORD_NAME, records.indexOf(0, at + RECORD_NAME)));
    if (name !== "." && name !== "..") names.push(name);
  }
  return names;
}
