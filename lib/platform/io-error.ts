import { IoError } from "../errors.ts";

/** Own words for errno names: the runtimes' texts differ. */
const REASONS: Readonly<Record<string, string>> = {
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

/** The errno name of a system error (`ENOENT`), or undefined for any other value. */
export function errnoName(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** One lower-case phrase for a failed system call, the same on every runtime. */
export function reasonOf(error: unknown): string {
  const name = errnoName(error);
  if (name !== undefined) return REASONS[name] ?? name;
  return error instanceof Error ? error.message : String(error);
}

/** True for "nothing at that path", also when a folder on the way is a file. */
export function isAbsent(error: unknown): boolean {
  const name = errnoName(error);
  return name === "ENOENT" || name === "ENOTDIR";
}

/** Runs a file-system call; its failure becomes an `IoError` that names the path. */
export function naming<T>(action: string, path: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw errnoName(error) === undefined ? error : new IoError(action, path, reasonOf(error));
  }
}
