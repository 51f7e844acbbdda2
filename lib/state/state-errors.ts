/** The failures that the state skills give codes of their own; `message` is the whole line for the user. */

/** The path does not resolve in the document: exit 3. */
export class InvalidPathError extends Error {
  override readonly name = "InvalidPathError";
  constructor(path: string, detail = "") {
    super(`Path '${path}' not found in schema${detail === "" ? "" : `: ${detail}`}`);
  }
}

/** A compare-and-set did not hold: exit 5. Texts are values as the response shows them, null for absent or JSON null. */
export class ExpectationError extends Error {
  override readonly name = "ExpectationError";
  constructor(path: string, expected: string | null, found: string | null) {
    super(`Expected ${quoted(expected)} at ${path}, found ${quoted(found)}`);
  }
}

/** There is no state file (or, for `--initialize`, no folder for one): exit 1. */
export class StateMissingError extends Error {
  override readonly name = "StateMissingError";
  constructor(path: string, detail = "") {
    super(`State file not found: ${path}${detail}`);
  }
}

/** The file could not be written, or is not one that may be rewritten; it is untouched: exit 4. */
export class StateWriteError extends Error {
  override readonly name = "StateWriteError";
  constructor(reason: string) {
    super(`Atomic write failed: ${reason}`);
  }
}

function quoted(text: string | null): string {
  return text === null ? "nothing" : `'${text}'`;
}
