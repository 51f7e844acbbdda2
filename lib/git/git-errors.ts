/** What can go wrong between us and git; `message` is the whole line for the user. */

/** A git call failed in a way that its caller did not expect; `reason` is git's own last line. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly reason: string;
  constructor(command: string, reason: string) {
    super(`git ${command} failed: ${reason}`);
    this.reason = reason;
  }
}

/** Neither the folder nor one above it belongs to a repository, or git refuses to use that one. */
export class NotARepositoryError extends Error {
  override readonly name = "NotARepositoryError";
  constructor(path: string, reason = "") {
    super(`Not a git repository: ${path}${reason === "" ? "" : ` (${reason})`}`);
  }
}

/** The repository has no working tree here: a bare one, or the inside of a `.git` folder. */
export class NoWorkTreeError extends Error {
  override readonly name = "NoWorkTreeError";
  constructor(path: string) {
    super(`Not inside a working tree: ${path}`);
  }
}

/** Before a write: the folder no longer belongs to the repository that it belonged to. Nothing was written. */
export class CheckoutChangedError extends Error {
  override readonly name = "CheckoutChangedError";
  constructor(path: string, found: string) {
    super(`Stopped before a git write: ${path} no longer belongs to its repository (${found})`);
  }
}

/** A branch name that git does not take, or that could be read as a flag. */
export class BranchNameError extends Error {
  override readonly name = "BranchNameError";
  constructor(branch: string) {
    super(`Not a branch name: '${branch}'`);
  }
}
