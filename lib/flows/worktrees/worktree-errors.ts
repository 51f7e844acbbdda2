/** Why a worktree was not made or not removed; `message` is the whole line for the user. Nothing was lost. */
export class WorktreeRefusedError extends Error {
  override readonly name = "WorktreeRefusedError";
}
