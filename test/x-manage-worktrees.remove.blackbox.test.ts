/** x-manage-worktrees remove: nothing that is not committed, and no commit that no ref holds, goes without --force (spec page 4). */
import { expect } from "bun:test";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-manage-worktrees.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const X = "repo/.claude/worktrees/x";
const REMOVE = ["remove", "--id", "x"];
const REMOVED = { removed: `$CWD/${X}`, branch: "feat/x" };

function withX(box: Sandbox): void {
  box.git(["worktree", "add", "-q", "-b", "feat/x", box.path(X)]);
}

function isGone(box: Sandbox): void {
  expect(existsSync(box.path(X))).toBe(false);
  expect(existsSync(box.path("repo/.git/worktrees/x"))).toBe(false);
  expect(box.git(["rev-parse", "--verify", "-q", "feat/x"])).not.toBe("");
}

/** What the worktree has, and what is said of it; each is refused and then, with --force, removed. */
const AT_RISK: readonly (readonly [string, (box: Sandbox) => unknown, string | RegExp])[] = [
  ["a changed file", (box) => box.write(`${X}/file.txt`, "two\n"), "1 uncommitted change (file.txt)"],
  ["a staged file", (box) => box.write(`${X}/new`, "") ?? box.git(["add", "new"], X), "1 uncommitted change (new)"],
  ["an untracked file", (box) => box.write(`${X}/a/b c`, ""), "1 uncommitted change (a/b c)"],
  ["a deleted file", (box) => rmSync(box.path(`${X}/file.txt`)), "1 uncommitted change (file.txt)"],
  ["many changes", (box) => ["a", "b", "c", "d"].map((name) => box.write(`${X}/${name}`, "")), "4 uncommitted changes (a, b, c, …)"],
  [
    "untracked files that the configuration hides",
    (box) => box.git(["config", "status.showUntrackedFiles", "no"]) || box.write(`${X}/new`, ""),
    "1 uncommitted change (new)",
  ],
  [
    "a change that git was told not to look at",
    (box) => box.git(["update-index", "--assume-unchanged", "file.txt"], X) || box.write(`${X}/file.txt`, "two\n"),
    "1 uncommitted change (file.txt)",
  ],
  [
    "a change behind skip-worktree",
    (box) => box.git(["update-index", "--skip-worktree", "file.txt"], X) || box.write(`${X}/file.txt`, "two\n"),
    "1 uncommitted change (file.txt)",
  ],
  ["a bisect in progress", (box) => box.git(["bisect", "start"], X), "a bisect in progress"],
  [
    "a merge in progress",
    (box) => box.commit({ other: "1" }) && box.git(["merge", "-q", "--no-commit", "--no-ff", "develop"], X),
    "a merge in progress, 1 uncommitted change (other)",
  ],
  [
    "a commit on a detached HEAD",
    (box) => box.git(["checkout", "-q", "--detach"], X) || box.commit({ lone: "1" }, "lone", X),
    /a commit that no ref holds \([0-9a-f]{12}\)/,
  ],
  [
    "a commit in a ref of the worktree alone",
    (box) => {
      const sha = box.git(["commit-tree", "-m", "lone", "HEAD^{tree}"], X);
      box.git(["update-ref", "refs/worktree/kept", sha], X);
    },
    /a commit that no ref holds \([0-9a-f]{12}\)/,
  ],
  ["a lock", (box) => box.git(["worktree", "lock", "--reason", "on a stick", box.path(X)]), "a lock (on a stick)"],
  ["a lost .git file and a new file", (box) => box.write(`${X}/new`, "") ?? rmSync(box.path(`${X}/.git`)), "1 uncommitted change (new)"],
  ["a deleted branch", (box) => box.git(["update-ref", "-d", "refs/heads/feat/x"]), "1 uncommitted change (file.txt)"],
  ["a submodule with changes", (box) => withSubmodule(box) ?? box.write(`${X}/sub/file.txt`, "two\n"), "1 uncommitted change (sub)"],
  [
    "a submodule with a commit of its own",
    (box) => {
      withSubmodule(box);
      box.commit({ lone: "1" }, "lone", `${X}/sub`);
      box.git(["commit", "-q", "-am", "pointer"], X);
    },
    "a submodule commit that was not pushed (sub)",
  ],
];

/** What does not count, or was left by something that was cut short: removed without a question. */
const SAFE: readonly (readonly [string, (box: Sandbox) => unknown])[] = [
  ["clean", () => undefined],
  ["commits of its branch", (box) => box.commit({ a: "1" }, "a", X)],
  ["ignored files", (box) => writeFileSync(box.path("repo/.git/info/exclude"), "*.o\n") ?? box.write(`${X}/a.o`, "")],
  ["a file that was only touched", (box) => box.write(`${X}/file.txt`, "one\n")],
  ["a clean submodule", (box) => withSubmodule(box)],
  ["its folder deleted by hand", (box) => rmSync(box.path(X), { recursive: true })],
  ["a removal that git was killed in", (box) => ["file.txt", ".git"].map((name) => rmSync(box.path(`${X}/${name}`)))],
  ["a removal of ours that was killed before git knew", (box) => leftBehind(box)],
];

const rows: GitRow[] = AT_RISK.flatMap(([name, setup, risk]) => {
  const message = (text: string) => `Worktree 'x' has ${text}; --force removes it all the same\n`;
  const stderr = typeof risk === "string" ? message(risk) : new RegExp(`^${message(risk.source)}$`);
  const arrange = (box: Sandbox) => withX(box) ?? setup(box);
  return [
    {
      name: `${name}: refused`,
      setup: arrange,
      args: REMOVE,
      code: 1,
      stderr,
      after: (box: Sandbox) => expect(existsSync(box.path(X))).toBe(true),
    },
    {
      name: `${name}: forced`,
      setup: arrange,
      args: [...REMOVE, "--force"],
      stdout: /^\{"removed":".+","branch":.+\}\n$/,
      after: (box) => expect(existsSync(box.path(X))).toBe(false),
    },
  ];
});

gitRows(run, rows);
gitRows(
  run,
  SAFE.map(([name, setup]) => ({
    name: `${name}: removed`,
    setup: (box) => withX(box) ?? setup(box),
    args: REMOVE,
    stdout: REMOVED,
    after: isGone,
  })),
);

gitRows(run, [
  { name: "the id in another case", setup: withX, args: ["remove", "--id", "X"], stdout: REMOVED, after: isGone },
  { name: "from inside the worktree", setup: withX, cwd: X, args: REMOVE, stdout: REMOVED, after: isGone },
  {
    name: "a commit on a detached HEAD that a tag holds",
    setup: (box) =>
      withX(box) ?? (box.git(["checkout", "-q", "--detach"], X) || (box.commit({ a: "1" }, "a", X) && box.git(["tag", "held"], X))),
    args: REMOVE,
    stdout: { ...REMOVED, branch: null },
  },
  {
    name: "no such worktree",
    setup: withX,
    args: ["remove", "--id", "y"],
    code: 1,
    stderr: ["No worktree 'y' in $CWD/repo/.claude/worktrees"],
  },
  {
    name: "one that is not below the root",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "y", box.path("y")]),
    args: ["remove", "--id", "y"],
    code: 1,
    stderr: ["No worktree 'y' in $CWD/repo/.claude/worktrees"],
  },
  {
    name: "one of another root",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "y", box.path("y")]),
    args: ["remove", "--id", "y", "--root", ".."],
    stdout: { removed: "$CWD/y", branch: "y" },
  },
  {
    name: "an empty folder without registration",
    setup: (box) => mkdirSync(box.path(`${X}/a/b`), { recursive: true }),
    args: REMOVE,
    stdout: { removed: `$CWD/${X}`, branch: null },
  },
  {
    name: "files without registration",
    setup: (box) => box.write(`${X}/a/b`, ""),
    args: REMOVE,
    code: 1,
    stderr: ["Worktree 'x' has files but no registration (a/b); --force removes it all the same"],
    after: (box) => expect(existsSync(box.path(`${X}/a/b`))).toBe(true),
  },
  {
    name: "a repository of the user's below the root",
    setup: (box) => box.git(["clone", "-q", "repo", X], "."),
    args: REMOVE,
    code: 1,
    stderr: /^Worktree 'x' has files but no registration \(.+\); --force/,
  },
  {
    name: "a worktree of another repository below the root",
    setup: foreign,
    args: [...REMOVE, "--force"],
    code: 1,
    stderr: ["No worktree 'x' in $CWD/repo/.claude/worktrees"],
    after: (box) => expect(existsSync(box.path(`${X}/file.txt`))).toBe(true),
  },
  {
    name: "a link below the root",
    setup: (box) => mkdirSync(box.path("repo/.claude/worktrees"), { recursive: true }) ?? symlinkSync(box.path("repo"), box.path(X)),
    args: [...REMOVE, "--force"],
    code: 1,
    stderr: /^No worktree 'x' in /,
  },
  {
    name: "registrations without a folder are pruned, but for the only name of a commit",
    setup: pruning,
    args: REMOVE,
    stdout: REMOVED,
    after: (box) =>
      expect(box.git(["worktree", "list", "--porcelain"]).match(/^worktree .*/gm)).toEqual([
        `worktree ${box.path("repo")}`,
        `worktree ${box.path("lone")}`,
      ]),
  },
  {
    name: "a folder name that no new worktree would get",
    setup: (box) => box.git(["worktree", "add", "-q", "-b", "y", box.path("repo/.claude/worktrees/a b.")]),
    args: ["remove", "--id", "A b."],
    stdout: { removed: "$CWD/repo/.claude/worktrees/a b.", branch: "y" },
  },
  { name: "no id", args: ["remove"], code: 64, stderr: [`missing flag --id; ${USAGE}`] },
]);

function withSubmodule(box: Sandbox): void {
  box.git(["clone", "-q", "repo", "lib"], ".");
  box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("lib"), "sub"], X);
  box.git(["commit", "-q", "-m", "sub"], X);
}

function leftBehind(box: Sandbox): void {
  mkdirSync(box.path("repo/.claude/worktrees/.x-skills-removing-1/a"), { recursive: true });
  rmSync(box.path(X), { recursive: true });
}

function foreign(box: Sandbox): void {
  box.git(["clone", "-q", "repo", "other"], ".");
  box.git(["worktree", "add", "-q", "-b", "feat/x", box.path(X)], "other");
}

function pruning(box: Sandbox): void {
  withX(box);
  for (const name of ["gone", "lone"]) box.git(["worktree", "add", "-q", "--detach", box.path(name)]);
  box.commit({ a: "1" }, "a", "lone");
  for (const name of ["gone", "lone"]) rmSync(box.path(name), { recursive: true });
}
