/** What a look at a pull request means to its watcher (spec page 4, x-watch-pr-ci); pure. */
import { checksState } from "../../github/checks.ts";
import type { PullRequestLook } from "../../github/pull-request.ts";

/** How a watch may end; the skill's exit codes have these names. */
export const WATCH_STATUSES = [
  "SUCCESS",
  "CI_PENDING_PROCEED",
  "CI_FAILED",
  "TIMEOUT",
  "PR_ALREADY_MERGED",
  "NO_CI_CONFIGURED",
  "PR_CLOSED",
  "PR_NOT_FOUND",
] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

export interface WatchLimits {
  /** Seconds since the watch began. */
  readonly timeoutSeconds: number;
  readonly intervalSeconds: number;
  readonly requireCopilot: boolean;
  /** Seconds since the watch began, after which Copilot's review is no longer waited for. */
  readonly copilotSeconds: number;
}

/** One look, and what the looks before it saw. */
export interface Seen extends PullRequestLook {
  readonly reviewId: number | undefined;
  /** There were checks at some time: an empty list now is that of a new head. */
  readonly hadChecks: boolean;
  /** Seconds since the watch began; on the last look, those at its end. */
  readonly elapsedSeconds: number;
}

/** Checks register late. */
const GRACE_SECONDS = 60;

/** The end of the watch, or undefined: look again. A timeout is the clock's business, not a look's. */
export function watchStatus(seen: Seen, limits: WatchLimits): WatchStatus | undefined {
  if (seen.state === "MERGED") return "PR_ALREADY_MERGED";
  if (seen.state === "CLOSED") return "PR_CLOSED";
  switch (checksState(seen.checks)) {
    case "none":
      return !seen.hadChecks && seen.elapsedSeconds >= GRACE_SECONDS ? "NO_CI_CONFIGURED" : undefined;
    case "failed":
      return "CI_FAILED";
    case "pending":
      return undefined;
    case "passed":
      if (!limits.requireCopilot || seen.reviewId !== undefined) return "SUCCESS";
      return seen.elapsedSeconds >= Math.min(limits.copilotSeconds, limits.timeoutSeconds) ? "CI_PENDING_PROCEED" : undefined;
  }
}

/** Seconds until it is worth looking again: the interval, or less when a time that matters comes before. */
export function nextLookSeconds(seen: Seen, { intervalSeconds, copilotSeconds }: WatchLimits): number {
  const state = checksState(seen.checks);
  const until = state === "none" && !seen.hadChecks ? GRACE_SECONDS : state === "passed" ? copilotSeconds : undefined;
  const leftSeconds = until === undefined ? intervalSeconds : until - seen.elapsedSeconds;
  return Math.max(1, Math.min(intervalSeconds, leftSeconds));
}

/** `2 passed, 3 pending`, and what else is waited for. */
export function describeSeen({ checks, reviewId }: Pick<Seen, "checks" | "reviewId">): string {
  const counts = { passed: 0, failed: 0, pending: 0, none: 0 };
  for (const check of checks) counts[checksState([check])]++;
  const parts = Object.entries(counts).flatMap(([word, count]) => (count > 0 ? [`${count} ${word}`] : []));
  const review = reviewId === undefined ? [] : ["reviewed by Copilot"];
  return [...(parts.length === 0 ? ["no checks"] : parts), ...review].join(", ");
}
