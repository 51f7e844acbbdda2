/** `--verify-git`: what the state claims and git denies. */
import { relative } from "@std/path";
import { isAncestor } from "../git/branches.ts";
import { GitError, NotARepositoryError, NoWorkTreeError } from "../git/git-errors.ts";
import { type Head, readCommit, readHead } from "../git/head.ts";
import { operationInProgress } from "../git/operation.ts";
import { type Checkout, openCheckout } from "../git/repository.ts";
import type { GitAt } from "../git/run-git.ts";
import { readStatus } from "../git/status.ts";
import { resolveLinks } from "../platform/resolve-links.ts";
import { excerpt } from "../story/excerpt.ts";

export interface Claims {
  readonly done: readonly { readonly id: string; readonly commitSha: string | null }[];
  /** The task that comes next, and the branch that the state gives it. */
  readonly next: { readonly id: string; readonly branch: unknown } | undefined;
}

const COMMIT_ID = /^[0-9a-f]{4,64}$/i;
/** They change with every step of the work, and are no part of it. */
const STATE_FILES = ["execution-state.json", "execution-state.json.lock"];

/** One sentence for each doubt; `at.cwd` is the story's folder. Throws `MissingProgramError`. */
export async function gitDoubts(at: GitAt, { done, next }: Claims): Promise<readonly string[]> {
  try {
    const checkout = await openCheckout(at);
    const head = await readHead(checkout);
    const doubts: string[] = [];
    for (const task of done) doubts.push(...(await commitDoubts(checkout, task, head)));
    return [...doubts, ...(await treeDoubts(checkout, at.cwd)), ...branchDoubts(head, next)];
  } catch (error) {
    const isExpected = error instanceof GitError || error instanceof NotARepositoryError || error instanceof NoWorkTreeError;
    if (!isExpected) throw error;
    return [`cannot verify: ${error.message}`];
  }
}

async function commitDoubts(checkout: Checkout, { id, commitSha }: Claims["done"][number], head: Head): Promise<readonly string[]> {
  if (commitSha === null) return [];
  if (!COMMIT_ID.test(commitSha)) return [`commitSha '${excerpt(commitSha)}' of task ${id} is no commit id`];
  const commit = await readCommit(checkout, commitSha);
  if (commit === undefined) return [`commit ${commitSha} of task ${id} does not exist`];
  if (head.sha !== undefined && (await isAncestor(checkout, commit, head.sha))) return [];
  return [`commit ${commitSha} of task ${id} is not an ancestor of HEAD`];
}

async function treeDoubts(checkout: Checkout, folder: string): Promise<readonly string[]> {
  const operation = operationInProgress(checkout.layout.gitDir);
  const inTree = relative(checkout.top, resolveLinks(folder) ?? folder);
  const own = STATE_FILES.map((name) => (inTree === "" ? name : `${inTree}/${name}`));
  const changes = (await readStatus(checkout)).filter(({ path }) => !own.includes(path)).length;
  return [
    ...(operation === undefined ? [] : [`a ${operation} is in progress`]),
    ...(changes === 0 ? [] : [`working tree has ${changes} uncommitted ${changes === 1 ? "change" : "changes"}`]),
  ];
}

function branchDoubts(head: Head, next: Claims["next"]): readonly string[] {
  if (typeof next?.branch !== "string" || next.branch === "" || next.branch === head.branch) return [];
  const where = head.branch === undefined ? "HEAD is detached" : `HEAD is on branch ${head.branch}`;
  return [`${where}, but task ${next.id} belongs to ${excerpt(next.branch)}`];
}
