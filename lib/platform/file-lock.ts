/**
 * Purpose: an advisory lock, flock(2), on the side file `<path>.lock`, that util-linux `flock` in shell scripts takes part in.
 *   Exclusive to write, shared to read. The side file, because a rename replaces the data file's inode and would orphan a lock on it.
 * Does not: protect against programs that do not lock; steal a lock, whatever its age; delete the lock file.
 * Order: `lockExclusive` or `lockShared`, then read or write, then `release` (the end of the process does it too).
 *   Waiting is asynchronous, with back-off and jitter, so that signals are handled and many waiters do not storm the file system.
 * Failures: `LockTimeoutError` when time is up or the file system cannot lock; `IoError` when a writer cannot create the lock file;
 *   the signal's own error when `signal` is aborted.
 */
import { LockTimeoutError } from "../errors.ts";
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";
import { libc } from "./libc.ts";
import { type OpenLockFile, openForReader, openForWriter, openRegular } from "./lock-file.ts";
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
const MODE = 0o644;

/** The exclusive lock of `path`; makes the lock file when it is absent. */
export function lockExclusive(path: string, { mode = MODE, timeoutMs, signal }: LockOptions): HeldLock | Promise<HeldLock> {
  const open = (lockPath: string) => openForWriter(lockPath, mode);
  return acquire({ lockPath: `${path}.lock`, operation: LOCK_EX, open, timeoutMs, signal });
}

/** The shared lock of `path`, or a lock on nothing when there is no lock file or it may not be opened: reading leaves no trace. */
export function lockShared(path: string, { timeoutMs, signal }: LockOptions): HeldLock | Promise<HeldLock> {
  return acquire({ lockPath: `${path}.lock`, operation: LOCK_SH, open: openForReader, timeoutMs, signal });
}

interface Request {
  readonly lockPath: string;
  readonly operation: number;
  readonly open: OpenLockFile;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const ON_NOTHING: HeldLock = { release: () => undefined };

/** At once where the lock is free, as it nearly always is; only waiting is asynchronous, and looks at a clock. Begins anew when the lock file was replaced. */
function acquire(request: Request): HeldLock | Promise<HeldLock> {
  for (;;) {
    const fd = openRegular(request.lockPath, request.open);
    if (fd === undefined) return ON_NOTHING;
    let keep = false;
    try {
      keep = !tryLock(fd, request);
      if (keep) return waitFor(fd, request);
      keep = isStillAt(request.lockPath, fd);
      if (keep) return held(fd);
    } finally {
      if (!keep) files.close(fd);
    }
  }
}

async function waitFor(fd: number, request: Request): Promise<HeldLock> {
  const { lockPath, signal } = request;
  const deadline = performance.now() + request.timeoutMs;
  let keep = false;
  try {
    for (let attempt = 0; attempt === 0 || !tryLock(fd, request); attempt++) {
      const left = deadline - performance.now();
      if (left <= 0) throw new LockTimeoutError(lockPath, holderOf(fd));
      await sleep(Math.min(backOffMs(attempt), left), signal);
    }
    keep = isStillAt(lockPath, fd);
    if (keep) return held(fd);
  } finally {
    if (!keep) files.close(fd);
  }
  return acquire({ ...request, timeoutMs: deadline - performance.now() });
}

/** True when the lock is had, false when another holds it. */
function tryLock(fd: number, { operation, lockPath }: Request): boolean {
  const { flock } = libc();
  let errno = flock(fd, operation | LOCK_NB);
  while (errno === EINTR) errno = flock(fd, operation | LOCK_NB);
  if (errno === 0) return true;
  if (errno === EWOULDBLOCK) return false;
  throw new LockTimeoutError(lockPath, errno === ENOLCK ? "no locks available" : `flock does not work on this file system, errno ${errno}`);
}

const isDarwin = process.platform === "darwin";
const EWOULDBLOCK = isDarwin ? 35 : 11;
const ENOLCK = isDarwin ? 77 : 37;

function held(fd: number): HeldLock {
  let open = true;
  return {
    release() {
      if (open) files.close(fd);
      open = false;
    },
  };
}

/** From 1 ms by 1.5, with jitter, up to 25 to 50 ms: a lower cap collapses at 256 writers (spec page 1). */
function backOffMs(attempt: number): number {
  const ceiling = Math.min(1.5 ** attempt * 2, 50);
  return ceiling / 2 + (Math.random() * ceiling) / 2;
}

/** False when someone deleted or replaced the lock file since it was opened: others then lock another inode. */
function isStillAt(lockPath: string, fd: number): boolean {
  const ours = files.fstat(fd);
  const there = files.stat(lockPath);
  return there !== undefined && there.ino === ours.ino && there.dev === ours.dev;
}

/** `held by PID n`, where the system tells (Linux, /proc/locks); else empty. */
function holderOf(fd: number): string {
  try {
    const inode = `:${files.fstat(fd).ino} `;
    const line = nodeFs()
      .readFileSync("/proc/locks", "utf8")
      .split("\n")
      .find((row) => row.includes(" FLOCK ") && row.includes(inode) && !row.includes("->"));
    const pid = line?.trim().split(/\s+/)[4];
    return pid === undefined || pid === "0" ? "" : `held by PID ${pid}`;
  } catch {
    return "";
  }
}
