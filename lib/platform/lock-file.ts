/** Opens the side file that is locked, as a writer or a reader may. */
import { IoError, LockTimeoutError } from "../errors.ts";
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";
import { errnoName, reasonOf } from "./io-error.ts";

/** Returns its descriptor; undefined where there is nothing to lock. */
export type OpenLockFile = (lockPath: string) => number | undefined;

const FLAGS = files.flags.NONBLOCK | files.flags.NOFOLLOW;

/** Opens without blocking or following a link, and only a regular file. A FIFO would hang, a link would create its target. */
export function openRegular(lockPath: string, open: OpenLockFile): number | undefined {
  const fd = open(lockPath);
  if (fd === undefined || files.fstat(fd).isFile) return fd;
  files.close(fd);
  throw new LockTimeoutError(lockPath, "not a regular file");
}

/** Without O_CREAT first: with it, another user's lock file in a sticky folder is refused. */
export function openForWriter(lockPath: string, mode: number): number {
  return openExisting(lockPath) ?? create(lockPath, mode);
}

/** Undefined when there is no lock file, or it may not be opened. */
export function openForReader(lockPath: string): number | undefined {
  try {
    return openExisting(lockPath);
  } catch (error) {
    if (error instanceof LockTimeoutError && isRegular(lockPath)) return undefined;
    throw error;
  }
}

/** Read-only where writing is not permitted: flock needs no more. Undefined when absent. */
function openExisting(lockPath: string): number | undefined {
  for (const access of [files.flags.RDWR, files.flags.RDONLY]) {
    try {
      return files.open(lockPath, access | FLAGS);
    } catch (error) {
      const name = errnoName(error);
      if (access === files.flags.RDWR && (name === "EACCES" || name === "EROFS" || name === "EPERM")) continue;
      throw new LockTimeoutError(lockPath, isNoFile(name) ? "not a regular file" : reasonOf(error));
    }
  }
}

function isNoFile(errno: string | undefined): boolean {
  return errno === "EISDIR" || errno === "ELOOP" || errno === "ENXIO" || errno === "EMLINK";
}

function create(lockPath: string, mode: number): number {
  try {
    const fd = files.open(lockPath, files.flags.RDWR | files.flags.CREAT | FLAGS, mode);
    if (fd !== undefined) return fd;
  } catch (error) {
    if (isNoFile(errnoName(error))) throw new LockTimeoutError(lockPath, "not a regular file");
    throw new IoError("create", lockPath, reasonOf(error));
  }
  throw new IoError("create", lockPath, "no such file or directory");
}

function isRegular(lockPath: string): boolean {
  try {
    return nodeFs().lstatSync(lockPath).isFile();
  } catch {
    return false;
  }
}
