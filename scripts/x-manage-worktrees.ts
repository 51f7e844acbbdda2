#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-manage-worktrees: git worktrees of the repository, one folder per branch, made and removed without losing work. */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { PlainText } from "../lib/cli/envelope.ts";
import { escapeLine } from "../lib/cli/escape.ts";
import { main } from "../lib/cli/main.ts";
import { openSlowProgress } from "../lib/cli/slow-progress.ts";
import { UsageError } from "../lib/errors.ts";
import { readConfig } from "../lib/flows/config/read-config.ts";
import { cleanupWorktrees } from "../lib/flows/worktrees/cleanup-worktrees.ts";
import { createWorktree } from "../lib/flows/worktrees/create-worktree.ts";
import { detectContext } from "../lib/flows/worktrees/detect-context.ts";
import { removeWorktree } from "../lib/flows/worktrees/remove-worktree.ts";
import { WorktreeRefusedError } from "../lib/flows/worktrees/worktree-errors.ts";
import { isWorktreeId } from "../lib/flows/worktrees/worktree-id.ts";
import { mainPathOf, openPlace } from "../lib/flows/worktrees/worktree-place.ts";
import {
  CleanupReport,
  ContextReport,
  cleanupReport,
  ListReport,
  listReport,
  RemoveReport,
  removeReport,
} from "../lib/flows/worktrees/worktree-report.ts";
import { worktreeInfos } from "../lib/flows/worktrees/worktree-status.ts";
import { worktreeTable } from "../lib/flows/worktrees/worktree-table.ts";
import { BranchNameError, GitError, NotARepositoryError } from "../lib/git/git-errors.ts";
import { openRepository } from "../lib/git/repository.ts";

/** The flags that each action takes; `list --base x` is a mistake that must not pass in silence. */
const ACTIONS = {
  create: ["branch", "base", "id", "root"],
  list: ["json", "root"],
  remove: ["id", "force", "root"],
  cleanup: ["dry-run", "stale", "root"],
  "detect-context": [],
} as const;
type Action = keyof typeof ACTIONS;

/** Only of new ones: what is there may have any name. */
const ID_RULE = "expected letters, digits, '.', '_' and '-'";

const isSwitch = v.boolean();
const name = v.optional(v.pipe(v.string(), v.nonEmpty("expected a name")));

export const contract = defineContract({
  name: "x-manage-worktrees",
  summary: "Make, list and remove git worktrees without losing work.",
  operands: [
    {
      name: "action",
      help: Object.keys(ACTIONS).join(", "),
      schema: v.pipe(v.string(), v.picklist(Object.keys(ACTIONS), "expected create, list, remove, cleanup or detect-context")),
    },
  ],
  flags: {
    branch: { value: "name", optional: true, help: "create: the branch; made from the base if it is new", schema: name },
    base: { value: "name", optional: true, help: "create: what a new branch starts from (default: develop)", schema: name },
    id: {
      value: "id",
      optional: true,
      help: "create, remove: the folder's name (default: the branch without feat/, fix/ …)",
      schema: v.optional(v.pipe(v.string(), v.regex(/^(?!\.{1,2}$)[^/]+$/, "expected one folder name"))),
    },
    root: { value: "path", optional: true, help: "folder of the worktrees (default: .claude/worktrees)", schema: name },
    force: { help: "remove: even if something is lost", schema: isSwitch },
    "dry-run": { help: "cleanup: only say what would be removed", schema: isSwitch },
    stale: { help: "cleanup: also what was left alone for 7 days", schema: isSwitch },
    json: { help: "list: JSON, also on a terminal", schema: isSwitch },
  },
  reads: ["x-skills.json", "the git repository"],
  writes: [".claude/worktrees/<id>/", "the git repository", "<git dir>/info/exclude", "<git dir>/x-skills/worktrees.json"],
  exits: {
    REFUSED: { code: 1, message: "{problem}", when: "not made or not removed; nothing is lost" },
    NOT_A_REPOSITORY: { code: 1, message: "{problem}", when: "the folder is in no git repository" },
    GIT_FAILED: { code: 1, message: "{problem}", when: "git itself says no" },
  },
  envelope: v.union([ContextReport, ListReport, RemoveReport, CleanupReport]),
  examples: ["create --branch feat/task-0049-0005-001-parser", "cleanup --dry-run"],
});

const EXIT_OF = [
  [WorktreeRefusedError, "REFUSED"],
  [NotARepositoryError, "NOT_A_REPOSITORY"],
  [GitError, "GIT_FAILED"],
] as const;

export const run = command(contract, async ({ args, operands, cwd, host, warn, note, fail }) => {
  const action = operands[0] as Action;
  assertBelongs(action, args);
  const progress = openSlowProgress({ host, note });
  const at = { cwd, env: host.env, signal: host.signal };
  try {
    if (action === "detect-context") return await detectContext(at);
    const { worktreeRoot, protectedBranches } = readConfig(await mainPathOf(await openRepository(at)));
    const place = await openPlace(at, args.root ?? worktreeRoot);
    const request = { nowSeconds: host.nowSeconds(), protectedBranches };
    switch (action) {
      case "create": {
        if (args.branch === undefined) throw new UsageError("missing flag --branch");
        if (args.id !== undefined && !isWorktreeId(args.id)) throw new UsageError(`malformed --id '${args.id}': ${ID_RULE}`);
        const { path } = await createWorktree(
          place,
          { ...request, branch: args.branch, base: args.base ?? "develop", id: args.id },
          { warn, note: progress.show },
        );
        return new PlainText(`${host.isTerminal(1) ? escapeLine(path) : path}\n`);
      }
      case "list": {
        const report = listReport(await worktreeInfos(place, request));
        return args.json || !host.isTerminal(1) ? report : new PlainText(worktreeTable(report.worktrees, escapeLine));
      }
      case "remove": {
        if (args.id === undefined) throw new UsageError("missing flag --id");
        return removeReport(await removeWorktree(place, args.id, { force: args.force }));
      }
      case "cleanup":
        return cleanupReport(args["dry-run"], await cleanupWorktrees(place, { ...request, dryRun: args["dry-run"], stale: args.stale }));
    }
  } catch (error) {
    if (error instanceof BranchNameError) throw new UsageError(error.message);
    const exit = EXIT_OF.find(([kind]) => error instanceof kind);
    throw exit === undefined ? error : fail(exit[1], { problem: (error as Error).message });
  } finally {
    progress.end();
  }
});

function assertBelongs(action: Action, args: Readonly<Record<string, unknown>>): void {
  const own: readonly string[] = ACTIONS[action];
  const stray = Object.keys(args).find((flag) => args[flag] !== undefined && args[flag] !== false && !own.includes(flag));
  if (stray !== undefined) throw new UsageError(`--${stray} does not go with ${action}`);
}

if (import.meta.main) main(run);
