/**
 * Purpose: what our hooks check before a commit is made (spec page 4, Git hooks).
 * Does not: change anything, or stand in the way of a merge, rebase, revert or fixup.
 * Git's environment is kept for its own read-only calls: `git commit -a`, `-- path` and linked worktrees have an index of their own.
 */
import { existsSync } from "@std/fs";
import { basename, join, resolve } from "@std/path";
import { DataError } from "../../errors.ts";
import { operationInProgress } from "../../git/operation.ts";
import { askGit, type GitAt, readGit, readList, readText, textOf } from "../../git/run-git.ts";
import { readBytesIfExists } from "../../platform/read-file.ts";
import { parseDocument } from "../../state/json-document.ts";
import { shapeProblems } from "../../state/state-shape.ts";
import { HookRuleError } from "./hooks-errors.ts";
import { branchProblem, isRework, type Message, stateProblem } from "./message-rules.ts";

/** Variables that switch rules off when they are 1 (seeds: the recovery escape). */
export const STATE_BYPASS = "CLAUDE_EXECUTION_STATE_HOOK_DISABLED";
/** See `STATE_BYPASS`. */
export const BRANCH_BYPASS = "CLAUDE_TASK_BRANCH_HOOK_DISABLED";

/** What was looked at. */
export interface HookReport {
  /** Staged state files. */
  readonly states: readonly string[];
  /** Why rules did not apply: a bypass variable, or what git is in the middle of. */
  readonly skipped: readonly string[];
}

/** The commit-msg hook; `messageFile` as git gives it. Throws `HookRuleError`. */
export async function checkMessage(at: GitAt, messageFile: string): Promise<HookReport> {
  const bytes = readBytesIfExists(resolve(at.cwd, messageFile));
  if (bytes === undefined) throw new DataError(`no such file: ${messageFile}`);
  const text = new TextDecoder().decode(bytes);
  const rework = isRework(text) ? "a fixup, squash or revert" : await reworkInProgress(at);
  if (rework !== undefined) return { states: [], skipped: [rework] };
  const states = isOff(at, STATE_BYPASS) ? [] : (await stagedStates(at)).map(({ path }) => path);
  const branch = isOff(at, BRANCH_BYPASS) ? undefined : await askGit(at, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  const message: Message = { text, trailers: await readText(at, ["interpret-trailers", "--parse", "--no-divider"], { stdin: bytes }) };
  refuse("commit-msg", [
    [stateProblem(message, states), STATE_BYPASS],
    [branchProblem(message, branch), BRANCH_BYPASS],
  ]);
  return { states, skipped: [STATE_BYPASS, BRANCH_BYPASS].filter((name) => isOff(at, name)) };
}

/** The pre-commit hook: what is staged of state files can be read by every skill. Throws `HookRuleError`. */
export async function checkStaged(at: GitAt): Promise<HookReport> {
  if (isOff(at, STATE_BYPASS)) return { states: [], skipped: [STATE_BYPASS] };
  const states = await stagedStates(at);
  const problems: string[] = [];
  for (const { path, blob } of states) problems.push(...(await problemsOf(at, path, blob)));
  refuse("pre-commit", problems.length === 0 ? [] : [[problems.join("; "), STATE_BYPASS]]);
  return { states: states.map(({ path }) => path), skipped: [] };
}

function refuse(hook: string, problems: readonly (readonly [problem: string | undefined, bypass: string])[]): void {
  const found = problems.filter(([problem]) => problem !== undefined);
  if (found.length === 0) return;
  const bypasses = found.map(([, bypass]) => `${bypass}=1`).join(" ");
  throw new HookRuleError(`${hook}: ${found.map(([problem]) => problem).join("; ")} (recovery: ${bypasses})`);
}

function isOff({ env }: GitAt, name: string): boolean {
  return env[name] === "1";
}

/** Commits that git makes from commits: they carry their trailers, or are older than the rule. */
async function reworkInProgress(at: GitAt): Promise<string | undefined> {
  const gitDir = await readText(at, ["rev-parse", "--absolute-git-dir"]);
  const operation = operationInProgress(gitDir);
  if (operation !== undefined && operation !== "bisect") return `a ${operation} in progress`;
  return existsSync(join(gitDir, "SQUASH_MSG")) ? "a squash merge" : undefined;
}

interface StagedState {
  readonly path: string;
  readonly blob: string;
}

const REGULAR_FILE = /^:\d+ 100\d+ /;

/** Regular files of that name, added or changed by the commit. */
async function stagedStates(at: GitAt): Promise<readonly StagedState[]> {
  const args = [
    "diff",
    "--cached",
    "--raw",
    "-z",
    "--no-abbrev",
    "--no-renames",
    "--no-relative",
    "--no-ext-diff",
    "--diff-filter=d",
    "--",
  ];
  const parts = await readList(at, args);
  return parts.flatMap((head, i) => {
    const path = parts[i + 1];
    if (i % 2 === 1 || path === undefined || basename(path) !== "execution-state.json" || !REGULAR_FILE.test(head)) return [];
    return [{ path, blob: head.split(" ")[3]! }];
  });
}

async function problemsOf(at: GitAt, path: string, blob: string): Promise<readonly string[]> {
  const args = ["cat-file", "blob", blob];
  const ended = await readGit(at, args);
  textOf(args, ended);
  try {
    return shapeProblems(parseDocument(ended.stdout.bytes, path)).map((problem) => `${path}: ${problem}`);
  } catch (error) {
    if (error instanceof DataError) return [error.message];
    throw error;
  }
}
