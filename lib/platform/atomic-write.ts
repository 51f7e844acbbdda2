/**
 * Purpose: replaces a file's content by writing a temporary file beside it and renaming: killed at any instant, the file is the old
 *   or the new one, whole. fsync of file and folder make it last.
 * Does not: lock (hold the exclusive lock: a temporary file found under it belongs to a dead writer, and is removed), keep hard links, ACLs or
 *   extended attributes (the file gets a new inode), or follow a link (pass the resolved path).
 * Failures: `IoError`; the file is then untouched and no temporary file is left.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "@std/path";
import { errnoName, isAbsent, naming } from "./io-error.ts";
import { isTemporaryName, temporaryName } from "./temporary-name.ts";

export interface AtomicWriteOptions {
  /** False trades durability after a power cut for speed. */
  readonly fsync: boolean;
  /** Of a file that is new; one that is there keeps its own. */
  readonly mode?: number;
}

const DEFAULT_MODE = 0o644;

/** Writes `text`, as UTF-8, as the whole content of `path`; mode and, where permitted, owner stay. */
export function atomicWrite(path: string, text: string, { fsync, mode = DEFAULT_MODE }: AtomicWriteOptions): void {
  const folder = dirname(path);
  removeLeftovers(folder, basename(path));
  const temporary = join(folder, temporaryName(basename(path)));
  naming("write", path, () => {
    const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, mode);
    try {
      try {
        keepModeAndOwner(fd, path);
        writeFileSync(fd, text);
        if (fsync) fsyncSync(fd);
      } finally {
        closeSync(fd);
      }
      renameSync(temporary, path);
    } catch (error) {
      unlinkSync(temporary);
      throw error;
    }
    if (fsync) syncFolder(folder);
  });
}

function keepModeAndOwner(fd: number, path: string): void {
  try {
    const { mode, uid, gid } = statSync(path);
    try {
      fchownSync(fd, uid, gid);
    } catch (error) {
      if (errnoName(error) !== "EPERM" && errnoName(error) !== "EINVAL") throw error;
    }
    fchmodSync(fd, mode & 0o7777);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

/** Temporary files are made only under the exclusive lock, so whoever made these is dead. */
function removeLeftovers(folder: string, name: string): void {
  for (const entry of naming("read", folder, () => readdirSync(folder))) {
    if (!isTemporaryName(entry, name)) continue;
    try {
      unlinkSync(join(folder, entry));
    } catch (error) {
      if (!isAbsent(error) && errnoName(error) !== "EPERM" && errnoName(error) !== "EACCES") throw error;
    }
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
