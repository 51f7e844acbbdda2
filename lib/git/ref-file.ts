/**
 * HEAD and local branches where git's usual ref storage keeps them, gitrepository-layout(5): a file of their own wins over any other place.
 * Reading it costs a twentieth of a call of git. Undefined is no answer: packed, another ref storage, a symbolic branch; then git is asked.
 */
import { join } from "@std/path";
import { readTextIfExists } from "../platform/read-file.ts";
import type { Layout } from "./repository.ts";

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/;
const ON_BRANCH = /^ref: refs\/heads\/(.+)\n$/;

/** The branch that HEAD is on, and its commit. */
export function readHeadFile({ gitDir, commonDir }: Layout): { readonly sha: string; readonly branch: string } | undefined {
  const branch = ON_BRANCH.exec(textOf(join(gitDir, "HEAD")))?.[1];
  const sha = branch === undefined ? undefined : readBranchFile({ commonDir }, branch);
  return branch === undefined || sha === undefined ? undefined : { sha, branch };
}

/** The commit of a local branch. */
export function readBranchFile({ commonDir }: Pick<Layout, "commonDir">, branch: string): string | undefined {
  if (branch.split("/").some((part) => part === "" || part.startsWith("."))) return undefined;
  const text = textOf(join(commonDir, "refs/heads", branch));
  return COMMIT.test(text) ? text.trimEnd() : undefined;
}

/** Empty for whatever cannot be read: git then says why. */
function textOf(path: string): string {
  try {
    return readTextIfExists(path) ?? "";
  } catch {
    return "";
  }
}
