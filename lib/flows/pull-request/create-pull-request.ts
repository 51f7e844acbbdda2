/**
 * Purpose: the current branch as a pull request: pushed, opened, or found open already; the same call again changes nothing.
 * Does not: commit, or touch a pull request that is open but for its automatic merge.
 * Failures: `PullRequestError`, `UsageError` for a branch name, `MissingProgramError`, what git itself throws.
 */
import { checkBranchName, localBranch, originBranch, targetBranch } from "../../git/branches.ts";
import { readHead } from "../../git/head.ts";
import { type Checkout, openCheckout } from "../../git/repository.ts";
import { type GitAt, readText } from "../../git/run-git.ts";
import { GhError } from "../../github/gh-error.ts";
import {
  createPullRequest,
  defaultBranch,
  enableAutoMerge,
  isAutoMergeEnabled,
  type MergeMethod,
  openPullRequest,
  type PullRequest,
} from "../../github/pull-request.ts";
import type { GhAt } from "../../github/run-gh.ts";
import { PullRequestError } from "./pull-request-error.ts";
import { defaultBody, defaultTitle } from "./pull-request-text.ts";
import { pushBranch } from "./push-branch.ts";

export interface PullRequestWish {
  readonly taskId: string | undefined;
  readonly targetBranch: string | undefined;
  readonly title: string | undefined;
  readonly body: string | undefined;
  readonly isDraft: boolean;
  readonly autoMerge: MergeMethod | undefined;
  readonly reviewers: readonly string[];
}

export interface PullRequestResult {
  readonly prNumber: number;
  readonly prUrl: string;
  readonly targetBranch: string;
  readonly autoMergeEnabled: boolean;
  /** False: it was open before. */
  readonly created: boolean;
}

export interface PullRequestWorld {
  readonly at: GitAt;
  warn(text: string): void;
  /** Told what begins now. */
  show(text: string): void;
}

/** The branches that tasks and stories are worked on. */
const BRANCH = /^feat\/(?:task|story)-[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Pushes and opens. gh is asked first: what is wrong with it is found before anything leaves this machine. */
export async function ensurePullRequest(wish: PullRequestWish, world: PullRequestWorld): Promise<PullRequestResult> {
  try {
    return await ensure(wish, world);
  } catch (error) {
    throw error instanceof GhError ? new PullRequestError(error.message) : error;
  }
}

async function ensure(wish: PullRequestWish, { at, warn, show }: PullRequestWorld): Promise<PullRequestResult> {
  const checkout = await openCheckout(at);
  const branch = await workBranch(checkout);
  if (wish.targetBranch !== undefined) await checkBranchName(checkout, wish.targetBranch);
  show("looking for an open pull request");
  const before = await openPullRequest(checkout);
  show(`pushing ${branch}`);
  await pushBranch(checkout, branch);
  const { created, ...found } = before === undefined ? await open(wish, { checkout, branch, show }) : { ...before, created: false };
  if (before !== undefined && wish.targetBranch !== undefined && before.baseRefName !== wish.targetBranch) {
    warn(`pull request ${before.number} goes to ${before.baseRefName}, not to ${wish.targetBranch}`);
  }
  const autoMergeEnabled = await merging(checkout, { found, isOld: !created, method: wish.autoMerge, warn });
  const { number: prNumber, url: prUrl, baseRefName } = found;
  return { prNumber, prUrl, targetBranch: baseRefName, autoMergeEnabled, created };
}

async function workBranch(checkout: Checkout): Promise<string> {
  const { branch, sha } = await readHead(checkout);
  if (branch === undefined) throw new PullRequestError("Not on a branch: HEAD is detached");
  if (!BRANCH.test(branch)) {
    throw new PullRequestError(`Branch '${branch}' is none of a task or story: expected feat/task-… or feat/story-…`);
  }
  if (sha === undefined) throw new PullRequestError(`Branch '${branch}' has no commit yet`);
  return branch;
}

interface Opening {
  readonly checkout: Checkout;
  readonly branch: string;
  show(text: string): void;
}

async function open(
  wish: PullRequestWish,
  { checkout, branch, show }: Opening,
): Promise<Omit<PullRequest, "state"> & { readonly created: boolean }> {
  const base = wish.targetBranch ?? (await targetBranch(checkout)) ?? (await defaultBranch(checkout));
  const source = { taskId: wish.taskId, subjects: await subjectsSince(checkout, base), branch };
  const title = wish.title ?? defaultTitle(source);
  const body = wish.body ?? defaultBody(source);
  show(`opening a pull request to ${base}`);
  try {
    return { ...(await createPullRequest(checkout, { ...wish, title, body, base })), baseRefName: base, created: true };
  } catch (error) {
    // Someone else opened it in the meantime.
    const found = error instanceof GhError && /already exists/i.test(error.reason) ? await openPullRequest(checkout) : undefined;
    if (found === undefined) throw error;
    return { ...found, created: false };
  }
}

/** Subjects of the commits that the pull request would have, newest first; of the last one where the target is not known here. */
async function subjectsSince(checkout: Checkout, base: string): Promise<readonly string[]> {
  const from = (await originBranch(checkout, base)) ?? (await localBranch(checkout, base));
  const range = from === undefined ? ["-1", "HEAD"] : [`${from}..HEAD`];
  const text = await readText(checkout, ["log", "--format=%s", ...range, "--"]);
  return text === "" ? [] : text.split("\n");
}

interface Merging {
  readonly found: Pick<PullRequest, "number">;
  readonly isOld: boolean;
  readonly method: MergeMethod | undefined;
  warn(text: string): void;
}

/** An automatic merge that cannot be had is a warning: the pull request is there, and the caller must learn its number. */
async function merging(at: GhAt, { found, isOld, method, warn }: Merging): Promise<boolean> {
  try {
    if (method !== undefined) await enableAutoMerge(at, found.number, method);
    return method !== undefined || (isOld && (await isAutoMergeEnabled(at, found.number)));
  } catch (error) {
    if (!(error instanceof GhError)) throw error;
    warn(method === undefined ? `automatic merge unknown: ${error.reason}` : `no automatic merge: ${error.reason}`);
    return false;
  }
}
