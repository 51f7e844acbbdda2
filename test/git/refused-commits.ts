/** What the tables of x-commit-changes share: a repository in disorder, and that a refused commit leaves it so. */
import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import type { GitRow } from "./git-rows.ts";
import type { Sandbox } from "./sandbox.ts";

/** Arguments of a commit that nothing is wrong with. */
export const COMMIT_ARGS = ["--scope", "core", "--type", "feat", "--subject", "add a"];
/** The answer when it was made. */
export const COMMITTED = /^\{"commitSha":"[0-9a-f]{40}",.*\}\n$/;

/** A new file, staged. */
export const stageA = (box: Sandbox) => box.write("repo/a", "1\n") ?? box.git(["add", "a"]);

/** Staged, partly staged and new files side by side: what must all be as it was. */
function mixed(box: Sandbox): void {
  stageA(box);
  box.write("repo/file.txt", "staged\n");
  box.git(["add", "file.txt"]);
  box.write("repo/file.txt", "more\n");
  box.write("repo/new", "1");
}

/** After `mixed`: no commit, the index as it was, nothing of ours left over. */
export function untouched(box: Sandbox): void {
  expect(box.git(["status", "--porcelain"])).toBe("A  a\nMM file.txt\n?? new");
  expect(box.git(["log", "--oneline"]).split("\n")).toHaveLength(1);
  expect(readdirSync(box.path("repo/.git")).filter((name) => /x-skills-|lock/.test(name))).toEqual([]);
}

/** A row that ends with 1 and this message, and changes nothing. */
export function refusedRow(name: string, stderr: string | RegExp, setup: (box: Sandbox) => unknown, more: Partial<GitRow> = {}): GitRow {
  return {
    name,
    setup: (box) => mixed(box) ?? setup(box),
    args: COMMIT_ARGS,
    code: 1,
    stderr: typeof stderr === "string" ? `${stderr}\n` : stderr,
    after: untouched,
    ...more,
  };
}
