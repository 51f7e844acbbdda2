/** The file-system calls that every run of a skill makes, by their POSIX names; `files.ts` picks who answers them. */

/** What stat(2) says, as far as it is asked. */
export interface FileFacts {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  /** Permission bits, with set-user-ID, set-group-ID and the sticky bit. */
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Tells file systems apart; its bits are in no order that others use. */
  readonly dev: number;
  readonly ino: number;
  /** Whole seconds since the Unix epoch, floored, also below zero (spec page 0, Time). */
  readonly mtimeSeconds: number;
}

/**
 * All are synchronous. A failure throws an error whose `code` is the errno name, as `node:fs` does; "nothing there" (ENOENT,
 * ENOTDIR) is no failure but the answer undefined, where a call says so.
 */
export interface FileCalls {
  /** Of open(2); their numbers differ between systems. */
  readonly flags: Readonly<Record<"RDONLY" | "WRONLY" | "RDWR" | "CREAT" | "EXCL" | "NONBLOCK" | "NOFOLLOW", number>>;
  /** Undefined when nothing is there. The descriptor is closed in programs that are started later. */
  open(path: string, flags: number, mode?: number): number | undefined;
  close(fd: number): void;
  /** Number of bytes taken, at least one. */
  write(fd: number, bytes: Uint8Array): number;
  /** All of the file; U+FFFD stands for bytes that are not UTF-8, a byte order mark is kept. Undefined when nothing is there. */
  readText(path: string): string | undefined;
  /** Links are followed. Undefined when nothing is there. */
  stat(path: string): FileFacts | undefined;
  fstat(fd: number): FileFacts;
  /** The path without links, `.` and `..`; undefined when nothing is there. */
  realPath(path: string): string | undefined;
  /** Names of what is in the folder, in no order; undefined when nothing is there. */
  list(path: string): string[] | undefined;
  rename(from: string, to: string): void;
  fsync(fd: number): void;
  fchmod(fd: number, mode: number): void;
  fchown(fd: number, uid: number, gid: number): void;
}
