/** Why `git commit` failed, from what is known of it afterwards. Pure. */

const COMMIT_FAILURES = ["pre-commit", "commit-msg", "signing", "index-lock", "nothing", "unmerged", "identity", "other"] as const;
export type CommitFailureKind = (typeof COMMIT_FAILURES)[number];

export interface FailedCommit {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Git writes the message to COMMIT_EDITMSG after the pre-commit hook and before the hooks that read it. */
  readonly isMessageWritten: boolean;
}

/** In the words of git, when it gives up itself (status 128): hooks may print the same, but then git says no more and ends with 1. */
const FATAL: readonly (readonly [RegExp, CommitFailureKind])[] = [
  [/index\.lock': File exists/, "index-lock"],
  [/failed to sign the data|failed to write commit object|gpg failed/, "signing"],
  [/unmerged files|not possible because you have unmerged/, "unmerged"],
  [/Please tell me who you are|empty ident name|no email was given|unable to auto-detect email/, "identity"],
];

/** The kind of a failure: a hook by its status and the message file, anything else by git's own words. */
export function commitFailureKind({ code, stdout, stderr, isMessageWritten }: FailedCommit): CommitFailureKind {
  if (code !== 1) return FATAL.find(([pattern]) => pattern.test(stderr))?.[1] ?? "other";
  if (/^(?:nothing to commit|nothing added to commit|no changes added to commit)/m.test(stdout)) return "nothing";
  return isMessageWritten ? "commit-msg" : "pre-commit";
}
