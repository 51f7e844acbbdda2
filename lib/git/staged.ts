/** What the index has that the commit before it has not. */
import type { Head } from "./head.ts";
import { type GitAt, readList, readText } from "./run-git.ts";

const ARGS = ["diff", "--cached", "--name-only", "--no-renames", "--no-ext-diff", "-z"];

/** Paths, from the top, that the next commit changes; with `amend` those that the commit changes that replaces HEAD. */
export async function stagedPaths(at: GitAt, head: Head, { amend }: { readonly amend: boolean }): Promise<readonly string[]> {
  if (!amend || head.sha === undefined) return readList(at, [...ARGS, "--"]);
  const parents = (await readText(at, ["rev-list", "--max-count=1", "--parents", head.sha])).split(" ").slice(1);
  return readList(at, [...ARGS, parents[0] ?? (await emptyTree(at)), "--"]);
}

function emptyTree(at: GitAt): Promise<string> {
  return readText(at, ["hash-object", "-t", "tree", "--stdin"], { stdin: "" });
}
