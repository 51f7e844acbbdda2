#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-commit-changes: one commit, checked before, with the message and the trailers that the project's rules ask for. */
import { join } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { openSlowProgress } from "../lib/cli/slow-progress.ts";
import { CHAIN_STEPS } from "../lib/flows/commit/chain.ts";
import { type Committed, commitChanges } from "../lib/flows/commit/commit-changes.ts";
import { ChainFailedError, CommitFailedError, CommitPathError, NothingStagedError } from "../lib/flows/commit/commit-errors.ts";
import { Footer, pathFromTop, Scope, Subject } from "../lib/flows/commit/commit-flags.ts";
import { COMMIT_TYPES, nonImperative, TDD_TAGS } from "../lib/flows/commit/commit-message.ts";
import { readConfig } from "../lib/flows/config/read-config.ts";
import { CheckoutChangedError, GitError, NotARepositoryError, NoWorkTreeError } from "../lib/git/git-errors.ts";
import { readSubject } from "../lib/git/head.ts";
import { openCheckout } from "../lib/git/repository.ts";
import { AnyTaskId } from "../lib/story/ids.ts";

const isSwitch = v.boolean();

export const contract = defineContract({
  name: "x-commit-changes",
  summary: "Commit what is staged: format, lint and compile first, then git with its hooks.",
  flags: {
    type: {
      value: COMMIT_TYPES.join("|"),
      help: "kind of change",
      schema: v.picklist(COMMIT_TYPES, `expected ${COMMIT_TYPES.join(", ")}`),
    },
    subject: {
      value: "text",
      help: "what the commit does: imperative, at most 72 characters, no final period",
      schema: Subject,
    },
    task: { value: "id", optional: true, help: "the task it belongs to; its id is the scope", schema: v.optional(AnyTaskId) },
    scope: {
      value: "name",
      optional: true,
      help: "the part of the project it is about",
      schema: v.optional(Scope),
    },
    tdd: {
      value: TDD_TAGS.join("|"),
      optional: true,
      unlisted: true,
      help: "tag of the subject; RED leaves compile out",
      schema: v.optional(v.picklist(TDD_TAGS, `expected ${TDD_TAGS.join(", ")}`)),
    },
    body: { value: "text", optional: true, help: "what the subject does not say", schema: v.optional(v.string(), "") },
    footer: {
      value: "K=V",
      optional: true,
      repeatable: true,
      unlisted: true,
      help: "a trailer (repeatable)",
      schema: v.optional(v.array(Footer), []),
    },
    "skip-chain": { unlisted: true, help: "without format, lint and compile; git hooks still run", schema: isSwitch },
    amend: { unlisted: true, help: "replace the last commit", schema: isSwitch },
    path: {
      value: "path",
      optional: true,
      repeatable: true,
      help: "commit just this, whatever else is staged (repeatable)",
      schema: v.optional(v.array(v.pipe(v.string(), v.nonEmpty("expected a path"))), []),
    },
  },
  anyOf: [["task", "scope"]],
  conflicts: [["task", "scope"]],
  reads: ["x-skills.json", "the git repository"],
  writes: ["the git repository", "files that the format command changes"],
  exits: {
    NOTHING_STAGED: { code: 1, message: "No staged files for commit" },
    CHAIN_FAILED: { code: 1, message: "{problem}", when: "format, lint or compile failed; the index is as it was" },
    COMMIT_FAILED: { code: 1, message: "{problem}", when: "a hook, the signer or git itself says no" },
    NO_SUCH_PATH: { code: 1, message: "{problem}", when: "--path is outside, ignored or nowhere" },
    NO_REPOSITORY: { code: 1, message: "{problem}", when: "no git working tree here, or it changed under us" },
  },
  envelope: v.strictObject({
    commitSha: v.string(),
    branch: v.nullable(v.string()),
    subject: v.string(),
    chain: v.array(v.strictObject({ step: v.picklist(CHAIN_STEPS), status: v.picklist(["passed", "skipped"]), ms: v.number() })),
  }),
  unanswered: ({ commitSha }) => `Committed ${commitSha}`,
  examples: [
    '--task TASK-0049-0005-001 --type feat --subject "parse the header"',
    '--scope parser --type test --subject "add failing test UT-1" --tdd RED --path test/parser.test.ts',
  ],
});

const EXIT_OF = [
  [NothingStagedError, "NOTHING_STAGED"],
  [ChainFailedError, "CHAIN_FAILED"],
  [CommitFailedError, "COMMIT_FAILED"],
  [GitError, "COMMIT_FAILED"],
  [CommitPathError, "NO_SUCH_PATH"],
  [NotARepositoryError, "NO_REPOSITORY"],
  [NoWorkTreeError, "NO_REPOSITORY"],
  [CheckoutChangedError, "NO_REPOSITORY"],
] as const;

function reportOf({ sha, branch, chain }: Committed, subject: string) {
  return { commitSha: sha, branch: branch ?? null, subject, chain: [...chain] };
}

export const run = command(contract, async ({ args, cwd, host, warn, note, fail }) => {
  const progress = openSlowProgress({ host, note });
  try {
    const checkout = await openCheckout({ cwd, env: host.env, signal: host.signal });
    const { commands, timeouts, workdir } = readConfig(checkout.top);
    const { format, lint, compile } = args["skip-chain"] ? {} : commands;
    const wrong = nonImperative(args.subject);
    if (wrong !== undefined) warn(`subject is not imperative: '${wrong.word}', better '${wrong.verb}'`);
    const committed = await commitChanges(
      checkout,
      {
        ...args,
        scope: args.task ?? args.scope ?? "",
        footers: args.footer,
        paths: args.path.map((path) => pathFromTop(checkout.top, cwd, path)),
        chain: {
          commands: { format, lint, compile: args.tdd === "RED" ? undefined : compile },
          cwd: join(checkout.top, workdir),
          timeoutMs: timeouts.command * 1000,
        },
      },
      { warn, note: (step) => progress.show(`Running ${step}`) },
    );
    return reportOf(committed, await readSubject(checkout, committed.sha));
  } catch (error) {
    const exit = EXIT_OF.find(([kind]) => error instanceof kind);
    throw exit === undefined ? error : fail(exit[1], { problem: (error as Error).message });
  } finally {
    progress.end();
  }
});

if (import.meta.main) main(run);
