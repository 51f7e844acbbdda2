/** x-commit-changes: why there is no commit, word for word, and what is left then (spec page 4). */
import { expect } from "bun:test";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-commit-changes.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import { COMMIT_ARGS, COMMITTED, refusedRow, stageA, untouched } from "./git/refused-commits.ts";
import type { Sandbox } from "./git/sandbox.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const NOTHING: readonly GitRow[] = [
  { name: "nothing staged", setup: (box) => box.write("repo/new", ""), args: COMMIT_ARGS, code: 1, stderr: ["No staged files for commit"] },
  {
    name: "nothing at all, before the first commit",
    box: { isEmpty: true },
    args: COMMIT_ARGS,
    code: 1,
    stderr: ["No staged files for commit"],
  },
  { name: "an unchanged path", args: [...COMMIT_ARGS, "--path", "file.txt"], code: 1, stderr: ["No staged files for commit"] },
  { name: "a path of no file", args: [...COMMIT_ARGS, "--path", "nowhere"], code: 1, stderr: ["No such path: nowhere"] },
  {
    name: "an ignored path",
    setup: (box) => box.write("repo/.git/info/exclude", "a\n") ?? box.write("repo/a", ""),
    args: [...COMMIT_ARGS, "--path", "a"],
    code: 1,
    stderr: ["Path is ignored or empty: a"],
  },
  {
    name: "a path outside",
    setup: (box) => box.write("out", ""),
    args: [...COMMIT_ARGS, "--path", "../out"],
    code: 1,
    stderr: ["Path is outside the repository: ../out"],
  },
  {
    name: "no repository",
    setup: (box) => mkdirSync(box.path("o")),
    cwd: "o",
    args: COMMIT_ARGS,
    code: 1,
    stderr: ["Not a git repository: $CWD/o"],
  },
  { name: "a bare repository", box: { isBare: true }, args: COMMIT_ARGS, code: 1, stderr: ["Not inside a working tree: $CWD/repo"] },
  {
    name: "a worktree whose .git file is gone does not reach the parent",
    setup: (box) =>
      stageA(box) +
      box.git(["worktree", "add", "-q", "-b", "t", "w"]) +
      String(rmSync(box.path("repo/w/.git"))) +
      String(rmSync(box.path("repo/.git/worktrees"), { recursive: true })),
    cwd: "repo/.git/..",
    args: [...COMMIT_ARGS, "--path", "w/none"],
    code: 1,
    stderr: ["No such path: w/none"],
  },
  {
    name: "nothing to amend",
    box: { isEmpty: true },
    args: [...COMMIT_ARGS, "--amend"],
    code: 1,
    stderr: ["commit failed: You have nothing to amend."],
  },
  {
    name: "a merge with conflicts",
    setup: conflict,
    args: COMMIT_ARGS,
    code: 1,
    stderr: ["commit failed: unresolved conflict in file.txt"],
  },
  {
    name: "single paths during a merge",
    setup: (box) => conflict(box) ?? box.write("repo/b", "") ?? box.git(["add", "file.txt"]),
    args: [...COMMIT_ARGS, "--path", "b"],
    code: 1,
    stderr: ["commit failed: cannot commit single paths during a merge"],
  },
  {
    name: "no identity",
    setup: stageA,
    args: COMMIT_ARGS,
    env: { GIT_AUTHOR_NAME: "", GIT_COMMITTER_NAME: "" },
    code: 1,
    stderr: /^commit failed: .*ident.*\n$/,
  },
];

const HOOKS: readonly GitRow[] = [
  refusedRow("pre-commit", "pre-commit failed: no luck", (box) => box.hook("pre-commit", "echo first; echo no luck >&2; exit 1")),
  refusedRow("pre-commit without a word", "pre-commit failed: status 1", (box) => box.hook("pre-commit", "exit 7")),
  refusedRow("pre-commit that prints what git prints", "pre-commit failed: index.lock': File exists.", (box) =>
    box.hook("pre-commit", 'echo "fatal: index.lock\': File exists." >&2; exit 1'),
  ),
  refusedRow("pre-commit that writes to /dev/stderr", "pre-commit failed: there", (box) =>
    box.hook("pre-commit", "echo there >/dev/stderr; exit 1"),
  ),
  refusedRow(
    "pre-commit that reformats and fails",
    "pre-commit failed: formatted (it changed a)",
    (box) => box.hook("pre-commit", "echo formatted; echo 9 >a; exit 1"),
    { after: (box) => expect(box.git(["status", "--porcelain"])).toBe("AM a\nMM file.txt\n?? new") },
  ),
  refusedRow("pre-commit that stages and fails", "pre-commit failed: status 1", (box) => box.hook("pre-commit", "git add new; exit 1")),
  refusedRow("commit-msg", "commit-msg rejected: bad words", (box) => box.hook("commit-msg", "echo bad words >&2; exit 1")),
  refusedRow("prepare-commit-msg", "commit-msg rejected: not so", (box) => box.hook("prepare-commit-msg", "echo not so; exit 1")),
  refusedRow("a hook, with --path", "pre-commit failed: no luck", (box) => box.hook("pre-commit", "echo no luck; exit 1"), {
    args: [...COMMIT_ARGS, "--path", "new"],
  }),
  refusedRow("a hook that empties the message", /^commit-msg rejected: Aborting commit due to empty commit message\.\n$/, (box) =>
    box.hook("commit-msg", ': >"$1"'),
  ),
  refusedRow("a ref hook", /^commit failed: .*hook.*\n$/, (box) =>
    box.hook("reference-transaction", '[ "$1" = prepared ] && exit 1; exit 0'),
  ),
  {
    name: "--skip-chain does not skip the hooks",
    setup: (box) => stageA(box) + String(box.hook("pre-commit", "exit 1")),
    args: [...COMMIT_ARGS, "--skip-chain"],
    code: 1,
    stderr: ["pre-commit failed: status 1"],
  },
  {
    name: "a hook that reformats and stages",
    setup: (box) => stageA(box) + String(box.hook("pre-commit", "echo 9 >a; git add a")),
    args: COMMIT_ARGS,
    stdout: COMMITTED,
    after: (box) => expect([box.git(["show", "HEAD:a"]), box.git(["status", "--porcelain"])]).toEqual(["9", ""]),
  },
  {
    name: "the same beside other staged files, with --path",
    setup: (box) =>
      stageA(box) + String(box.write("repo/b", "1")) + box.git(["add", "b"]) + String(box.hook("pre-commit", "echo 9 >a; git add a")),
    args: [...COMMIT_ARGS, "--path", "a"],
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
    args: COMMIT_ARGS,
    stdout: COMMITTED,
  },
  {
    name: "a hook that leaves a process",
    setup: (box) => stageA(box) + String(box.hook("post-commit", "sleep 20 &")),
    args: COMMIT_ARGS,
    stdout: COMMITTED,
    withinMs: 8_000,
  },
  {
    name: "a hook that changes the message",
    setup: (box) => stageA(box) + String(box.hook("commit-msg", 'sed -i "1s/$/ (more)/" "$1"')),
    args: COMMIT_ARGS,
    stdout: /"subject":"feat\(core\): add a \(more\)"/,
  },
];

const LOCKS: readonly GitRow[] = [
  refusedRow(
    "index.lock that stays",
    "index.lock busy: $CWD/repo/.git/index.lock",
    (box) => writeFileSync(box.path("repo/.git/index.lock"), ""),
    { after: (box) => rmSync(box.path("repo/.git/index.lock")) ?? untouched(box) },
  ),
  refusedRow(
    "index.lock that stays, staging first",
    "index.lock busy: $CWD/repo/.git/index.lock",
    (box) => writeFileSync(box.path("repo/.git/index.lock"), ""),
    { args: [...COMMIT_ARGS, "--path", "new"], after: (box) => rmSync(box.path("repo/.git/index.lock")) ?? untouched(box) },
  ),
  {
    name: "index.lock that goes",
    setup: (box) =>
      stageA(box) +
      String(writeFileSync(box.path("repo/.git/index.lock"), "")) +
      String(setTimeout(() => rmSync(box.path("repo/.git/index.lock")), 700)),
    args: COMMIT_ARGS,
    stdout: COMMITTED,
  },
];

const WRONG: readonly (readonly [string, readonly string[], string])[] = [
  ["no scope", ["--type", "feat", "--subject", "x"], USAGE],
  ["no type", ["--scope", "x", "--subject", "x"], USAGE],
  ["task and scope", [...COMMIT_ARGS, "--task", "TASK-0001-0001-001"], `--task and --scope exclude each other; ${USAGE}`],
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
  [
    "a footer without a value",
    [...COMMIT_ARGS, "--footer", "Refs="],
    `malformed --footer 'Refs=': expected KEY=VALUE on one line; ${USAGE}`,
  ],
  [
    "a footer with a space in its key",
    [...COMMIT_ARGS, "--footer", "BREAKING CHANGE=x"],
    `malformed --footer 'BREAKING CHANGE=x': expected KEY=VALUE on one line; ${USAGE}`,
  ],
  ["an unknown tag", [...COMMIT_ARGS, "--tdd", "BLUE"], `malformed --tdd 'BLUE': expected RED, GREEN, REFACTOR, TDD; ${USAGE}`],
];

gitRows(run, [...NOTHING, ...HOOKS, ...LOCKS]);
gitRows(
  run,
  WRONG.map(([name, args, line]) => ({ name, args, code: 64, stderr: [line] })),
);
gitRows(run, [
  { name: "git is missing", args: COMMIT_ARGS, env: { PATH: "/nowhere" }, code: 127, stderr: ["git is required"] },
  {
    name: "a broken x-skills.json",
    setup: (box) => stageA(box) + String(box.write("repo/x-skills.json", "{")),
    args: COMMIT_ARGS,
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
