/** x-manage-worktrees create: where a worktree is made, or found again (spec page 4). */
import { expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { run } from "../scripts/x-manage-worktrees.ts";
import { gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const WT = "repo/.claude/worktrees";
const create = (branch: string, ...more: string[]) => ["create", "--branch", branch, ...more];
const path = (id: string) => `$CWD/${WT}/${id}\n`;
const made = (id: string, branch: string) => (box: Sandbox) => {
  expect(box.git(["symbolic-ref", "--short", "HEAD"], `${WT}/${id}`)).toBe(branch);
  expect(box.git(["status", "--porcelain"], `${WT}/${id}`)).toBe("");
  expect(box.git(["status", "--porcelain"])).toBe("");
};
const withOrigin = (box: Sandbox) => {
  box.git(["clone", "-q", "repo", "origin"], ".");
  box.git(["remote", "add", "origin", box.path("origin")]);
};

gitRows(run, [
  { name: "a new branch from the base", args: create("feat/task-1-x"), stdout: path("task-1-x"), after: made("task-1-x", "feat/task-1-x") },
  ...["feature/a", "fix/a", "hotfix/a", "refactor/a"].map((branch) => ({
    name: `the id of ${branch}`,
    args: create(branch),
    stdout: path("a"),
  })),
  {
    name: "the id of a branch of another kind",
    args: create("chore/a/b"),
    stdout: path("chore-a-b"),
    after: made("chore-a-b", "chore/a/b"),
  },
  { name: "an id of its own", args: create("feat/x", "--id", "Mine.1"), stdout: path("Mine.1"), after: made("Mine.1", "feat/x") },
  {
    name: "unicode",
    args: create("feat/\u00fcber-\u4e2d"),
    stdout: path("\u00fcber-\u4e2d"),
    after: made("\u00fcber-\u4e2d", "feat/\u00fcber-\u4e2d"),
  },
  {
    name: "a repository with spaces, quotes and signs in its path, from a subfolder",
    box: { repo: "a b/\u00fc'\"$(x)" },
    setup: (box) => mkdirSync(box.path(`${box.repo}/sub`)),
    cwd: "a b/\u00fc'\"$(x)/sub",
    args: create("feat/x"),
    stdout: "$CWD/a b/\u00fc'\"$(x)/.claude/worktrees/x\n",
  },
  {
    name: "another base",
    setup: (box) => box.git(["checkout", "-q", "-b", "other"]) || box.commit({ o: "1" }),
    args: create("feat/x", "--base", "other"),
    stdout: path("x"),
    after: (box) => expect(existsSync(box.path(`${WT}/x/o`))).toBe(true),
  },
  {
    name: "an existing branch is checked out",
    setup: (box) => box.git(["branch", "feat/x"]),
    args: create("feat/x", "--base", "nowhere"),
    stdout: path("x"),
    after: made("x", "feat/x"),
  },
  {
    name: "a root of its own, outside",
    args: create("feat/x", "--root", "../elsewhere/trees"),
    stdout: "$CWD/elsewhere/trees/x\n",
    after: (box) => expect(box.git(["status", "--porcelain"])).toBe(""),
  },
  {
    name: "a root with signs that mean something to git",
    args: create("feat/x", "--root", "#trees [a]*"),
    stdout: "$CWD/repo/#trees [a]*/x\n",
    after: (box) => expect(box.git(["status", "--porcelain"])).toBe(""),
  },
  {
    name: "the root and the protected branches of x-skills.json",
    setup: (box) => box.commit({ "x-skills.json": '{"worktreeRoot":"wt","protectedBranches":["feat/locked"]}' }),
    args: create("main"),
    stdout: "$CWD/repo/wt/main\n",
  },
  {
    name: "asked twice, the same path",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]),
    args: create("feat/x"),
    stdout: path("x"),
  },
  {
    name: "asked twice in another case",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "feat/X", `${box.root}/${WT}/TASK`]),
    args: create("feat/X", "--id", "task"),
    stdout: path("TASK"),
  },
  {
    name: "the folder was deleted by hand",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]);
      rmSync(box.path(`${WT}/x`), { recursive: true });
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(box.git(["status", "--porcelain"], `${WT}/x`)).toBe(""),
  },
  {
    name: "git was killed before it made the folder",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]);
      rmSync(box.path("repo/.git/worktrees/x/index"));
      rmSync(box.path(`${WT}/x`), { recursive: true });
      writeFileSync(box.path("repo/.git/worktrees/x/locked"), "initializing");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: made("x", "feat/x"),
  },
  {
    name: "git was killed when all was there: only its lock goes",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]);
      writeFileSync(box.path("repo/.git/worktrees/x/locked"), "initializing");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(existsSync(box.path("repo/.git/worktrees/x/locked"))).toBe(false),
  },
  {
    name: "the branch was in a worktree elsewhere, whose folder is gone",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", box.path("other")]);
      rmSync(box.path("other"), { recursive: true });
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: made("x", "feat/x"),
  },
  {
    name: "an empty folder is no obstacle",
    setup: (box) => mkdirSync(box.path(`${WT}/x`), { recursive: true }),
    args: create("feat/x"),
    stdout: path("x"),
    after: made("x", "feat/x"),
  },
  {
    name: "the .git file is gone: repaired, nothing lost",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]);
      rmSync(box.path(`${WT}/x/.git`));
      box.write(`${WT}/x/mine`, "1");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(box.git(["status", "--porcelain"], `${WT}/x`)).toBe("?? mine"),
  },
  {
    name: "git was killed while it made the worktree",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "-b", "feat/x", `${box.root}/${WT}/x`]);
      rmSync(box.path("repo/.git/worktrees/x/index"));
      rmSync(box.path(`${WT}/x/file.txt`));
      writeFileSync(box.path("repo/.git/worktrees/x/locked"), "initializing");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => made("x", "feat/x")({ ...box, status: () => 0 }),
  },
  {
    name: "a detached HEAD in the main tree does not matter",
    setup: (box) => box.git(["checkout", "-q", "--detach"]),
    args: create("feat/x"),
    stdout: path("x"),
  },
  {
    name: "a bare repository",
    setup: (box) => box.git(["clone", "-q", "--bare", "repo", "bare.git"], "."),
    cwd: "bare.git",
    args: create("feat/x"),
    stdout: "$CWD/bare.git/.claude/worktrees/x\n",
  },
  {
    name: "a bare repository in a hidden folder",
    setup: (box) => {
      box.git(["clone", "-q", "--bare", "repo", "project/.bare"], ".");
      box.write("project/.git", "gitdir: ./.bare\n");
    },
    cwd: "project",
    args: create("feat/x"),
    stdout: "$CWD/project/.claude/worktrees/x\n",
  },
  {
    name: "inside a submodule: a worktree of the submodule",
    setup: (box) => {
      box.git(["clone", "-q", "repo", "lib"], ".");
      box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("lib"), "sub"]);
    },
    cwd: "repo/sub",
    args: create("feat/x"),
    stdout: "$CWD/repo/sub/.claude/worktrees/x\n",
  },
  {
    name: "origin is ahead of the local base: its commit is taken",
    setup: (box) => {
      withOrigin(box);
      box.commit({ newer: "1" }, "newer", "origin");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(existsSync(box.path(`${WT}/x/newer`))).toBe(true),
  },
  {
    name: "the local base is ahead of origin: local work is kept",
    setup: (box) => withOrigin(box) ?? box.commit({ newer: "1" }),
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(existsSync(box.path(`${WT}/x/newer`))).toBe(true),
  },
  {
    name: "a branch that only origin has is followed",
    setup: (box) => {
      withOrigin(box);
      box.git(["checkout", "-q", "-b", "feat/x"], "origin");
      box.commit({ theirs: "1" }, "theirs", "origin");
    },
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(box.git(["rev-parse", "--abbrev-ref", "@{upstream}"], `${WT}/x`)).toBe("origin/feat/x"),
  },
  {
    name: "offline is a warning",
    setup: (box) => box.git(["remote", "add", "origin", box.path("nowhere")]),
    args: create("feat/x"),
    stdout: path("x"),
    stderr: ["warn: Cannot fetch origin: '$CWD/nowhere' does not appear to be a git repository"],
  },
  {
    name: "a post-checkout hook that fails is a warning",
    setup: (box) => box.hook("post-checkout", "echo no luck >&2; exit 3"),
    args: create("feat/x"),
    stdout: path("x"),
    stderr: ["warn: The post-checkout hook failed: no luck"],
    after: made("x", "feat/x"),
  },
  {
    name: "the folder is excluded once",
    setup: (box) => writeFileSync(box.path("repo/.git/info/exclude"), "*.o"),
    args: create("feat/x"),
    stdout: path("x"),
    after: (box) => expect(readFileSync(box.path("repo/.git/info/exclude"), "utf8")).toBe("*.o\n/.claude/worktrees/\n"),
  },
]);
