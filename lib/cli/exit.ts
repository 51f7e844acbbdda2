import { DataError, InterruptedError, IoError, LockTimeoutError, MissingProgramError, OutputError, UsageError } from "../errors.ts";

/** One row of an exit-code table. `message` may hold `{name}` slots; `when` is for people. */
export interface ExitRow {
  readonly code: number;
  readonly message: string;
  readonly when?: string;
}

/** Codes that mean the same in every skill (spec page 0); a skill's own table may take others, and 70 with `internalErrorCode`. */
export const COMMON = {
  USAGE: { code: 64, message: "{problem}; usage: {synopsis}", when: "unknown flag, missing or malformed value" },
  DATA: { code: 65, message: "{problem}", when: "input exists but is not what it must be" },
  SOFTWARE: { code: 70, message: "internal error: {problem}", when: "a bug of ours; X_SKILLS_DEBUG=1 shows where" },
  IO: { code: 74, message: "{problem}", when: "cannot read or write; stdout is full or its reader left" },
  TEMPORARY: { code: 75, message: "{problem}", when: "busy: call again" },
  MISSING_PROGRAM: { code: 127, message: "{problem}", when: "a program that the skill needs is not on PATH" },
} as const satisfies Record<string, ExitRow>;

/** A deliberate end of the program: one row of a table, and what else belongs on stdout. */
export class ExitError extends Error {
  override readonly name = "ExitError";
  readonly code: number;
  readonly envelope: unknown;
  constructor(row: ExitRow, slots: Readonly<Record<string, string>> = {}, envelope?: unknown) {
    super(row.message.replace(/\{(\w+)\}/g, (whole, key: string) => slots[key] ?? whole));
    this.code = row.code;
    this.envelope = envelope;
  }
}

/** Gives each kind of failure its number; anything unknown is a bug of ours. */
export function exitCodeOf(error: unknown, internalErrorCode: number): number {
  if (error instanceof ExitError) return error.code;
  if (error instanceof UsageError) return COMMON.USAGE.code;
  if (error instanceof DataError) return COMMON.DATA.code;
  if (error instanceof IoError || error instanceof OutputError) return COMMON.IO.code;
  if (error instanceof LockTimeoutError) return COMMON.TEMPORARY.code;
  if (error instanceof MissingProgramError) return COMMON.MISSING_PROGRAM.code;
  if (error instanceof InterruptedError) return 128 + error.signal;
  return internalErrorCode;
}
