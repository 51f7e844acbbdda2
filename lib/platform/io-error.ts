import { IoError } from "../errors.ts";

/** Own words for errno names: the runtimes' texts differ. Made when something fails, as every start would pay for a table. */
function reasons(): Readonly<Record<string, string>> {
  return {
    EACCES: "permission denied",
    EAGAIN: "resource temporarily unavailable",
    EBADF: "bad file descriptor",
    EBUSY: "resource busy",
    EDQUOT: "disk quota exceeded",
    EEXIST: "already exists",
    EFBIG: "file too large",
    EIO: "input/output error",
    EISDIR: "is a directory",
    ELOOP: "too many symbolic links",
    EMFILE: "too many open files",
    ENAMETOOLONG: "name too long",
    ENOENT: "no such file or directory",
    ENOLCK: "no locks available",
    ENOSPC: "no space left on device",
    ENOTDIR: "not a directory",
    ENXIO: "no such device or address",
    EOPNOTSUPP: "operation not supported",
    EPERM: "operation not permitted",
    EPIPE: "the reader left",
    EROFS: "read-only file system",
  };
}

/** The errno name of a system error (`ENOENT`), or undefined for any other value. */
export function errnoName(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The name of an errno number of this system: `ENOENT` for 2. */
export function errnoNameOf(errno: number): string {
  const { constants } = process.getBuiltinModule("node:os");
  return Object.entries(constants.errno).find(([, number]) => number === errno)?.[0] ?? `errno ${errno}`;
}

/** One lower-case phrase for a failed system call, the same on every runtime. */
export function reasonOf(error: unknown): string {
  const name = errnoName(error);
  if (name !== undefined) return reasons()[name] ?? name;
  return error instanceof Error ? error.message : String(error);
}

/** True for "nothing at that path", also when a folder on the way is a file. */
export function isAbsent(error: unknown): boolean {
  const name = errnoName(error);
  return name === "ENOENT" || name === "ENOTDIR";
}

/** What the call returns, or undefined where it fails because nothing is there. */
export function unlessAbsent<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Runs a file-system call; its failure becomes an `IoError` that names the path. */
export function naming<T>(action: string, path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw errnoName(error) === undefined ? error : new IoError(action, path, reasonOf(error));
  }
}
