/** x-manage-worktrees create: what is refused, word for word (spec page 4). */
import { expect } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-manage-worktrees.ts";
import { gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const WT = "repo/.claude/worktrees";
const create = (branch: string, ...more: string[]) => ["create", "--branch", branch, ...more];
const nothing = (box: Sandbox) => {
  expect(box.git(["worktree", "list", "--porcelain"]).match(/^worktree /gm)).toHaveLength(1);
  expect(box.git(["for-each-ref", "--format=%(refname)", "refs/heads"])).toBe("refs/heads/develop");
};
gitRows(run, [
  ...["main", "master", "develop", "Main"].map((branch) => ({
    name: `protected ${branch}`,
    args: create(branch),
    code: 1,
    stderr: [`Cannot create worktree on protected branch (${branch})`],
    after: nothing,
  })),
  {
    name: "another branch is there",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "feat/y", `${box.root}/${WT}/x`]),
    args: create("feat/x"),
    code: 1,
    stderr: [`Worktree directory already exists: $CWD/${WT}/x`],
  },
  {
    name: "a folder of the user's is there",
    setup: (box) => box.write(`${WT}/X/mine`, ""),
    args: create("feat/x"),
    code: 1,
    stderr: [`Worktree directory already exists: $CWD/${WT}/X`],
    after: nothing,
  },
  {
    name: "a file is there",
    setup: (box) => box.write(`${WT}/x`, ""),
    args: create("feat/x"),
    code: 1,
    stderr: [`Worktree directory already exists: $CWD/${WT}/x`],
    after: nothing,
  },
  {
    name: "a dangling link is there",
    setup: (box) => symlinkDangling(box),
    args: create("feat/x"),
    code: 1,
    stderr: [`Worktree directory already exists: $CWD/${WT}/x`],
  },
  {
    name: "the branch is in use elsewhere",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "feat/x", box.path("other")]),
    args: create("feat/x"),
    code: 1,
    stderr: ["Branch 'feat/x' is already an active worktree"],
  },
  {
    name: "the branch is in use in the main tree",
    setup: (box) => box.git(["checkout", "-q", "-b", "feat/x"]),
    args: create("feat/x"),
    code: 1,
    stderr: ["Branch 'feat/x' is already an active worktree"],
  },
  {
    name: "the folder is gone, but commits that only its HEAD held are not",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "--detach", `${box.root}/${WT}/x`]);
      box.commit({ lost: "1" }, "lost", `${WT}/x`);
      rmSync(box.path(`${WT}/x`), { recursive: true });
    },
    args: create("feat/x"),
    code: 1,
    stderr: /^Worktree .+\/x is gone but has .*commit.*\n$/,
  },
  {
    name: "a branch whose name makes no folder's",
    args: create(`feat/${"x".repeat(201)}`),
    code: 1,
    stderr: [`Not a worktree id: '${"x".repeat(201)}'; give one with --id`],
    after: nothing,
  },
  {
    name: "inside a worktree",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "feat/y", box.path("other")]),
    cwd: "other",
    args: create("feat/x"),
    code: 1,
    stderr: ["Cannot create a worktree inside a worktree ($CWD/other)"],
  },
  {
    name: "no such base",
    args: create("feat/x", "--base", "nowhere"),
    code: 1,
    stderr: ["Base branch not found: nowhere"],
    after: nothing,
  },
  {
    name: "no commit yet",
    box: { isEmpty: true },
    args: create("feat/x"),
    code: 1,
    stderr: ["Cannot create worktree: the repository has no commit yet"],
  },
  {
    name: "no repository",
    setup: (box) => mkdirSync(box.path("out")),
    cwd: "out",
    args: create("feat/x"),
    code: 1,
    stderr: ["Not a git repository: $CWD/out"],
  },
  {
    name: "git says no: the branch that it made is gone again",
    setup: (box) => writeFileSync(box.path("repo/.claude"), ""),
    args: create("feat/x"),
    code: 1,
    stderr: /^git worktree add failed: .+\n$/,
    after: nothing,
  },
  ...["--flag", "a..b", "@{-1}", "a b"].map((branch) => ({
    name: `no branch name: ${branch}`,
    args: [`create`, `--branch=${branch}`],
    code: 64,
    stderr: [`Not a branch name: '${branch}'; ${USAGE}`],
  })),
  { name: "no base name", args: create("feat/x", "--base=-x"), code: 64, stderr: [`Not a branch name: '-x'; ${USAGE}`] },
  ...["../x", "a/b", "..", "."].map((id) => ({
    name: `no folder name: ${id}`,
    args: create("feat/x", `--id=${id}`),
    code: 64,
    stderr: [`malformed --id '${id}': expected one folder name; ${USAGE}`],
  })),
  ...[".x", "x.lock", "a..b", "-x", "x."].map((id) => ({
    name: `no id: ${id}`,
    args: create("feat/x", `--id=${id}`),
    code: 64,
    stderr: [`malformed --id '${id}': expected letters, digits, '.', '_' and '-'; ${USAGE}`],
  })),
  { name: "no branch", args: ["create"], code: 64, stderr: [`missing flag --branch; ${USAGE}`] },
  { name: "a flag of another action", args: create("feat/x", "--force"), code: 64, stderr: [`--force does not go with create; ${USAGE}`] },
  { name: "no action", args: [], code: 64, stderr: [USAGE] },
  {
    name: "unknown action",
    args: ["make"],
    code: 64,
    stderr: [`malformed action 'make': expected create, list, remove, cleanup or detect-context; ${USAGE}`],
  },
  { name: "git is missing", args: create("feat/x"), env: { PATH: "/nowhere" }, code: 127, stderr: ["git is required"] },
]);

function symlinkDangling(box: Sandbox): void {
  mkdirSync(box.path(WT), { recursive: true });
  symlinkSync("nowhere", box.path(`${WT}/x`));
}
