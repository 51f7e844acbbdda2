import { join } from "@std/path";
import { kindOf } from "../platform/remove-tree.ts";
import { type GitAt, readList, readText } from "./run-git.ts";

/** Files that `git status` was told not to look at (assume-unchanged, skip-worktree) and that differ from what is staged. */
export async function hiddenChanges(at: GitAt, top: string): Promise<readonly string[]> {
  const marked = (await readList(at, ["ls-files", "-v", "-z"])).filter((entry) => /^[a-zS] /.test(entry)).map((entry) => entry.slice(2));
  const paths = marked.filter((path) => kindOf(join(top, path)) === "file" && !path.includes("\n"));
  if (paths.length === 0) return [];
  const staged = await readList(at, ["ls-files", "--stage", "-z", "--", ...paths]);
  const wanted = new Map(staged.map((entry) => [entry.slice(entry.indexOf("\t") + 1), entry.split(" ")[1]]));
  const hashes = (await readText(at, ["hash-object", "--stdin-paths"], { stdin: `${paths.join("\n")}\n` })).split("\n");
  return paths.filter((path, i) => wanted.get(path) !== hashes[i]);
}
