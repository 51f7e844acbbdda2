import { closeSync, constants, openSync } from "node:fs";
import { errnoName, reasonOf } from "./io-error.ts";
import { libc } from "./libc.ts";

const EXCLUSIVE_NOW = 2 | 4;
const WOULD_BLOCK: ReadonlySet<number> = new Set([11, 35]);

/**
 * Why flock(2) cannot be relied on where `path` is, or undefined when it can. Locks the file or folder itself for a moment, which
 * nobody else does (locks are on `<path>.lock`), and writes nothing.
 */
export function lockProblem(path: string): string | undefined {
  const fds: number[] = [];
  try {
    fds.push(open(path));
    fds.push(open(path));
    const [first, second] = fds.map((fd) => libc().flock(fd, EXCLUSIVE_NOW)) as [number, number];
    if (WOULD_BLOCK.has(first)) return undefined;
    if (first !== 0) return `flock does not work there (errno ${first})`;
    return WOULD_BLOCK.has(second) ? undefined : "locks do not exclude one another there";
  } catch (error) {
    return reasonOf(error);
  } finally {
    fds.forEach((fd) => {
      closeSync(fd);
    });
  }
}

/** Some network file systems lock exclusively only what is open for writing. */
function open(path: string): number {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  } catch (error) {
    if (!["EISDIR", "EACCES", "EROFS", "EPERM"].includes(errnoName(error) ?? "")) throw error;
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  }
}
