/**
 * Purpose: an advisory lock, flock(2), on the side file `<path>.lock`, that util-linux `flock` in shell scripts takes part in.
 *   Exclusive to write, shared to read. The side file, because a rename replaces the data file's inode and would orphan a lock on it.
 * Does not: protect against programs that do not lock; steal a lock, whatever its age; delete the lock file.
 * Order: `lockExclusive` or `lockShared`, then read or write, then `release` (the end of the process does it too).
 *   Waiting is asynchronous, with back-off and jitter, so that signals are handled and many waiters do not storm the file system.
 * Failures: `LockTimeoutError` when time is up or the file system cannot lock; `IoError` when a writer cannot create the lock file;
 *   the signal's own error when `signal` is aborted.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";
import { IoError, LockTimeoutError } from "../errors.ts";
import { errnoName, isAbsent, reasonOf } from "./io-error.ts";
import { loadLibc } from "./libc.ts";
import type { Libc } from "./libc-calls.ts";
import { sleep } from "./sleep.ts";

export interface LockOptions {
  /** How long to wait for another holder; 0 tries once. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Of a lock file that is new. */
  readonly mode?: number;
}

export interface HeldLock {
  /** Lets go; calling it again does nothing. */
  release(): void;
}

const LOCK_SH = 1;
const LOCK_EX = 2;
const LOCK_NB = 4;
const EINTR = 4;
const FLAGS = constants.O_NONBLOCK | constants.O_NOFOLLOW;
const MODE = 0o644;

/** The exclusive lock of `path`; makes the lock file when it is absent. */
export function lockExclusive(path: string, options: LockOptions): Promise<HeldLock> {
  const { mode = MODE } = options;
  return acquire(`${path}.lock`, LOCK_EX, (lockPath) => openForWriter(lockPath, mode), options);
}

/** The shared lock of `path`, or a lock on nothing when there is no lock file or it may not be opened: reading leaves no trace. */
export function lockShared(path: string, options: LockOptions): Promise<HeldLock> {
  return acquire(`${path}.lock`, LOCK_SH, openForReader, options);
}

type Open = (lockPath: string) => number | undefined;

async function acquire(lockPath: string, operation: number, open: Open, { timeoutMs, signal }: LockOptions): Promise<HeldLock> {
  const deadline = performance.now() + timeoutMs;
  for (let attempt = 0; ; ) {
    const fd = openRegular(lockPath, open);
    if (fd === undefined) return { release: () => undefined };
    let keep = false;
    try {
      for (const libc = await loadLibc(); ; attempt++) {
        if (tryLock(libc, fd, operation, lockPath)) break;
        const left = deadline - performance.now();
        if (left <= 0) throw new LockTimeoutError(lockPath, holderOf(fd));
        await sleep(Math.min(backOffMs(attempt), left), signal);
      }
      keep = isStillAt(lockPath, fd);
      if (keep) return held(fd);
    } finally {
      if (!keep) closeSync(fd);
    }
  }
}

/** True when the lock is had, false when another holds it. */
function tryLock(libc: Libc, fd: number, operation: number, lockPath: string): boolean {
  let errno = libc.flock(fd, operation | LOCK_NB);
  while (errno === EINTR) errno = libc.flock(fd, operation | LOCK_NB);
  if (errno === 0) return true;
  if (errno === EWOULDBLOCK) return false;
  throw new LockTimeoutError(lockPath, errno === ENOLCK ? "no locks available" : `flock does not work on this file system, errno ${errno}`);
}

const isDarwin = constants.O_NONBLOCK === 4;
const EWOULDBLOCK = isDarwin ? 35 : 11;
const ENOLCK = isDarwin ? 77 : 37;

function held(fd: number): HeldLock {
  let open = true;
  return {
    release() {
      if (open) closeSync(fd);
      open = false;
    },
  };
}

/** From 1 ms by 1.5, with jitter, up to 25 to 50 ms: a lower cap collapses at 256 writers (spec page 1). */
function backOffMs(attempt: number): number {
  const ceiling = Math.min(1.5 ** attempt * 2, 50);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

/** Opens without blocking or following a link, and only a regular file. A FIFO would hang, a link would create its target. */
function openRegular(lockPath: string, open: Open): number | undefined {
  const fd = open(lockPath);
  if (fd === undefined || fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new LockTimeoutError(lockPath, "not a regular file");
}

/** Without O_CREAT first: with it, another user's lock file in a sticky folder is refused. */
function openForWriter(lockPath: string, mode: number): number {
  return openExisting(lockPath) ?? create(lockPath, mode);
}

function openForReader(lockPath: string): number | undefined {
  try {
    return openExisting(lockPath);
  } catch (error) {
    if (error instanceof LockTimeoutError && isRegular(lockPath)) return undefined;
    throw error;
  }
}

/** Read-only where writing is not permitted: flock needs no more. Undefined when absent. */
function openExisting(lockPath: string): number | undefined {
  for (const access of [constants.O_RDWR, constants.O_RDONLY]) {
    try {
      return openSync(lockPath, access | FLAGS);
    } catch (error) {
      if (isAbsent(error)) return undefined;
      const name = errnoName(error);
      if (access === constants.O_RDWR && (name === "EACCES" || name === "EROFS" || name === "EPERM")) continue;
      throw new LockTimeoutError(lockPath, isNoFile(name) ? "not a regular file" : reasonOf(error));
    }
  }
}

function isNoFile(errno: string | undefined): boolean {
  return errno === "EISDIR" || errno === "ELOOP" || errno === "ENXIO" || errno === "EMLINK";
}

function create(lockPath: string, mode: number): number {
  try {
    return openSync(lockPath, constants.O_RDWR | constants.O_CREAT | FLAGS, mode);
  } catch (error) {
    if (isNoFile(errnoName(error))) throw new LockTimeoutError(lockPath, "not a regular file");
    throw new IoError("create", lockPath, reasonOf(error));
  }
}

function isRegular(lockPath: string): boolean {
  try {
    return lstatSync(lockPath).isFile();
  } catch {
    return false;
  }
}

/** False when someone deleted or replaced the lock file while we waited: others then lock another inode. */
function isStillAt(lockPath: string, fd: number): boolean {
  const ours = fstatSync(fd);
  try {
    const there: Stats = statSync(lockPath);
    return there.ino === ours.ino && there.dev === ours.dev;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** `held by PID n`, where the system tells (Linux, /proc/locks); else empty. */
function holderOf(fd: number): string {
  try {
    const inode = `:${fstatSync(fd).ino} `;
    const line = readFileSync("/proc/locks", "utf8")
      .split("\n")
      .find((row) => row.includes(" FLOCK ") && row.includes(inode) && !row.includes("->"));
    const pid = line?.trim().split(/\s+/)[4];
    return pid === undefined || pid === "0" ? "" : `held by PID ${pid}`;
  } catch {
    return "";
  }
}
