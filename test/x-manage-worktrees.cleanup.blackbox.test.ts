/** x-manage-worktrees list and cleanup: what is merged, stale, orphaned, and what stays (spec page 4). */
import { expect } from "bun:test";
import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { run } from "../scripts/x-manage-worktrees.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const ROOT = "repo/.claude/worktrees";
const DAY = 86_400;
/** Commits and files of the test are made now; the clock of the run is then set forward. */
const LATER = (days: number) => ({ X_SKILLS_NOW: String(Math.floor(Date.now() / 1000) + days * DAY) });

function add(box: Sandbox, id: string, files: Readonly<Record<string, string>> = {}): string {
  box.git(["worktree", "add", "-q", "-b", `feat/${id}`, box.path(`${ROOT}/${id}`)]);
  return Object.keys(files).length === 0 ? "" : box.commit(files, id, `${ROOT}/${id}`);
}

const row = (id: string, status: string, branch: string | null = `feat/${id}`) => ({
  id,
  path: `$CWD/${ROOT}/${id}`,
  branch,
  status,
  lastCommit: "$re:[0-9a-f]{40}",
  ageSeconds: "$AGE",
});
const list = (...rows: readonly ReturnType<typeof row>[]) =>
  new RegExp(
    `^${JSON.stringify({ worktrees: rows })
      .replace(/[[\]{}.*+?()|^$\\/]/g, "\\$&")
      .replaceAll("\\$re:\\[0-9a-f\\]\\{40\\}", "[0-9a-f]{40}")
      .replaceAll('"\\$AGE"', "\\d+")
      .replaceAll("\\$CWD", ".+")}\n$`,
  );
const removed = (id: string, status: string, deletedBranch: string | null = `feat/${id}`) => ({
  id,
  path: `$CWD/${ROOT}/${id}`,
  status,
  deletedBranch,
});
const kept = (id: string, status: string, reason: string) => ({ id, path: `$CWD/${ROOT}/${id}`, status, reason });

/** How work gets into the target, and whether the branch may go with the worktree. */
const MERGES: readonly (readonly [string, (box: Sandbox) => unknown, string | null])[] = [
  ["a merge commit", (box) => box.git(["merge", "-q", "--no-ff", "-m", "m", "feat/a"]), "feat/a"],
  ["a fast-forward", (box) => box.git(["merge", "-q", "--ff-only", "feat/a"]), "feat/a"],
  ["a rebase merge", (box) => box.commit({ z: "1" }) && box.git(["cherry-pick", "develop..feat/a"]), null],
  [
    "a squash merge",
    (box) =>
      box.commit({ z: "1" }) &&
      box.git(["merge", "-q", "--squash", "feat/a"]) + box.git(["commit", "-q", "-m", "squash"]) &&
      box.commit({ z: "2" }),
    null,
  ],
  ["a merge that only origin has", mergedAtOrigin, "feat/a"],
];

const LISTED: readonly GitRow[] = [
  { name: "none", args: ["list"], stdout: { worktrees: [] } },
  { name: "a new one is active, not merged", setup: (box) => add(box, "a"), args: ["list"], stdout: list(row("a", "ACTIVE")) },
  {
    name: "one with work is active",
    setup: (box) => add(box, "a", { a: "1" }),
    args: ["list", "--json"],
    stdout: list(row("a", "ACTIVE")),
  },
  {
    name: "stale after 7 days",
    setup: (box) => add(box, "a", { a: "1" }),
    args: ["list"],
    env: LATER(7.1),
    stdout: list(row("a", "STALE")),
  },
  { name: "not yet stale", setup: (box) => add(box, "a", { a: "1" }), args: ["list"], env: LATER(6.9), stdout: list(row("a", "ACTIVE")) },
  {
    name: "an old commit in a new worktree is not stale",
    setup: (box) => box.git(["commit", "-q", "--amend", "--no-edit", "--date=2020-01-01T00:00:00Z"]) + add(box, "a"),
    env: { GIT_COMMITTER_DATE: "2020-01-01T00:00:00Z" },
    args: ["list"],
    stdout: list(row("a", "ACTIVE")),
  },
  {
    name: "its folder is gone",
    setup: (box) => add(box, "a") || rmSync(box.path(`${ROOT}/a`), { recursive: true }),
    args: ["list"],
    stdout: list(row("a", "ORPHAN")),
  },
  {
    name: "a folder that git does not know",
    setup: (box) => box.write(`${ROOT}/a/file`, ""),
    args: ["list"],
    stdout: /^\{"worktrees":\[\{"id":"a","path":".+","branch":null,"status":"ORPHAN","lastCommit":null,"ageSeconds":\d+\}\]\}\n$/,
  },
  {
    name: "a detached one, and one outside",
    setup: (box) => box.git(["worktree", "add", "-q", "--detach", box.path("out")]),
    args: ["list"],
    stdout: /^\{"worktrees":\[\{"id":"out","path":".+\/out","branch":null,"status":"ACTIVE",.+\n$/,
  },
  {
    name: "the target branch itself is never merged",
    setup: (box) => box.git(["checkout", "-q", "-b", "x"]) + box.git(["worktree", "add", "-q", box.path(`${ROOT}/d`), "develop"]),
    args: ["list"],
    stdout: list(row("d", "ACTIVE", "develop")),
  },
  { name: "from inside one", setup: (box) => add(box, "a"), cwd: `${ROOT}/a`, args: ["list"], stdout: list(row("a", "ACTIVE")) },
  {
    name: "a branch that was fetched and merged is merged, though it never moved here",
    setup: fetchedBranch,
    args: ["list"],
    stdout: list(row("f", "MERGED")),
  },
  ...MERGES.map(
    ([name, merge]): GitRow => ({
      name: `after ${name}`,
      setup: (box) => add(box, "a", { a: "1", b: "2" }) && merge(box),
      args: ["list"],
      stdout: list(row("a", "MERGED")),
    }),
  ),
];

const CLEANED: readonly GitRow[] = [
  ...MERGES.map(
    ([name, merge, branch]): GitRow => ({
      name: `after ${name}`,
      setup: (box) => add(box, "a", { a: "1", b: "2" }) && merge(box),
      args: ["cleanup"],
      stdout: { dryRun: false, removed: [removed("a", "MERGED", branch)], kept: [] },
      after: (box) => {
        expect(existsSync(box.path(`${ROOT}/a`))).toBe(false);
        expect(box.status(["rev-parse", "--verify", "-q", "feat/a"])).toBe(branch === null ? 0 : 1);
      },
    }),
  ),
  {
    name: "active and stale ones stay",
    setup: (box) => add(box, "a") + add(box, "b", { b: "1" }),
    args: ["cleanup"],
    env: LATER(8),
    stdout: {
      dryRun: false,
      removed: [],
      kept: [kept("a", "STALE", "stale; --stale removes it"), kept("b", "STALE", "stale; --stale removes it")],
    },
  },
  {
    name: "stale ones go when asked, their branches stay",
    setup: (box) => add(box, "b", { b: "1" }),
    args: ["cleanup", "--stale"],
    env: LATER(8),
    stdout: { dryRun: false, removed: [removed("b", "STALE", null)], kept: [] },
    after: (box) => expect(box.status(["rev-parse", "--verify", "-q", "feat/b"])).toBe(0),
  },
  {
    name: "merged, but with a new file",
    setup: (box) => add(box, "a", { a: "1" }) && box.git(["merge", "-q", "feat/a"]) + String(box.write(`${ROOT}/a/new`, "")),
    args: ["cleanup"],
    stdout: { dryRun: false, removed: [], kept: [kept("a", "MERGED", "1 uncommitted change (new)")] },
  },
  {
    name: "merged, but with a commit on top",
    setup: (box) => add(box, "a", { a: "1" }) && box.git(["merge", "-q", "feat/a"]) + box.commit({ b: "1" }, "b", `${ROOT}/a`),
    args: ["cleanup"],
    stdout: { dryRun: false, removed: [], kept: [kept("a", "ACTIVE", "active")] },
  },
  {
    name: "orphans of both kinds",
    setup: orphans,
    args: ["cleanup"],
    stdout: {
      dryRun: false,
      removed: [removed("gone", "ORPHAN", null), removed("empty", "ORPHAN", null)],
      kept: [kept("files", "ORPHAN", "files but no registration (f)")],
    },
  },
  {
    name: "a dry run says the same and changes nothing",
    setup: (box) => orphans(box) ?? (add(box, "a", { a: "1" }) && box.git(["merge", "-q", "feat/a"])),
    args: ["cleanup", "--dry-run"],
    stdout: {
      dryRun: true,
      removed: [removed("a", "MERGED"), removed("gone", "ORPHAN", null), removed("empty", "ORPHAN", null)],
      kept: [kept("files", "ORPHAN", "files but no registration (f)")],
    },
    after: (box) => {
      expect(existsSync(box.path(`${ROOT}/a`))).toBe(true);
      expect(existsSync(box.path(`${ROOT}/empty`))).toBe(true);
      expect(box.git(["worktree", "list"]).split("\n")).toHaveLength(3);
    },
  },
  {
    name: "a merged one outside the root stays",
    setup: (box) =>
      box.git(["worktree", "add", "-q", "-b", "o", box.path("o")]) + box.commit({ o: "1" }, "o", "o") && box.git(["merge", "-q", "o"]),
    args: ["cleanup"],
    stdout: { dryRun: false, removed: [], kept: [{ id: "o", path: "$CWD/o", status: "MERGED", reason: "not below the root" }] },
  },
  {
    name: "a locked one whose disk is away stays",
    setup: (box) =>
      add(box, "a") + box.git(["worktree", "lock", box.path(`${ROOT}/a`)]) + String(rmSync(box.path(`${ROOT}/a`), { recursive: true })),
    args: ["cleanup"],
    stdout: { dryRun: false, removed: [], kept: [kept("a", "ORPHAN", "a lock")] },
  },
];

gitRows(run, LISTED);
gitRows(
  run,
  CLEANED.map((cleaned) => ({ ...cleaned, name: `cleanup: ${cleaned.name}` })),
);

function orphans(box: Sandbox): void {
  add(box, "gone");
  rmSync(box.path(`${ROOT}/gone`), { recursive: true });
  mkdirSync(box.path(`${ROOT}/empty/sub`), { recursive: true });
  box.write(`${ROOT}/files/f`, "");
  utimesSync(box.path(`${ROOT}/files`), 0, 0);
}

function mergedAtOrigin(box: Sandbox): void {
  box.git(["clone", "-q", "--bare", "repo", "origin.git"], ".");
  box.git(["remote", "add", "origin", box.path("origin.git")]);
  box.git(["push", "-q", "origin", "feat/a:develop"]);
  box.git(["fetch", "-q", "origin"]);
}

function fetchedBranch(box: Sandbox): void {
  box.git(["clone", "-q", "repo", "origin"], ".");
  box.git(["checkout", "-q", "-b", "feat/f"], "origin");
  box.commit({ f: "1" }, "f", "origin");
  box.git(["remote", "add", "origin", box.path("origin")]);
  box.git(["fetch", "-q", "origin"]);
  box.git(["worktree", "add", "-q", "--track", "-b", "feat/f", box.path(`${ROOT}/f`), "origin/feat/f"]);
  box.git(["merge", "-q", "--no-ff", "-m", "m", "feat/f"]);
}
