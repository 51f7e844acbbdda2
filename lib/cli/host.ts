/** Where a command meets the outside world; `main.ts` makes the real one, tests a fake. Nothing else is read or written by `lib/cli`. */
export interface Host {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted with an `InterruptedError` when HUP, INT or TERM arrives. */
  readonly signal: AbortSignal;
  /** Writes all of it or throws `OutputError`. */
  out(text: string): void;
  err(text: string): void;
  /** All of standard input, as bytes. */
  stdin(): Uint8Array;
  /** Whether descriptor 1 or 2 is a terminal; asked only when it matters, as asking costs start-up time. */
  isTerminal(fd: 1 | 2): boolean;
  /** `dir` seen from `cwd`, absolute; undefined when there is no such directory. */
  enter(dir: string): string | undefined;
  /** The wall clock, whole seconds since the Unix epoch. */
  nowSeconds(): number;
}
