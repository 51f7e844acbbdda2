/**
 * Purpose: one commit of what is staged, or of some paths whatever else is staged, after the project's own checks.
 * Order, under the lock of the working tree's commits: what is to be committed, signer, chain, staging, `git commit` with its hooks. Until the chain has passed the index is not
 *   touched; when git then makes no commit, it is put back to how it was.
 * Failures: `NothingStagedError`, `CommitPathError`, `ChainFailedError`, `CommitFailedError`, `CheckoutChangedError`, `GitError`, `LockTimeoutError`.
 */

import { ensureDirSync } from "@std/fs";
import { join } from "@std/path";
import { IoError } from "../../errors.ts";
import { GitError } from "../../git/git-errors.ts";
import { type Head, readHead } from "../../git/head.ts";
import { resetPaths, type SavedIndex, saveIndex, stagePaths, withIndexWithout } from "../../git/index-file.ts";
import { operationInProgress } from "../../git/operation.ts";
import type { Checkout } from "../../git/repository.ts";
import { readList } from "../../git/run-git.ts";
import { signingProblem } from "../../git/signer.ts";
import { stagedPaths } from "../../git/staged.ts";
import { readStatus, type StatusEntry } from "../../git/status.ts";
import { lockExclusive } from "../../platform/file-lock.ts";
import type { Voice } from "../voice.ts";
import { type Chain, type ChainStep, runChain } from "./chain.ts";
import { assertTracked, type Choice, choosePaths, covers } from "./choose-paths.ts";
import { CommitFailedError, NothingStagedError } from "./commit-errors.ts";
import { type MessageParts, messageOf } from "./commit-message.ts";
import { makeCommit } from "./make-commit.ts";
import { contentsOf, warnOfPartly } from "./partly-staged.ts";

export interface CommitRequest extends MessageParts {
  /** From the top, files or folders; none: all that is staged. */
  readonly paths: readonly string[];
  readonly amend: boolean;
  readonly chain: Chain;
  /** The caller has made sure that signing works, or is not asked for. */
  readonly canSign?: boolean;
}

export interface Committed {
  readonly sha: string;
  /** Absent when HEAD is detached. */
  readonly branch: string | undefined;
  readonly chain: readonly ChainStep[];
}

/** One commit at a time in a working tree: what one caller stages must not end in the commit of another. */
const WAIT_MS = 300_000;

/** Makes the commit. `warn` gets what is worth knowing and stops nothing, `note` the steps of the chain as they begin. */
export async function commitChanges(checkout: Checkout, request: CommitRequest, voice: Voice): Promise<Committed> {
  const folder = join(checkout.layout.gitDir, "x-skills");
  ensureDirSync(folder);
  const lock = await lockExclusive(join(folder, "commit"), { timeoutMs: WAIT_MS, signal: checkout.signal });
  try {
    return await commitAlone(checkout, request, voice);
  } finally {
    lock.release();
  }
}

async function commitAlone(checkout: Checkout, request: CommitRequest, voice: Voice): Promise<Committed> {
  const { paths, amend } = request;
  const status = await readStatus(checkout);
  assertMerged(status);
  if (paths.length > 0) await assertPaths(checkout, paths, status);
  const choice = choosePaths(status, paths);
  if (choice.staged.length + choice.unstaged.length === 0 && !amend) throw new NothingStagedError();
  const problem = request.canSign ? undefined : await signingProblem(checkout);
  if (problem !== undefined) throw new CommitFailedError("signing", problem);

  const before = contentsOf(checkout, choice.partly);
  const chain = await runChain(request.chain, { env: checkout.env, signal: checkout.signal, note: voice.note });
  warnOfPartly(before, contentsOf(checkout, choice.partly), voice.warn);

  const head = await readHead(checkout);
  const hasRun = chain.some((step) => step.status === "passed");
  await stageAndCommit(checkout, request, { choice, head, hasRun });
  const { sha } = await readHead(checkout);
  return { sha: sha!, branch: head.branch, chain };
}

/** Staging a file with conflicts would call them resolved. */
function assertMerged(status: readonly StatusEntry[]): void {
  const unmerged = status.filter(({ index }) => index === "U").map(({ path }) => path);
  if (unmerged.length > 0) throw new CommitFailedError("unmerged", `commit failed: unresolved conflict in ${unmerged.join(", ")}`);
}

/** With paths, what else is staged stays staged and out; git itself refuses that during a merge. */
async function assertPaths(checkout: Checkout, paths: readonly string[], status: readonly StatusEntry[]): Promise<void> {
  const operation = operationInProgress(checkout.layout.gitDir);
  if (operation === "merge") throw new CommitFailedError("unmerged", "commit failed: cannot commit single paths during a merge");
  const unknown = paths.filter((path) => !status.some((entry) => covers(path, entry.path)));
  if (unknown.length > 0) assertTracked(checkout.top, unknown, await readList(checkout, ["ls-files", "-z", "--", ...unknown]));
}

interface Plan {
  readonly choice: Choice;
  readonly head: Head;
  /** Whether the chain may have changed files. */
  readonly hasRun: boolean;
}

async function stageAndCommit(checkout: Checkout, request: CommitRequest, plan: Plan): Promise<void> {
  const { partly, others } = plan.choice;
  const saved = saveIndex(checkout);
  try {
    await stagePaths(checkout, await toStage(checkout, plan));
    const paths = await committedPaths(checkout, request, plan);
    if (paths.length === 0 && !request.amend) throw new NothingStagedError();
    const message = messageOf(request, plan.head.sha ?? "0".repeat(40), paths);
    const call = { message, amend: request.amend, whole: paths.filter((path) => !partly.includes(path)) };
    if (others.length === 0) return await makeCommit(checkout, call);
    await withIndexWithout(checkout, others, (indexFile) => makeCommit(checkout, { ...call, indexFile }));
    await resetPaths(checkout, paths);
  } catch (error) {
    const failure = asBusy(error);
    if (!(failure instanceof CommitFailedError && failure.kind === "index-lock")) restoreIfFree(saved);
    throw failure;
  }
}

/** Where a killed git left its lock, the failure that led here says more than that the index cannot be put back. */
function restoreIfFree(saved: SavedIndex): void {
  try {
    saved.restore();
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
  }
}

/** What the commit changes; git is asked only where it is not known already. */
async function committedPaths(checkout: Checkout, { amend }: CommitRequest, { choice, head, hasRun }: Plan): Promise<readonly string[]> {
  if (!amend && !hasRun) return [...choice.staged, ...choice.unstaged];
  const staged = await stagedPaths(checkout, head, { amend });
  return staged.filter((path) => !choice.others.includes(path));
}

/** Staging waits for a busy index as the commit does, and then says the same. */
function asBusy(error: unknown): unknown {
  const path = error instanceof GitError ? /'([^'\n]+index\.lock)': File exists/.exec(error.reason)?.[1] : undefined;
  return path === undefined ? error : new CommitFailedError("index-lock", `index.lock busy: ${path}`);
}

/** What was asked for and is not staged yet, and what was staged as a whole and was changed since, by the chain. */
async function toStage(checkout: Checkout, { choice, hasRun }: Plan): Promise<readonly string[]> {
  const { staged, unstaged, partly } = choice;
  if (!hasRun) return unstaged;
  const whole = new Set(staged.filter((path) => !partly.includes(path)));
  const changed = (await readStatus(checkout)).filter(({ path, worktree }) => whole.has(path) && worktree !== ".");
  return [...unstaged, ...changed.map(({ path }) => path)];
}
