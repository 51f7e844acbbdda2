/**
 * Purpose: replaces a file's content by writing a temporary file beside it and renaming: killed at any instant, the file is the old
 *   or the new one, whole. fsync of file and folder make it last.
 * Does not: lock (hold the exclusive lock: a temporary file found under it belongs to a dead writer, and is removed), keep hard links, ACLs or
 *   extended attributes (the file gets a new inode), or follow a link (pass the resolved path).
 * Failures: `IoError`; the file is then untouched and no temporary file is left.
 */
import { basename, dirname } from "@std/path";
import { nodeFs } from "./file-calls-node.ts";
import { files } from "./files.ts";
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
  const temporary = `${folder}/${temporaryName(basename(path))}`;
  naming("write", path, () => {
    const fd = create(temporary, mode);
    try {
      try {
        keepModeAndOwner(fd, path);
        writeText(fd, text);
        if (fsync) files.fsync(fd);
      } finally {
        files.close(fd);
      }
      files.rename(temporary, path);
    } catch (error) {
      nodeFs().unlinkSync(temporary);
      throw error;
    }
    if (fsync) syncFolder(folder);
  });
}

function create(path: string, mode: number): number {
  const { WRONLY, CREAT, EXCL, NOFOLLOW } = files.flags;
  return files.open(path, WRONLY | CREAT | EXCL | NOFOLLOW, mode) ?? absent(path);
}

/** The folder was there a moment ago. */
function absent(path: string): never {
  throw Object.assign(new Error(`ENOENT: ${path}`), { code: "ENOENT" });
}

/** Characters; a longer text is left to `node:fs`, which encodes megabytes quicker than it is loaded. */
const LONG_TEXT = 256 * 1024;

function writeText(fd: number, text: string): void {
  if (text.length > LONG_TEXT) {
    nodeFs().writeFileSync(fd, text);
    return;
  }
  let rest: Uint8Array = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(files.write(fd, rest));
}

function keepModeAndOwner(fd: number, path: string): void {
  const there = files.stat(path);
  if (there === undefined) return;
  try {
    files.fchown(fd, there.uid, there.gid);
  } catch (error) {
    if (errnoName(error) !== "EPERM" && errnoName(error) !== "EINVAL") throw error;
  }
  files.fchmod(fd, there.mode);
}

/** Temporary files are made only under the exclusive lock, so whoever made these is dead. */
function removeLeftovers(folder: string, name: string): void {
  for (const entry of naming("read", folder, () => files.list(folder) ?? absent(folder))) {
    if (!isTemporaryName(entry, name)) continue;
    try {
      nodeFs().unlinkSync(`${folder}/${entry}`);
    } catch (error) {
      if (!isAbsent(error) && errnoName(error) !== "EPERM" && errnoName(error) !== "EACCES") throw error;
    }
  }
}

function syncFolder(folder: string): void {
  const fd = files.open(folder, files.flags.RDONLY) ?? absent(folder);
  try {
    files.fsync(fd);
  } finally {
    files.close(fd);
  }
}
