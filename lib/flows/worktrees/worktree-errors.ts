/** Why a worktree was not made or not removed; `message` is the whole line for the user, `reason` the core of it. Nothing was lost. */
export class WorktreeRefusedError extends Error {
  override readonly name = "WorktreeRefusedError";
  readonly reason: string;
  constructor(message: string, reason: string = message) {
    super(message);
    this.reason = reason;
  }
}
