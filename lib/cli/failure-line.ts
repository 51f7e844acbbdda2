import { UsageError } from "../errors.ts";
import type { Contract } from "./contract.ts";
import { COMMON, ExitError } from "./exit.ts";
import { synopsis } from "./synopsis.ts";

/** The one line that says why a run failed (not yet escaped). A bug of ours asks to be reported; `debug` adds the stack. */
export function failureLine(contract: Contract, error: unknown, code: number, debug: boolean): string {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return `${message === "" ? "" : `${message}; `}usage: ${synopsis(contract)}`;
  if (code !== internalErrorCode(contract) || error instanceof ExitError) return message;
  const stack = debug && error instanceof Error ? ` ${error.stack}` : "";
  return `internal error: ${message}; please report it with this command line (X_SKILLS_DEBUG=1 shows where)${stack}`;
}

/** The exit code for a bug of ours: 70, but for the skill whose seed gives 70 another meaning. */
export function internalErrorCode(contract: Contract): number {
  return contract.internalErrorCode ?? COMMON.SOFTWARE.code;
}
