#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-hooks: git hooks that keep state files valid and signed, and the merge driver; put in, looked at, taken away. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { UsageError } from "../lib/errors.ts";
import { HOOKS, type HookName } from "../lib/flows/hooks/hook-script.ts";
import { HookRuleError, HooksRefusedError } from "../lib/flows/hooks/hooks-errors.ts";
import {
  InstallReport,
  installReport,
  RunReport,
  runReport,
  StatusReport,
  statusReport,
  UninstallReport,
  uninstallReport,
} from "../lib/flows/hooks/hooks-report.ts";
import { hooksStatus } from "../lib/flows/hooks/hooks-status.ts";
import { installHooks } from "../lib/flows/hooks/install-hooks.ts";
import { checkMessage, checkStaged } from "../lib/flows/hooks/run-hook.ts";
import { uninstallHooks } from "../lib/flows/hooks/uninstall-hooks.ts";
import { GitError, NotARepositoryError } from "../lib/git/git-errors.ts";
import { openRepository } from "../lib/git/repository.ts";

/** The flags that each action takes. */
const ACTIONS = {
  install: ["hooks-dir", "ignore-locks", "merge-driver"],
  uninstall: ["hooks-dir"],
  status: ["hooks-dir"],
  run: [],
} as const;
type Action = keyof typeof ACTIONS;

const isSwitch = v.boolean();

export const contract = defineContract({
  name: "x-hooks",
  summary: "Install git hooks that keep execution-state.json valid and its commits signed.",
  operands: [
    {
      name: "action",
      help: Object.keys(ACTIONS).join(", "),
      schema: v.pipe(v.string(), v.picklist(Object.keys(ACTIONS), "expected install, uninstall, status or run")),
    },
    {
      name: "hook",
      help: "run: which one; git calls it",
      optional: true,
      schema: v.pipe(v.string(), v.picklist(HOOKS, "expected commit-msg or pre-commit")),
    },
    { name: "message-file", help: "run commit-msg: the file with the message", optional: true, schema: v.string() },
  ],
  flags: {
    "hooks-dir": {
      value: "dir",
      optional: true,
      help: "folder of the hooks (default: the one that git uses)",
      schema: v.optional(v.pipe(v.string(), v.nonEmpty("expected a folder"))),
    },
    "ignore-locks": { help: "install: also add *.json.lock to .gitignore", schema: isSwitch },
    "merge-driver": { help: "install: also merge state files with x-merge-state", schema: isSwitch },
  },
  reads: ["the git repository", "what is staged"],
  writes: ["<hooks>/commit-msg", "<hooks>/pre-commit", ".gitignore", ".gitattributes", "<git dir>/config", "<git dir>/x-skills/hooks.json"],
  exits: {
    RULE: { code: 1, message: "{problem}", when: "run: the commit must not be made" },
    INCOMPLETE: { code: 1, message: "{problem}", when: "status: something is missing or foreign" },
    REFUSED: { code: 1, message: "{problem}", when: "install: not without losing a hook; nothing was changed" },
    NOT_A_REPOSITORY: { code: 1, message: "{problem}", when: "the folder is in no git repository" },
    GIT_FAILED: { code: 1, message: "{problem}", when: "git itself says no" },
  },
  envelope: v.union([InstallReport, UninstallReport, StatusReport, RunReport]),
  examples: ["install --ignore-locks --merge-driver", "status", "run commit-msg .git/COMMIT_EDITMSG"],
});

const EXIT_OF = [
  [HookRuleError, "RULE"],
  [HooksRefusedError, "REFUSED"],
  [NotARepositoryError, "NOT_A_REPOSITORY"],
  [GitError, "GIT_FAILED"],
] as const;

export const run = command(contract, async ({ args, operands: [action, hook, file], cwd, host, warn, note, fail }) => {
  assertBelongs(action as Action, args, hook);
  const at = { cwd, env: host.env, signal: host.signal };
  const hooksDir = args["hooks-dir"] === undefined ? undefined : resolve(cwd, args["hooks-dir"]);
  try {
    if (action === "run") return runReport(hook as HookName, await check({ ...at, keepRepository: true }, hook as HookName, file));
    const repository = await openRepository(at);
    if (action === "uninstall") return uninstallReport(await uninstallHooks(repository, hooksDir));
    if (action === "status") {
      const status = await hooksStatus(repository, hooksDir);
      if (status.problems.length > 0) fail("INCOMPLETE", { problem: status.problems.join("; ") }, statusReport(status));
      return statusReport(status);
    }
    const installed = await installHooks(repository, { hooksDir, ignoreLocks: args["ignore-locks"], mergeDriver: args["merge-driver"] });
    for (const { file: where, line } of installed.add) note(`add to ${where}: ${line}`);
    for (const warning of installed.warnings) warn(warning);
    return installReport(installed);
  } catch (error) {
    const exit = EXIT_OF.find(([kind]) => error instanceof kind);
    throw exit === undefined ? error : fail(exit[1], { problem: (error as Error).message });
  }
});

function check(at: Parameters<typeof checkStaged>[0], hook: HookName, file: string | undefined): ReturnType<typeof checkStaged> {
  if (hook === "pre-commit") return checkStaged(at);
  if (file === undefined) throw new UsageError("commit-msg needs the file with the message");
  return checkMessage(at, file);
}

function assertBelongs(action: Action, args: Readonly<Record<string, unknown>>, hook: string | undefined): void {
  const own: readonly string[] = ACTIONS[action];
  const stray = Object.keys(args).find((flag) => args[flag] !== undefined && args[flag] !== false && !own.includes(flag));
  if (stray !== undefined) throw new UsageError(`--${stray} does not go with ${action}`);
  if (action !== "run" && hook !== undefined) throw new UsageError(`unexpected argument '${hook}'`);
  if (action === "run" && hook === undefined) throw new UsageError("run needs the name of a hook");
}

if (import.meta.main) main(run);
