#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-watch-pr-ci: waits for the checks of a pull request and Copilot's review, and says in one of eight codes how it went. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { openProgress } from "../lib/cli/progress.ts";
import { openRecord } from "../lib/flows/ci-watch/record-file.ts";
import { type WatchResult, watchPullRequest } from "../lib/flows/ci-watch/watch-pull-request.ts";
import { CheckSnapshot } from "../lib/flows/ci-watch/watch-record.ts";
import { WATCH_STATUSES } from "../lib/flows/ci-watch/watch-status.ts";
import { checksState } from "../lib/github/checks.ts";
import { systemClock } from "../lib/platform/clock.ts";

function wholeNumber(from: number, to: number) {
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,9}$/, `expected ${from} to ${to}`),
    v.transform(Number),
    v.check((number) => number >= from && number <= to, `expected ${from} to ${to}`),
  );
}

export const contract = defineContract({
  name: "x-watch-pr-ci",
  summary: "Wait for the checks of a pull request and Copilot's review.",
  flags: {
    "pr-number": { value: "n", help: "the pull request", schema: wholeNumber(1, 999_999_999) },
    "timeout-seconds": {
      value: "s",
      optional: true,
      help: "give up after that long, 60 to 7200 (default: 1800)",
      schema: v.optional(wholeNumber(60, 7200)),
    },
    "timeout-minutes": {
      value: "m",
      optional: true,
      unlisted: true,
      help: "the same in minutes, 1 to 120",
      schema: v.optional(wholeNumber(1, 120)),
    },
    "poll-interval-seconds": {
      value: "s",
      optional: true,
      help: "time between looks, 15 to 300 (default: 60)",
      schema: v.optional(wholeNumber(15, 300), "60"),
    },
    "require-copilot-review": {
      value: "true|false",
      optional: true,
      help: "wait for its review too (default: true)",
      schema: v.optional(v.picklist(["true", "false"], "expected true or false"), "true"),
    },
    "copilot-review-timeout": {
      value: "s",
      optional: true,
      unlisted: true,
      help: "wait for the review at most this long, 0 to 7200 (default: 900)",
      schema: v.optional(wholeNumber(0, 7200), "900"),
    },
    "state-file": {
      value: "path",
      optional: true,
      unlisted: true,
      help: "where the watch is kept to go on from (default: .claude/state/pr-watch-N.json)",
      schema: v.optional(v.pipe(v.string(), v.nonEmpty("expected a path"))),
    },
    "no-state-file": { unlisted: true, help: "keep nothing", schema: v.boolean() },
  },
  conflicts: [
    ["timeout-seconds", "timeout-minutes"],
    ["state-file", "no-state-file"],
  ],
  reads: [".claude/state/pr-watch-N.json", "the pull request"],
  writes: [".claude/state/pr-watch-N.json", ".claude/state/pr-watch-N.json.lock"],
  exits: {
    CI_PENDING_PROCEED: {
      code: 10,
      message: "CI_PENDING_PROCEED: {reason}, no review by Copilot after {seconds}s",
      when: "all green, no review in time",
    },
    CI_FAILED: { code: 20, message: "CI_FAILED: {failed} ({reason})", when: "a check failed, was cancelled or needs action" },
    TIMEOUT: { code: 30, message: "TIMEOUT: {reason} after {seconds}s", when: "time is up, or the rate limit does not end" },
    PR_ALREADY_MERGED: { code: 40, message: "PR_ALREADY_MERGED: pull request {number} is merged", when: "it is merged" },
    NO_CI_CONFIGURED: { code: 50, message: "NO_CI_CONFIGURED: no checks after {seconds}s", when: "no checks, none within 60 s" },
    PR_CLOSED: { code: 60, message: "PR_CLOSED: pull request {number} is closed without a merge", when: "it is closed" },
    PR_NOT_FOUND: { code: 70, message: "PR_NOT_FOUND: {reason}", when: "no such pull request, no access, or gh fails twice" },
  },
  internalErrorCode: 71,
  envelope: v.strictObject({
    status: v.picklist(WATCH_STATUSES),
    prNumber: v.pipe(v.number(), v.integer()),
    checks: v.array(CheckSnapshot),
    copilotReview: v.strictObject({ present: v.boolean(), reviewId: v.optional(v.number()) }),
    elapsedSeconds: v.pipe(v.number(), v.integer()),
  }),
  examples: ["--pr-number 42", "--pr-number 42 --timeout-minutes 30 --require-copilot-review=false --no-state-file"],
});

function envelopeOf({ status, record, elapsedSeconds }: WatchResult) {
  const { prNumber, checksSnapshot: checks, copilotReview } = record;
  return { status, prNumber, checks, copilotReview: copilotReview ?? { present: false }, elapsedSeconds };
}

function slotsOf({ record, elapsedSeconds, reason }: WatchResult) {
  const failed = record.checksSnapshot.filter((check) => checksState([check]) === "failed").map(({ name }) => name);
  return { reason, failed: failed.join(", "), seconds: String(elapsedSeconds), number: String(record.prNumber) };
}

export const run = command(contract, async ({ args, cwd, host, fail, warn, note }) => {
  const prNumber = args["pr-number"];
  const { env, signal, nowSeconds } = host;
  const limits = {
    timeoutSeconds: args["timeout-seconds"] ?? (args["timeout-minutes"] ?? 30) * 60,
    intervalSeconds: args["poll-interval-seconds"],
    requireCopilot: args["require-copilot-review"] === "true",
    copilotSeconds: args["copilot-review-timeout"],
  };
  const path = args["no-state-file"] ? undefined : resolve(cwd, args["state-file"] ?? `.claude/state/pr-watch-${prNumber}.json`);
  const progress = openProgress({ host, note });
  const aside = (text: string) => {
    progress.end();
    warn(text);
  };
  const file = openRecord(prNumber, { path, nowSeconds: nowSeconds(), limits, signal, warn: aside });
  const world = {
    at: { cwd, env, signal },
    clock: systemClock,
    file,
    nowSeconds,
    show: progress.show,
    ticks: progress.isLive,
    warn: aside,
  };
  try {
    const result = await watchPullRequest(prNumber, limits, world);
    progress.end();
    if (result.status === "SUCCESS") return envelopeOf(result);
    return fail(result.status, slotsOf(result), envelopeOf(result));
  } finally {
    progress.end();
  }
});

if (import.meta.main) main(run);
