/** HEAD and branches as read from their files say what git says, or nothing. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { localBranch } from "../../lib/git/branches.ts";
import { readHead } from "../../lib/git/head.ts";
import { readBranchFile, readHeadFile } from "../../lib/git/ref-file.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

const branchOf = (box: Sandbox, folder?: string) => box.git(["rev-parse", "--abbrev-ref", "HEAD"], folder);

/** What is done to a repository with one commit on `develop`, and whether HEAD then has a file of its own. */
const CASES: readonly (readonly [title: string, prepare: (box: Sandbox) => void, hasFile: boolean])[] = [
  ["on a branch", () => undefined, true],
  ["on a branch in a folder", (box) => box.git(["checkout", "-q", "-b", "feat/task-1"]), true],
  ["on a branch with a reflog only after an amend", (box) => box.git(["commit", "-q", "--amend", "-m", "other"]), true],
  ["packed", (box) => box.git(["pack-refs", "--all"]), false],
  ["packed, then committed again", (box) => [box.git(["pack-refs", "--all"]), box.commit({ b: "2" })], true],
  ["detached", (box) => box.git(["checkout", "-q", "--detach"]), false],
  ["on a branch that is a symbolic ref", (box) => symbolic(box), false],
];

function symbolic(box: Sandbox): void {
  box.git(["branch", "real"]);
  box.git(["symbolic-ref", "refs/heads/alias", "refs/heads/real"]);
  writeFileSync(box.path("repo/.git/HEAD"), "ref: refs/heads/alias\n");
}

test.each(CASES)("HEAD %s: the files say what git says", async (_, prepare, hasFile) => {
  using box = sandbox();
  prepare(box);
  const checkout = await box.checkout();
  expect(readHeadFile(checkout.layout) !== undefined).toBe(hasFile);
  expect(await readHead(checkout)).toEqual(await readHead(box.at()));
  expect((await readHead(checkout)).sha).toBe(box.git(["rev-parse", "HEAD"]));
});

test("a linked worktree has a HEAD of its own and shares the branches", async () => {
  using box = sandbox();
  box.git(["worktree", "add", "-q", "-b", "other", "../wt"]);
  const sha = box.commit({ c: "3" }, "in the worktree", "wt");
  const linked = await box.checkout("wt");
  expect(readHeadFile(linked.layout)).toEqual({ sha, branch: "other" });
  expect(await localBranch(await box.checkout(), "other")).toBe(sha);
  expect(branchOf(box)).toBe("develop");
});

test("a branch that is not there, and what is no branch, is left to git", async () => {
  using box = sandbox();
  const { layout } = await box.checkout();
  writeFileSync(box.path("repo/.git/refs/heads/torn"), "0123");
  for (const name of ["devel", "torn", "../../HEAD", "a/../develop", "", "/develop", ".hidden"]) {
    expect(readBranchFile(layout, name)).toBeUndefined();
  }
});

test("HEAD that leads out of the repository's branches is left to git", async () => {
  using box = sandbox();
  const { layout } = await box.checkout();
  writeFileSync(box.path("repo/.git/HEAD"), "ref: refs/heads/../heads/develop\n");
  expect(readHeadFile(layout)).toBeUndefined();
});
