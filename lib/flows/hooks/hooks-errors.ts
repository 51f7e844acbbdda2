/** The set-up of the repository does not allow what was asked; nothing was changed. `message` is the whole line for the user. */
export class HooksRefusedError extends Error {
  override readonly name = "HooksRefusedError";
}

/** A hook's rule does not hold: the commit must not be made. `message` is the whole line for the user. */
export class HookRuleError extends Error {
  override readonly name = "HookRuleError";
}
