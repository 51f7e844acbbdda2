/** What git prints, read on real repositories. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { checkBranchName, hasRemote, isAncestor, localBranch, originBranch, targetBranch } from "../../lib/git/branches.ts";
import { BranchNameError } from "../../lib/git/git-errors.ts";
import { operationInProgress } from "../../lib/git/operation.ts";
import { parseStatus, readStatus } from "../../lib/git/status.ts";
import { listWorktrees } from "../../lib/git/worktree-list.ts";
import { sandbox } from "./sandbox.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

test.each(["feat/x", "main", "a.b", "\u00fcber/\u4e2d", "x@y"])("%s is a branch name", async (branch) => {
  using box = sandbox();
  expect(await checkBranchName(box.at(), branch)).toBe(branch);
});

test.each(["", "-x", "--help", "a..b", "a b", "@{-1}", "@", "HEAD", "x.lock", "a/", "/a", "a\tb", "a:b", "x^", "refs/heads/../x"])(
  "%j is no branch name",
  async (branch) => {
    using box = sandbox();
    box.git(["checkout", "-q", "-b", "other"]);
    await expect(checkBranchName(box.at(), branch)).rejects.toThrow(BranchNameError);
  },
);

test("branches, remotes and the target", async () => {
  using box = sandbox();
  expect([await hasRemote(box.at(), "origin"), await targetBranch(box.at())]).toEqual([false, "develop"]);
  const sha = box.git(["rev-parse", "HEAD"]);
  expect([await localBranch(box.at(), "develop"), await localBranch(box.at(), "devel")]).toEqual([sha, undefined]);
  box.git(["clone", "-q", "repo", "clone"], ".");
  expect([await hasRemote(box.at("clone"), "origin"), await hasRemote(box.at("clone"), "orig")]).toEqual([true, false]);
  expect(await originBranch(box.at("clone"), "develop")).toBe(sha);
  box.git(["branch", "-m", "develop", "trunk"]);
  box.git(["clone", "-q", "repo", "second"], ".");
  expect(await targetBranch(box.at("second"))).toBe("trunk");
  expect(await targetBranch(box.at())).toBeUndefined();
  const next = box.commit({ b: "1" });
  expect([await isAncestor(box.at(), sha, next), await isAncestor(box.at(), next, sha)]).toEqual([true, false]);
});

test("status: every kind of change, odd names", async () => {
  using box = sandbox();
  box.commit({ "a b": "1\n", staged: "1\n", both: "1\n", gone: "1\n", deleted: "1\n", type: "1\n" });
  for (const [path, text] of Object.entries({ "a b": "2\n", staged: "2\n", both: "2\n", added: "1\n" })) box.write(`repo/${path}`, text);
  box.git(["add", "staged", "both", "added"]);
  box.write("repo/both", "3\n");
  box.git(["rm", "-q", "gone"]);
  rmSync(box.path("repo/deleted"));
  box.write("repo/.gitignore", "ignored\n");
  box.write("repo/ignored", "");
  box.write('repo/new/\u00fc\n"x', "");
  box.git(["config", "status.showUntrackedFiles", "no"]);
  const status = await readStatus(box.at());
  expect(status.map(({ path, index, worktree }) => `${index}${worktree} ${path}`).sort()).toEqual(
    [".D deleted", ".M a b", "?? .gitignore", '?? new/\u00fc\n"x', "A. added", "D. gone", "M. staged", "MM both"].sort(),
  );
});

test("status: a conflict, and a dirty submodule", async () => {
  using box = sandbox();
  box.git(["checkout", "-q", "-b", "other"]);
  box.commit({ "file.txt": "other\n" });
  box.git(["checkout", "-q", "develop"]);
  box.commit({ "file.txt": "ours\n" });
  expect(box.status(["merge", "other"])).toBe(1);
  expect(await readStatus(box.at())).toEqual([{ path: "file.txt", index: "U", worktree: "U", submodule: undefined }]);
  expect(parseStatus(["1 .M S.MU 160000 160000 160000 a b sub dir", "# branch.oid x"])).toEqual([
    { path: "sub dir", index: ".", worktree: "M", submodule: "S.MU" },
  ]);
});

test.each([
  ["merge", ["merge", "other"]],
  ["rebase", ["rebase", "other"]],
  ["cherry-pick", ["cherry-pick", "other"]],
  ["revert", ["revert", "--no-edit", "HEAD~1"]],
] as const)("a %s that waits is seen, in a linked worktree too", (name, args) => {
  using box = sandbox();
  box.git(["branch", "other"]);
  box.commit({ "file.txt": "a\n" });
  box.commit({ "file.txt": "b\n" });
  box.git(["worktree", "add", "-q", "-b", "topic", "../linked"]);
  box.git(["checkout", "-q", "other"]);
  box.commit({ "file.txt": "c\n" });
  const gitDir = box.path("repo/.git/worktrees/linked");
  expect(operationInProgress(gitDir)).toBeUndefined();
  expect(box.status(args, "linked")).not.toBe(0);
  expect(operationInProgress(gitDir)).toBe(name);
  expect(operationInProgress(box.path("repo/.git"))).toBeUndefined();
});

test("bisect and am are operations", () => {
  using box = sandbox();
  box.git(["bisect", "start"]);
  expect(operationInProgress(box.path("repo/.git"))).toBe("bisect");
  box.git(["bisect", "reset"]);
  mkdirSync(box.path("repo/.git/rebase-apply"));
  expect(operationInProgress(box.path("repo/.git"))).toBe("rebase");
  writeFileSync(box.path("repo/.git/rebase-apply/applying"), "");
  expect(operationInProgress(box.path("repo/.git"))).toBe("am");
});

test("the list of worktrees: main, branch, detached, locked, folder gone", async () => {
  using box = sandbox();
  const sha = box.git(["rev-parse", "HEAD"]);
  box.git(["worktree", "add", "-q", "-b", "feat/x", "../a\nb \u00fc"]);
  box.git(["worktree", "add", "-q", "--detach", "../detached"]);
  box.git(["worktree", "lock", "--reason", "on a\ndisk", "../detached"]);
  box.git(["worktree", "add", "-q", "-b", "gone", "../gone"]);
  rmSync(box.path("gone"), { recursive: true });
  const plain = { isBare: false, head: sha, branch: undefined, locked: undefined, prunable: undefined };
  const list = await listWorktrees(box.at());
  expect(list[0]).toEqual({ ...plain, path: box.path("repo"), branch: "develop" });
  expect(list.slice(1).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { ...plain, path: box.path("a\nb \u00fc"), branch: "feat/x" },
    { ...plain, path: box.path("detached"), locked: "on a\ndisk" },
    { ...plain, path: box.path("gone"), branch: "gone", prunable: expect.stringContaining("non-existent location") },
  ]);
});

test("the list of a bare repository and of one without a commit", async () => {
  using bare = sandbox({ repo: "bare.git", isBare: true });
  expect(await listWorktrees(bare.at())).toMatchObject([{ path: bare.path("bare.git"), isBare: true, head: undefined }]);
  using empty = sandbox({ isEmpty: true });
  expect(await listWorktrees(empty.at())).toMatchObject([{ head: "0".repeat(40), branch: "develop" }]);
});
