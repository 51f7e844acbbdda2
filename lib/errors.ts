/**
 * Kinds of failure that libraries throw. No numbers here: `lib/cli/exit.ts` gives each kind its exit code,
 * and a script may catch one to give it a code of its own.
 */

/** A usage mistake that only the body can see (flags that exclude each other, a value that does not fit its field). */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Input that exists but is not what it must be. `message` is the whole line for the user. */
export class DataError extends Error {
  override readonly name = "DataError";
}

/** The operating system refused to read or write `path`; `reason` is one lower-case phrase, the same on every runtime. */
export class IoError extends Error {
  override readonly name = "IoError";
  readonly path: string;
  readonly reason: string;
  constructor(action: string, path: string, reason: string) {
    super(`Cannot ${action} ${path}: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** stdout or stderr took no more bytes: full disk, or the reader left. `reason` is one lower-case phrase. */
export class OutputError extends Error {
  override readonly name = "OutputError";
  readonly reason: string;
  constructor(message: string, reason: string = message) {
    super(message);
    this.reason = reason;
  }
}

/** The lock was not had: `detail` is empty, or says in brackets who holds it or why it cannot be had at all. */
export class LockTimeoutError extends Error {
  override readonly name = "LockTimeoutError";
  constructor(lockPath: string, detail: string) {
    super(`Lock timeout on ${lockPath}${detail === "" ? "" : ` (${detail})`}`);
  }
}

/** A program that the skill itself needs is not on PATH. */
export class MissingProgramError extends Error {
  override readonly name = "MissingProgramError";
  constructor(program: string) {
    super(`${program} is required`);
  }
}

/** A signal asked the program to end; `signal` is its number (1 HUP, 2 INT, 15 TERM). */
export class InterruptedError extends Error {
  override readonly name = "InterruptedError";
  readonly signal: number;
  constructor(signal: number) {
    super(`interrupted by signal ${signal}`);
    this.signal = signal;
  }
}
