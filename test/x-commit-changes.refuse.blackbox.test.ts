/** x-commit-changes: why there is no commit, word for word, and what is left then (spec page 4). */
import { expect } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-commit-changes.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const BASE = ["--scope", "core", "--type", "feat", "--subject", "add a"];
const COMMITTED = /^\{"commitSha":"[0-9a-f]{40}",.*\}\n$/;

const stageA = (box: Sandbox) => box.write("repo/a", "1\n") ?? box.git(["add", "a"]);
/** Staged, partly staged and new files side by side: what must all be as it was. */
const mixed = (box: Sandbox) => {
  stageA(box);
  box.write("repo/file.txt", "staged\n");
  box.git(["add", "file.txt"]);
  box.write("repo/file.txt", "more\n");
  box.write("repo/new", "1");
};
const untouched = (box: Sandbox) => {
  expect(box.git(["status", "--porcelain"])).toBe("A  a\nMM file.txt\n?? new");
  expect(box.git(["log", "--oneline"]).split("\n")).toHaveLength(1);
  expect(readdirSync(box.path("repo/.git")).filter((name) => /x-skills-|lock/.test(name))).toEqual([]);
};
const fails = (name: string, stderr: string | RegExp, setup: (box: Sandbox) => unknown, more: Partial<GitRow> = {}): GitRow => ({
  name,
  setup: (box) => mixed(box) ?? setup(box),
  args: BASE,
  code: 1,
  stderr: typeof stderr === "string" ? `${stderr}\n` : stderr,
  after: untouched,
  ...more,
});

const NOTHING: readonly GitRow[] = [
  { name: "nothing staged", setup: (box) => box.write("repo/new", ""), args: BASE, code: 1, stderr: ["No staged files for commit"] },
  { name: "nothing at all, before the first commit", box: { isEmpty: true }, args: BASE, code: 1, stderr: ["No staged files for commit"] },
  { name: "an unchanged path", args: [...BASE, "--path", "file.txt"], code: 1, stderr: ["No staged files for commit"] },
  { name: "a path of no file", args: [...BASE, "--path", "nowhere"], code: 1, stderr: ["No such path: nowhere"] },
  {
    name: "an ignored path",
    setup: (box) => box.write("repo/.git/info/exclude", "a\n") ?? box.write("repo/a", ""),
    args: [...BASE, "--path", "a"],
    code: 1,
    stderr: ["Path is ignored or empty: a"],
  },
  {
    name: "a path outside",
    setup: (box) => box.write("out", ""),
    args: [...BASE, "--path", "../out"],
    code: 1,
    stderr: ["Path is outside the repository: ../out"],
  },
  {
    name: "no repository",
    setup: (box) => mkdirSync(box.path("o")),
    cwd: "o",
    args: BASE,
    code: 1,
    stderr: ["Not a git repository: $CWD/o"],
  },
  { name: "a bare repository", box: { isBare: true }, args: BASE, code: 1, stderr: ["Not inside a working tree: $CWD/repo"] },
  {
    name: "a worktree whose .git file is gone does not reach the parent",
    setup: (box) =>
      stageA(box) +
      box.git(["worktree", "add", "-q", "-b", "t", "w"]) +
      String(rmSync(box.path("repo/w/.git"))) +
      String(rmSync(box.path("repo/.git/worktrees"), { recursive: true })),
    cwd: "repo/.git/..",
    args: [...BASE, "--path", "w/none"],
    code: 1,
    stderr: ["No such path: w/none"],
  },
  {
    name: "nothing to amend",
    box: { isEmpty: true },
    args: [...BASE, "--amend"],
    code: 1,
    stderr: ["commit failed: You have nothing to amend."],
  },
  { name: "a merge with conflicts", setup: conflict, args: BASE, code: 1, stderr: ["commit failed: unresolved conflict in file.txt"] },
  {
    name: "single paths during a merge",
    setup: (box) => conflict(box) ?? box.write("repo/b", "") ?? box.git(["add", "file.txt"]),
    args: [...BASE, "--path", "b"],
    code: 1,
    stderr: ["commit failed: cannot commit single paths during a merge"],
  },
  {
    name: "no identity",
    setup: stageA,
    args: BASE,
    env: { GIT_AUTHOR_NAME: "", GIT_COMMITTER_NAME: "" },
    code: 1,
    stderr: /^commit failed: .*ident.*\n$/,
  },
];

const HOOKS: readonly GitRow[] = [
  fails("pre-commit", "pre-commit failed: no luck", (box) => box.hook("pre-commit", "echo first; echo no luck >&2; exit 1")),
  fails("pre-commit without a word", "pre-commit failed: status 1", (box) => box.hook("pre-commit", "exit 7")),
  fails("pre-commit that prints what git prints", "pre-commit failed: index.lock': File exists.", (box) =>
    box.hook("pre-commit", 'echo "fatal: index.lock\': File exists." >&2; exit 1'),
  ),
  fails("pre-commit that writes to /dev/stderr", "pre-commit failed: there", (box) =>
    box.hook("pre-commit", "echo there >/dev/stderr; exit 1"),
  ),
  fails(
    "pre-commit that reformats and fails",
    "pre-commit failed: formatted (it changed a)",
    (box) => box.hook("pre-commit", "echo formatted; echo 9 >a; exit 1"),
    { after: (box) => expect(box.git(["status", "--porcelain"])).toBe("AM a\nMM file.txt\n?? new") },
  ),
  fails("pre-commit that stages and fails", "pre-commit failed: status 1", (box) => box.hook("pre-commit", "git add new; exit 1")),
  fails("commit-msg", "commit-msg rejected: bad words", (box) => box.hook("commit-msg", "echo bad words >&2; exit 1")),
  fails("prepare-commit-msg", "commit-msg rejected: not so", (box) => box.hook("prepare-commit-msg", "echo not so; exit 1")),
  fails("a hook, with --path", "pre-commit failed: no luck", (box) => box.hook("pre-commit", "echo no luck; exit 1"), {
    args: [...BASE, "--path", "new"],
  }),
  fails("a hook that empties the message", /^commit-msg rejected: Aborting commit due to empty commit message\.\n$/, (box) =>
    box.hook("commit-msg", ': >"$1"'),
  ),
  fails("a ref hook", /^commit failed: .*hook.*\n$/, (box) => box.hook("reference-transaction", '[ "$1" = prepared ] && exit 1; exit 0')),
  {
    name: "--skip-chain does not skip the hooks",
    setup: (box) => stageA(box) + String(box.hook("pre-commit", "exit 1")),
    args: [...BASE, "--skip-chain"],
    code: 1,
    stderr: ["pre-commit failed: status 1"],
  },
  {
    name: "a hook that reformats and stages",
    setup: (box) => stageA(box) + String(box.hook("pre-commit", "echo 9 >a; git add a")),
    args: BASE,
    stdout: COMMITTED,
    after: (box) => expect([box.git(["show", "HEAD:a"]), box.git(["status", "--porcelain"])]).toEqual(["9", ""]),
  },
  {
    name: "the same beside other staged files, with --path",
    setup: (box) =>
      stageA(box) + String(box.write("repo/b", "1")) + box.git(["add", "b"]) + String(box.hook("pre-commit", "echo 9 >a; git add a")),
    args: [...BASE, "--path", "a"],
    stdout: COMMITTED,
    after: (box) =>
      expect([box.git(["show", "HEAD:a"]), box.git(["show", "--format=", "--name-only"]), box.git(["status", "--porcelain"])]).toEqual([
        "9",
        "a",
        "A  b",
      ]),
  },
  {
    name: "a post-commit hook that fails",
    setup: (box) => stageA(box) + String(box.hook("post-commit", "exit 1")),
    args: BASE,
    stdout: COMMITTED,
  },
  {
    name: "a hook that leaves a process",
    setup: (box) => stageA(box) + String(box.hook("post-commit", "sleep 20 &")),
    args: BASE,
    stdout: COMMITTED,
    withinMs: 8_000,
  },
  {
    name: "a hook that changes the message",
    setup: (box) => stageA(box) + String(box.hook("commit-msg", 'sed -i "1s/$/ (more)/" "$1"')),
    args: BASE,
    stdout: /"subject":"feat\(core\): add a \(more\)"/,
  },
];

const LOCKS: readonly GitRow[] = [
  fails(
    "index.lock that stays",
    "index.lock busy: $CWD/repo/.git/index.lock",
    (box) => writeFileSync(box.path("repo/.git/index.lock"), ""),
    { after: (box) => rmSync(box.path("repo/.git/index.lock")) ?? untouched(box) },
  ),
  fails(
    "index.lock that stays, staging first",
    "index.lock busy: $CWD/repo/.git/index.lock",
    (box) => writeFileSync(box.path("repo/.git/index.lock"), ""),
    { args: [...BASE, "--path", "new"], after: (box) => rmSync(box.path("repo/.git/index.lock")) ?? untouched(box) },
  ),
  {
    name: "index.lock that goes",
    setup: (box) =>
      stageA(box) +
      String(writeFileSync(box.path("repo/.git/index.lock"), "")) +
      String(setTimeout(() => rmSync(box.path("repo/.git/index.lock")), 700)),
    args: BASE,
    stdout: COMMITTED,
  },
];

const WRONG: readonly (readonly [string, readonly string[], string])[] = [
  ["no scope", ["--type", "feat", "--subject", "x"], USAGE],
  ["no type", ["--scope", "x", "--subject", "x"], USAGE],
  ["task and scope", [...BASE, "--task", "TASK-0001-0001-001"], `--task and --scope exclude each other; ${USAGE}`],
  [
    "unknown type",
    ["--scope", "x", "--type", "chor", "--subject", "x"],
    `malformed --type 'chor': expected feat, fix, test, refactor, docs, chore, perf; ${USAGE}`,
  ],
  [
    "final period",
    ["--scope", "x", "--type", "feat", "--subject", "add a."],
    `malformed --subject 'add a.': expected no final period; ${USAGE}`,
  ],
  ["line break", ["--scope", "x", "--type", "feat", "--subject", "a\nb"], `malformed --subject 'a\\u000ab': expected one line; ${USAGE}`],
  [
    "empty subject",
    ["--scope", "x", "--type", "feat", "--subject="],
    `malformed --subject '': expected a text that is not empty; ${USAGE}`,
  ],
  [
    "73 characters",
    ["--scope", "x", "--type", "feat", "--subject", "a".repeat(73)],
    `malformed --subject '${"a".repeat(60)}…': expected at most 72 characters; ${USAGE}`,
  ],
  ["a scope that is no word", ["--scope", "a b", "--type", "feat", "--subject", "x"], `malformed --scope 'a b': expected a word; ${USAGE}`],
  [
    "a task that is none",
    ["--task", "x", "--type", "feat", "--subject", "x"],
    `malformed --task 'x': expected TASK-XXXX-YYYY-NNN; ${USAGE}`,
  ],
  ["a footer without a value", [...BASE, "--footer", "Refs="], `malformed --footer 'Refs=': expected KEY=VALUE on one line; ${USAGE}`],
  [
    "a footer with a space in its key",
    [...BASE, "--footer", "BREAKING CHANGE=x"],
    `malformed --footer 'BREAKING CHANGE=x': expected KEY=VALUE on one line; ${USAGE}`,
  ],
  ["an unknown tag", [...BASE, "--tdd", "BLUE"], `malformed --tdd 'BLUE': expected RED, GREEN, REFACTOR, TDD; ${USAGE}`],
];

gitRows(run, [...NOTHING, ...HOOKS, ...LOCKS]);
gitRows(
  run,
  WRONG.map(([name, args, line]) => ({ name, args, code: 64, stderr: [line] })),
);
gitRows(run, [
  { name: "git is missing", args: BASE, env: { PATH: "/nowhere" }, code: 127, stderr: ["git is required"] },
  {
    name: "a broken x-skills.json",
    setup: (box) => stageA(box) + String(box.write("repo/x-skills.json", "{")),
    args: BASE,
    code: 65,
    stderr: /x-skills\.json/,
  },
]);

function conflict(box: Sandbox): void {
  box.git(["checkout", "-q", "-b", "other"]);
  box.commit({ "file.txt": "other\n" });
  box.git(["checkout", "-q", "develop"]);
  box.commit({ "file.txt": "ours\n" });
  box.status(["merge", "other"]);
}
