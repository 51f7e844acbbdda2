/** There is no pull request, and `message` says why, in git's or gh's own words where it was one of them. */
export class PullRequestError extends Error {
  override readonly name = "PullRequestError";
}
