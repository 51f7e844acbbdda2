/** When tracked files were last committed. Runs no filter, hook or monitor that the repository's configuration names. */
import { type GitAt, readList, readText } from "./run-git.ts";

const COMMIT = "\u0001";

/**
 * Committer time, in whole seconds since the Unix epoch, of the last commit that touched each of `names` (seen from `at.cwd`).
 * Only of files that are tracked and whose bytes are those of the index; the others have no entry. Throws `GitError`.
 */
export async function commitTimes(at: GitAt, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  const unchanged = new Set(await unchangedFiles(at, names));
  if (unchanged.size === 0) return times;
  const log = ["log", `--format=${COMMIT}%ct`, "--name-only", "--relative", "--no-renames", "--no-ext-diff", "--", ...unchanged];
  let seconds = 0;
  for (const line of (await readText(at, log)).split("\n")) {
    if (line.startsWith(COMMIT)) seconds = Number(line.slice(COMMIT.length));
    else if (unchanged.has(line) && !times.has(line)) times.set(line, seconds);
  }
  return times;
}

/** Compared by content: a checkout gives every file a new time. A file that a filter changes on its way in counts as changed. */
async function unchangedFiles(at: GitAt, names: readonly string[]): Promise<readonly string[]> {
  const staged = new Map<string, string>();
  for (const entry of await readList(at, ["ls-files", "--stage", "-z", "--", ...names])) {
    const [, hash, stage] = entry.slice(0, entry.indexOf("\t")).split(" ");
    if (stage === "0") staged.set(entry.slice(entry.indexOf("\t") + 1), hash!);
  }
  const tracked = names.filter((name) => staged.has(name));
  if (tracked.length === 0) return [];
  const found = (await readText(at, ["hash-object", "--no-filters", "--", ...tracked])).split("\n");
  return tracked.filter((name, i) => staged.get(name) === found[i]);
}
