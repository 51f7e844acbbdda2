/** x-manage-worktrees detect-context: what git says of the folder (spec page 4). */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { run } from "../scripts/x-manage-worktrees.ts";
import { gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const context = (inWorktree: boolean, worktreePath: string | null, mainRepoPath: string) => ({ inWorktree, worktreePath, mainRepoPath });
const linked = (box: Sandbox) => box.git(["worktree", "add", "-q", "-b", "topic", box.path("a \u00fc")]);

gitRows(run, [
  { name: "main tree", args: ["detect-context"], stdout: context(false, null, "$CWD/repo") },
  {
    name: "linked worktree",
    setup: linked,
    cwd: "a \u00fc",
    args: ["detect-context"],
    stdout: context(true, "$CWD/a \u00fc", "$CWD/repo"),
  },
  {
    name: "subfolder of a linked worktree",
    setup: (box) => linked(box) + String(mkdirSync(box.path("a \u00fc/s"))),
    cwd: "a \u00fc/s",
    args: ["detect-context"],
    stdout: context(true, "$CWD/a \u00fc", "$CWD/repo"),
  },
  {
    name: "through a link",
    setup: (box) => symlinkSync(linked(box) || box.path("a \u00fc"), box.path("l")),
    cwd: "l",
    args: ["detect-context"],
    stdout: context(true, "$CWD/a \u00fc", "$CWD/repo"),
  },
  {
    name: "bare main repository",
    setup: (box) => box.git(["clone", "-q", "--bare", "repo", "b.git"], "."),
    cwd: "b.git",
    args: ["detect-context"],
    stdout: context(false, null, "$CWD/b.git"),
  },
  {
    name: "worktree of a bare repository",
    setup: (box) =>
      box.git(["clone", "-q", "--bare", "repo", "b.git"], ".") + box.git(["worktree", "add", "-q", "-b", "t", box.path("w")], "b.git"),
    cwd: "w",
    args: ["detect-context"],
    stdout: context(true, "$CWD/w", "$CWD/b.git"),
  },
  { name: "detached HEAD, no commit", box: { isEmpty: true }, args: ["detect-context"], stdout: context(false, null, "$CWD/repo") },
  {
    name: "a worktree of a submodule",
    setup: (box) => {
      box.git(["clone", "-q", "repo", "lib"], ".");
      box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("lib"), "sub"]);
      box.git(["worktree", "add", "-q", "-b", "t", box.path("w")], "repo/sub");
    },
    cwd: "w",
    args: ["detect-context"],
    stdout: context(true, "$CWD/w", "$CWD/repo/sub"),
  },
  {
    name: "a worktree of a repository that keeps its git dir elsewhere",
    setup: (box) =>
      box.git(["clone", "-q", "--separate-git-dir", box.path("dir"), "repo", "tree"], ".") +
      box.git(["worktree", "add", "-q", "-b", "t", box.path("w")], "tree"),
    cwd: "w",
    args: ["detect-context"],
    stdout: context(true, "$CWD/w", "$CWD/dir"),
  },
  { name: "inside .git", cwd: "repo/.git", args: ["detect-context"], stdout: context(false, null, "$CWD/repo") },
  { name: "a hook's variables", args: ["detect-context"], env: { GIT_DIR: "/nowhere" }, stdout: context(false, null, "$CWD/repo") },
  {
    name: "outside",
    setup: (box) => mkdirSync(box.path("o")),
    cwd: "o",
    args: ["detect-context"],
    code: 1,
    stderr: ["Not a git repository: $CWD/o"],
  },
  {
    name: "a worktree whose registration is gone",
    setup: (box) => linked(box) + String(rmSync(box.path("repo/.git/worktrees"), { recursive: true })),
    cwd: "a \u00fc",
    args: ["detect-context"],
    code: 1,
    stderr: /^Not a git repository: .*\n$/,
  },
]);
