/** Whether the work of a branch is in another one: by its commits, or as patches after a rebase or squash merge. */
import { isAncestor } from "./branches.ts";
import { type GitAt, readList, readText } from "./run-git.ts";

export type Merge = "commits" | "patches" | undefined;

/** A squash is looked for among this many commits of the target since the branch began. */
const MAX_COMMITS = 500;

/** How `tip` is in the commit `target`; undefined when it is not, or not wholly. */
export async function mergedInto(at: GitAt, tip: string, target: string): Promise<Merge> {
  if (await isAncestor(at, tip, target)) return "commits";
  const base = await readText(at, ["merge-base", tip, target]).catch(() => undefined);
  if (base === undefined) return undefined;
  const cherry = await readText(at, ["cherry", target, tip]);
  if (cherry !== "" && !/^\+/m.test(cherry)) return "patches";
  return (await isSquashed(at, base, tip, target)) ? "patches" : undefined;
}

/**
 * Whether the branch has commits of its own, so that "merged" means more than "just begun": it moved since it was created, as its
 * reflog tells, or its tip is not on the target's own line.
 */
export async function hasOwnCommits(at: GitAt, branch: string, tip: string, target: string): Promise<boolean> {
  const log = (await readText(at, ["log", "--walk-reflogs", "--format=%H %gs", `refs/heads/${branch}`, "--"])).split("\n");
  const oldest = log.at(-1) ?? "";
  const isUnmoved = oldest === "" || (oldest.startsWith(tip) && oldest.includes(" branch: Created from "));
  if (!isUnmoved) return true;
  const line = await readText(at, ["rev-list", "--first-parent", target]);
  return !line.split("\n").includes(tip);
}

/** One commit of the target changes exactly what the whole branch does. */
async function isSquashed(at: GitAt, base: string, tip: string, target: string): Promise<boolean> {
  const paths = await readList(at, ["diff", "--name-only", "--no-renames", "-z", base, tip, "--"]);
  if (paths.length === 0) return false;
  const whole = await patchIds(at, await readText(at, ["diff", ...PLAIN, base, tip, "--"]));
  const commits = ["log", "-p", "--first-parent", "--diff-merges=first-parent", `--max-count=${MAX_COMMITS}`, ...PLAIN];
  const others = await patchIds(at, await readText(at, [...commits, `${base}..${target}`, "--", ...paths.slice(0, MAX_COMMITS)]));
  return whole[0] !== undefined && others.includes(whole[0]);
}

const PLAIN = ["--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--full-index"];

async function patchIds(at: GitAt, diff: string): Promise<readonly string[]> {
  const lines = await readText(at, ["patch-id", "--stable"], { stdin: `${diff}\n` });
  return lines === "" ? [] : lines.split("\n").map((line) => line.split(" ")[0]!);
}
