#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-create-pr: pushes the current task or story branch and opens its pull request, once. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { openProgress } from "../lib/cli/progress.ts";
import { UsageError } from "../lib/errors.ts";
import { ensurePullRequest } from "../lib/flows/pull-request/create-pull-request.ts";
import { PullRequestError } from "../lib/flows/pull-request/pull-request-error.ts";
import { MAX_TITLE, titleLength } from "../lib/flows/pull-request/pull-request-text.ts";
import { BranchNameError, CheckoutChangedError, GitError, NotARepositoryError, NoWorkTreeError } from "../lib/git/git-errors.ts";
import { readTextIfExists } from "../lib/platform/read-file.ts";
import { AnyTaskId } from "../lib/story/ids.ts";

const name = v.optional(v.pipe(v.string(), v.nonEmpty("expected a name")));

export const contract = defineContract({
  name: "x-create-pr",
  summary: "Push the current task or story branch and open its pull request with gh.",
  flags: {
    task: { value: "id", optional: true, help: "the task, TASK-XXXX-YYYY-NNN, named in title and body", schema: v.optional(AnyTaskId) },
    "target-branch": { value: "branch", optional: true, help: "where it goes (default: develop, else the default branch)", schema: name },
    draft: { help: "open it as a draft", schema: v.boolean() },
    title: {
      value: "text",
      optional: true,
      help: `at most ${MAX_TITLE} characters (default: the last commit's subject)`,
      schema: v.optional(
        v.pipe(
          v.string(),
          v.check((text) => text.trim() !== "", "expected text"),
          v.check((text) => !/[\u0000-\u001f\u007f]/.test(text), "expected one line"),
          v.check((text) => titleLength(text) <= MAX_TITLE, `expected at most ${MAX_TITLE} characters`),
        ),
      ),
    },
    body: {
      value: "text",
      optional: true,
      unlisted: true,
      help: "description (default: task and commits)",
      schema: v.optional(v.string()),
    },
    "body-file": { value: "path", optional: true, unlisted: true, help: "file with the description", schema: name },
    "auto-merge": {
      value: "merge|squash|rebase",
      optional: true,
      unlisted: true,
      help: "have it merged as soon as its checks allow it",
      schema: v.optional(v.picklist(["merge", "squash", "rebase"], "expected merge, squash or rebase")),
    },
    reviewer: {
      value: "login",
      optional: true,
      repeatable: true,
      unlisted: true,
      help: "ask for a review (repeatable)",
      schema: v.optional(v.array(v.pipe(v.string(), v.regex(/^@?[\w.-]+(?:\/[\w.-]+)?$/, "expected a login or team"))), []),
    },
  },
  conflicts: [["body", "body-file"]],
  reads: ["the repository", "the body file"],
  writes: ["the remote branch", "the pull request"],
  exits: { FAILED: { code: 1, message: "{problem}", when: "no pull request, with the reason of git or gh" } },
  envelope: v.strictObject({
    prNumber: v.pipe(v.number(), v.integer()),
    prUrl: v.string(),
    targetBranch: v.string(),
    autoMergeEnabled: v.boolean(),
    created: v.boolean(),
  }),
  unanswered: ({ prUrl }) => `Pull request is at ${prUrl}`,
  examples: ["--task TASK-0049-0005-001 --target-branch develop", "--title 'Lock the state file' --body-file notes.md --auto-merge squash"],
});

const FAILURES = [PullRequestError, GitError, NotARepositoryError, NoWorkTreeError, CheckoutChangedError];

export const run = command(contract, async ({ args, cwd, host, fail, warn, note }) => {
  const file = args["body-file"];
  const text = file === undefined ? args.body : readTextIfExists(resolve(cwd, file));
  if (file !== undefined && text === undefined) throw new UsageError(`no such file: --body-file ${file}`);
  const { task: taskId, "target-branch": targetBranch, draft: isDraft, title, "auto-merge": autoMerge, reviewer: reviewers } = args;
  const wish = { taskId, targetBranch, title, body: text, isDraft, autoMerge, reviewers };
  const progress = openProgress({ host, note });
  try {
    return await ensurePullRequest(wish, {
      at: { cwd, env: host.env, signal: host.signal },
      show: progress.show,
      warn: (message) => {
        progress.end();
        warn(message);
      },
    });
  } catch (error) {
    progress.end();
    if (error instanceof BranchNameError) throw new UsageError(error.message);
    if (FAILURES.some((kind) => error instanceof kind)) fail("FAILED", { problem: (error as Error).message });
    throw error;
  } finally {
    progress.end();
  }
});

if (import.meta.main) main(run);
