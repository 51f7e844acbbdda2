/** Recorded shapes of what `gh` prints, cut to what matters. */
import type { GhAnswer } from "./gh-stub.ts";

/** A check run as `gh pr view --json=statusCheckRollup` lists it. */
export function checkRun(name: string, conclusion: string, more: object = {}): object {
  return {
    __typename: "CheckRun",
    completedAt: conclusion === "" ? "0001-01-01T00:00:00Z" : "2026-01-01T00:01:00Z",
    conclusion,
    detailsUrl: `https://github.com/o/r/actions/runs/71/job/${name.length}`,
    name,
    startedAt: "2026-01-01T00:00:00Z",
    status: conclusion === "" ? "IN_PROGRESS" : "COMPLETED",
    workflowName: "CI",
    ...more,
  };
}

/** A commit status of an older integration. */
export function statusContext(context: string, state: string): object {
  return { __typename: "StatusContext", context, startedAt: "2026-01-01T00:00:00Z", state, targetUrl: "https://ci.example/1" };
}

/** `gh pr view N --json=state,statusCheckRollup`. */
export function look(checks: readonly object[] | null, state = "OPEN"): GhAnswer {
  return { out: `${JSON.stringify({ state, statusCheckRollup: checks })}\n` };
}

/** `gh pr view --json=number,url,state,baseRefName`. */
export function found(number: number, { state = "OPEN", base = "develop" } = {}): GhAnswer {
  return { out: `${JSON.stringify({ baseRefName: base, number, state, url: `https://github.com/o/r/pull/${number}` })}\n` };
}

/** What went wrong, in gh's own words. */
export const GH = {
  noPullRequest: { err: 'no pull requests found for branch "feat/task-0049-0005-001-x"\n', code: 1 },
  created: { out: "https://github.com/o/r/pull/12\n", err: "Warning: 1 uncommitted change\n" },
  notFound: { err: "GraphQL: Could not resolve to a PullRequest with the number of 42. (repository.pullRequest)\n", code: 1 },
  noRepository: { err: "GraphQL: Could not resolve to a Repository with the name 'o/r'. (repository)\n", code: 1 },
  loggedOut: {
    err: "To get started with GitHub CLI, please run:  gh auth login\nAlternatively, populate the GH_TOKEN environment variable with a GitHub API authentication token.\n",
    code: 4,
  },
  rateLimit: { err: "GraphQL: API rate limit exceeded for user ID 1234.\n", code: 1 },
  secondaryLimit: {
    err: "gh: You have exceeded a secondary rate limit. Please wait a few minutes before you try again. (HTTP 403)\n",
    code: 1,
  },
  html: { err: 'non-200 OK status code: 502 Bad Gateway body: "<html>\\r\\n<head><title>502 Bad Gateway</title></head>"\n', code: 1 },
  htmlOut: { out: "<!DOCTYPE html>\n<html><head><title>Unicorn!</title></head></html>\n" },
  offline: { err: "error connecting to api.github.com\ncheck your internet connection or https://githubstatus.com\n", code: 1 },
  copilot: { out: "2345678901\n2345678999\n" },
  noReview: { out: "" },
} as const satisfies Record<string, GhAnswer>;
