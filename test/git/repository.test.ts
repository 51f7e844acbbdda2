/** Which repository a folder belongs to, and that a write stops when that changes. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { CheckoutChangedError, GitError, NotARepositoryError, NoWorkTreeError } from "../../lib/git/git-errors.ts";
import { readHead } from "../../lib/git/head.ts";
import { openCheckout } from "../../lib/git/repository.ts";
import { readText } from "../../lib/git/run-git.ts";
import { writeGit, writeText } from "../../lib/git/write-git.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

const ODD = "a b/\u00fc\u4e2d\n'\"$x";

test.each(["repo", "with space", ODD])("main tree, subfolder and linked worktree in a folder named %j", async (repo) => {
  using box = sandbox({ repo });
  mkdirSync(box.path(`${repo}/sub/deep`), { recursive: true });
  const git = box.path(`${repo}/.git`);
  const main = { top: box.path(repo), gitDir: git, commonDir: git, isBare: false, isLinked: false };
  expect((await box.repository()).layout).toEqual(main);
  const deep = await box.repository(`${repo}/sub/deep`);
  expect(deep.layout).toEqual(main);
  expect(deep.cwd).toBe(box.path(repo));

  const linked = "linked \u00e9\n2";
  box.git(["worktree", "add", "-q", "-b", "topic", box.path(linked)]);
  const { layout } = await box.repository(linked);
  expect(layout).toEqual({ ...main, top: box.path(linked), gitDir: expect.stringContaining(`${git}/worktrees/`), isLinked: true });
});

test("through a symbolic link the real path is found", async () => {
  using box = sandbox();
  symlinkSync(box.path("repo"), box.path("link"));
  expect((await box.repository("link")).layout.top).toBe(box.path("repo"));
});

test("a submodule is a repository of its own, also inside a linked worktree", async () => {
  using box = sandbox();
  addSubmodule(box);
  expect((await box.repository("repo/sub")).layout).toMatchObject({ top: box.path("repo/sub"), isLinked: false });
  box.git(["worktree", "add", "-q", box.path("linked")]);
  box.git(["-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init"], "linked");
  expect((await box.repository("linked/sub")).layout).toMatchObject({ top: box.path("linked/sub"), isLinked: false });
});

test("a bare repository, its worktree, and the inside of .git", async () => {
  using box = sandbox();
  box.git(["clone", "-q", "--bare", "repo", "bare.git"], ".");
  box.git(["worktree", "add", "-q", "-b", "topic", box.path("linked")], "bare.git");
  expect((await box.repository("bare.git")).layout).toMatchObject({ top: undefined, isBare: true, isLinked: false });
  expect((await box.repository("linked")).layout).toMatchObject({ top: box.path("linked"), isBare: false, isLinked: true });
  expect((await box.repository("repo/.git")).layout).toMatchObject({ top: undefined, isBare: false, isLinked: false });
  for (const folder of ["bare.git", "repo/.git"]) await expect(openCheckout(box.at(folder))).rejects.toThrow(NoWorkTreeError);
});

test("outside a repository", async () => {
  using box = sandbox();
  mkdirSync(box.path("outside"));
  await expect(box.repository("outside")).rejects.toThrow(new NotARepositoryError(box.path("outside")));
});

test("a hook's variables do not lead to another repository", async () => {
  using box = sandbox();
  using other = sandbox();
  const env = { ...box.at().env, GIT_DIR: other.path("repo/.git"), GIT_WORK_TREE: other.path("repo") };
  expect((await openCheckout({ ...box.at(), env })).top).toBe(box.path("repo"));
});

test("HEAD before the first commit, on a branch, detached", async () => {
  using box = sandbox({ isEmpty: true });
  expect(await readHead(box.at())).toEqual({ sha: undefined, branch: "develop" });
  const sha = box.commit({ a: "1" });
  expect(await readHead(box.at())).toEqual({ sha, branch: "develop" });
  box.git(["checkout", "-q", "--detach"]);
  expect(await readHead(box.at())).toEqual({ sha, branch: undefined });
});

const LOSSES: readonly (readonly [string, (box: Sandbox) => void])[] = [
  ["its .git file is gone", (box) => rmSync(box.path("repo/wt/.git"))],
  ["its folder is gone", (box) => rmSync(box.path("repo/wt"), { recursive: true })],
  ["its registration is gone", (box) => rmSync(box.path("repo/.git/worktrees/wt"), { recursive: true })],
  ["another repository was made in it", (box) => remake(box)],
  ["a clone took its place", (box) => replace(box)],
];

test.each(LOSSES)("a worktree inside the repository, when %s: no write goes to the parent", async (_, lose) => {
  using box = sandbox();
  box.git(["worktree", "add", "-q", "-b", "topic", "wt"]);
  box.write("repo/wt/new.txt", "mine\n");
  const checkout = await box.checkout("repo/wt");
  lose(box);
  const before = box.git(["for-each-ref"]) + readFileSync(box.path("repo/.git/index"), "latin1");
  const failure = writeGit(checkout, ["commit", "-q", "--allow-empty", "-m", "lost"]).catch((error: Error) => error);
  expect(await failure).toBeInstanceOf(existsSync(box.path("repo/wt")) ? CheckoutChangedError : Error);
  expect(box.git(["for-each-ref"]) + readFileSync(box.path("repo/.git/index"), "latin1")).toBe(before);
});

test("even a write that begins before the loss does not look above the worktree", async () => {
  using box = sandbox();
  box.git(["worktree", "add", "-q", "-b", "topic", "wt"]);
  const checkout = await box.checkout("repo/wt");
  rmSync(box.path("repo/wt/.git"));
  await expect(readText(checkout, ["status"])).rejects.toThrow(
    new GitError("status", "not a git repository (or any of the parent directories): .git"),
  );
});

test("reading runs nothing that the configuration names, and writes nothing", async () => {
  using box = sandbox();
  box.write("run.sh", "#!/bin/sh\ntouch ran\n", 0o755);
  for (const key of ["core.fsmonitor", "core.pager", "core.sshCommand"]) box.git(["config", key, box.path("run.sh")]);
  box.hook("post-index-change", "touch ran");
  box.write("repo/file.txt", "one\n");
  const index = readFileSync(box.path("repo/.git/index"), "latin1");
  await readText(box.at(), ["status", "--porcelain=v2"]);
  expect(existsSync(box.path("repo/ran"))).toBe(false);
  expect(readFileSync(box.path("repo/.git/index"), "latin1")).toBe(index);
});

test("a failure names the command and git's last line", async () => {
  using box = sandbox();
  const checkout = await box.checkout();
  await expect(writeText(checkout, ["checkout", "-q", "nowhere"])).rejects.toThrow(
    /^git checkout failed: pathspec 'nowhere' did not match/,
  );
});

function addSubmodule(box: Sandbox): void {
  cpSync(box.path("repo"), box.path("upstream"), { recursive: true });
  box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("upstream"), "sub"]);
  box.git(["commit", "-q", "-m", "submodule"]);
}

function remake(box: Sandbox): void {
  rmSync(box.path("repo/wt/.git"));
  box.git(["init", "-q"], "repo/wt");
}

function replace(box: Sandbox): void {
  renameSync(box.path("repo/wt"), box.path("away"));
  box.git(["clone", "-q", "repo", "repo/wt"], ".");
}

test("a call may be given an index of its own, and the real one stays", async () => {
  using box = sandbox();
  box.write("repo/new", "");
  const before = readFileSync(box.path("repo/.git/index"), "latin1");
  await writeText(await box.checkout(), ["add", "--all"], { env: { GIT_INDEX_FILE: box.path("index") } });
  expect(readFileSync(box.path("repo/.git/index"), "latin1")).toBe(before);
  expect(existsSync(box.path("index"))).toBe(true);
});
