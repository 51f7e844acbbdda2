import { expect, test } from "bun:test";
import { failureKind, failureReason } from "../../lib/github/gh-failure.ts";
import { GH } from "./answers.ts";

test.each<[string, { readonly err?: string; readonly code?: number }, string, string | undefined]>([
  ["no such pull request", GH.notFound, "final", "Could not resolve to a PullRequest with the number of 42. (repository.pullRequest)"],
  ["no such repository", GH.noRepository, "final", "Could not resolve to a Repository with the name 'o/r'. (repository)"],
  ["logged out", GH.loggedOut, "final", "To get started with GitHub CLI, please run:  gh auth login"],
  ["rate limit", GH.rateLimit, "rate-limit", "API rate limit exceeded for user ID 1234."],
  [
    "secondary rate limit, as 403",
    GH.secondaryLimit,
    "rate-limit",
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. (HTTP 403)",
  ],
  [
    "too many requests",
    { err: "HTTP 429: slow down (https://api.github.com/graphql)\n", code: 1 },
    "rate-limit",
    "HTTP 429: slow down (https://api.github.com/graphql)",
  ],
  [
    "no access",
    { err: "gh: Resource not accessible by integration (HTTP 403)\n", code: 1 },
    "final",
    "Resource not accessible by integration (HTTP 403)",
  ],
  ["not found", { err: "gh: Not Found (HTTP 404)\n", code: 1 }, "final", "Not Found (HTTP 404)"],
  [
    "no repository here",
    { err: "fatal: not a git repository (or any of the parent directories): .git\n", code: 1 },
    "final",
    "fatal: not a git repository (or any of the parent directories): .git",
  ],
  ["offline", GH.offline, "other", "error connecting to api.github.com"],
  [
    "server trouble",
    { err: "HTTP 502: Bad Gateway (https://api.github.com/graphql)\n", code: 1 },
    "other",
    "HTTP 502: Bad Gateway (https://api.github.com/graphql)",
  ],
  ["nothing said", { err: "\n", code: 1 }, "other", undefined],
  ["only a warning", { err: "Warning: 3 uncommitted changes\n", code: 1 }, "other", undefined],
])("%s", (_, { err = "", code }, kind, reason) => {
  expect(failureKind(code, err)).toBe(kind as never);
  expect(failureReason(err)).toBe(reason as never);
});

test("a page of HTML is cut", () => {
  const reason = failureReason(`${GH.html.err.trim()}${"x".repeat(5000)}`)!;
  expect(reason.length).toBe(201);
  expect(reason).toStartWith("non-200 OK status code: 502 Bad Gateway");
});
