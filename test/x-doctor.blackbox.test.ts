/** x-doctor on machines and repositories with one thing wrong each: what it says, what --fix does, and the exit codes. */
import { expect } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-doctor.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const STATE = "ai/epics/epic-0049/execution-state.json";
const GH = /(?:note {5}programs {5}gh is not on PATH: x-create-pr and x-watch-pr-ci need it|ok {7}programs {5}git [\d.]+, gh [\d.]+)/
  .source;
const HOOKS = "note     hooks        commit hooks are not installed: 'x-hooks install' does it";
const [ONE, TWO] = [["1 problem"], ["2 problems"]];

/** The whole report; lines that are not given are those of a healthy repository. */
function report(lines: Readonly<Record<string, string | readonly string[]>>): RegExp {
  const healthy = {
    environment: "ok       environment",
    programs: GH,
    locks: "ok       locks",
    states: /ok {7}states {7}(?:no state file found|\d state files?)/.source,
    "lock-files": "ok       lock-files",
    worktrees: /ok {7}worktrees {4}\d linked worktrees?/.source,
    hooks: HOOKS,
  };
  const text = Object.entries({ ...healthy, ...lines }).flatMap(([, value]) => value);
  return new RegExp(`^${text.join("\n")}\n$`);
}

/** A line of the report, its text taken literally. */
function line(word: string, check: string, text: string): string {
  return `${word.padEnd(9)}${check.padEnd(13)}${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`;
}

function state(text: string) {
  return (box: Sandbox) => {
    box.write("repo/.gitignore", "*.json.lock\n");
    box.write(`repo/${STATE}`, text);
  };
}

const TEMPORARY = "ai/epics/epic-0049/.execution-state.json.0123456789abcdef.tmp";

function stateRow(name: string, text: string, problem: string): GitRow {
  return {
    name,
    setup: state(text),
    args: [],
    code: 1,
    stderr: ONE,
    stdout: report({ states: line("problem", "states", problem) }),
  };
}

gitRows(run, [
  { name: "a healthy repository", setup: state('{"version":1,"stories":{"s":{"status":"DONE"}}}'), args: [], stdout: report({}) },
  { name: "a repository without a commit", box: { isEmpty: true }, args: [], stdout: report({}) },
  {
    name: "a bare repository",
    box: { isBare: true },
    args: [],
    stdout: report({ "lock-files": line("skipped", "lock-files", "no working tree") }),
  },
  {
    name: "outside a repository",
    setup: (box) => box.write("outside/plans/epic-0001/execution-state.json", "{}"),
    cwd: "outside",
    args: [],
    stdout: report({
      "lock-files": line("skipped", "lock-files", "not in a git repository"),
      worktrees: line("skipped", "worktrees", "not in a git repository"),
      hooks: line("skipped", "hooks", "not in a git repository"),
    }),
  },
  {
    name: "without git: that is said, and the rest is looked at",
    setup: state("{"),
    env: { PATH: "/nowhere" },
    args: [],
    code: 1,
    stderr: TWO,
    stdout: report({
      programs: [
        line("problem", "programs", "git is not on PATH: only the skills for state files and stories work without it"),
        line("note", "programs", "gh is not on PATH: x-create-pr and x-watch-pr-ci need it"),
      ],
      states: line("problem", "states", `State file is not valid JSON: ${STATE}:1:2: expected a quoted key, found the end of the text`),
      "lock-files": line("skipped", "lock-files", "git is not on PATH"),
      worktrees: line("skipped", "worktrees", "git is not on PATH"),
      hooks: line("skipped", "hooks", "git is not on PATH"),
    }),
  },
  {
    name: "an old git, and gh",
    setup: (box) => {
      box.write("bin/git", '#!/bin/sh\n[ "$1" != --version ] || { echo git version 2.30.2; exit; }\nexec /usr/bin/git "$@"\n', 0o755);
      box.write("bin/gh", "#!/bin/sh\necho gh version 2.23.0 '(2023-02-27)'\n", 0o755);
    },
    env: { PATH: "../bin" },
    args: [],
    code: 1,
    stderr: ONE,
    stdout: report({ programs: line("problem", "programs", "git 2.30.2 is too old: skills need 2.36 or later") }),
  },
  {
    name: "variables that change the binaries, or what is written",
    env: { BUN_JSC_useJIT: "1", X_SKILLS_NOW: "1", CLAUDE_TASK_BRANCH_HOOK_DISABLED: "1", X_SKILLS_AGENT: "claude", BUN_BE_BUN: "0" },
    args: [],
    code: 1,
    stderr: ["3 problems"],
    stdout: report({
      environment: [
        line("problem", "environment", "BUN_JSC_useJIT is set: it changes how compiled binaries run, and may make them print more"),
        line("problem", "environment", "CLAUDE_TASK_BRANCH_HOOK_DISABLED is set: a rule of the commit hooks is off"),
        line("note", "environment", "X_SKILLS_AGENT is set: skills act on it"),
        line("problem", "environment", "X_SKILLS_NOW is set: timestamps are written with this time"),
      ],
    }),
  },
  stateRow(
    "a state with conflict markers",
    "{\n<<<<<<< ours\n",
    `State file is not valid JSON: ${STATE}:2:1: conflict markers (<<<<<<<) from a merge; resolve them first`,
  ),
  stateRow(
    "an unknown status",
    '{"stories":{"a":{"status":"SUCCESS"},"b":{"status":3,"tasks":{"T":{"status":"SUCCESS"}}}}}',
    `${STATE}: unknown statuses, which count as not done: 'SUCCESS' (2), 3 (1)`,
  ),
  stateRow(
    "an unknown tracker status",
    '{"taskTracking":{"taskIndex":[{"id":"a","status":"DONE"}]}}',
    `${STATE}: unknown statuses, which count as not done: 'DONE' (1)`,
  ),
  stateRow("an unknown shape", '{"stories":[1]}', `${STATE}: stories[0]: expected an object`),
  stateRow(
    "a status that could drive a terminal",
    '{"stories":{"a":{"status":"\\u001b[2J"}}}',
    `${STATE}: unknown statuses, which count as not done: '\\u001b[2J' (1)`,
  ),
  {
    name: "an unknown version is a note",
    setup: state('{"version":9}'),
    args: [],
    stdout: report({ states: line("note", "states", `${STATE}: unknown schema version '9'`) }),
  },
  {
    name: "a state file that is a FIFO",
    setup: (box) => {
      mkdirSync(box.path("repo/ai/epics/epic-0049"), { recursive: true });
      Bun.spawnSync(["mkfifo", box.path(`repo/${STATE}`)]);
      box.write("repo/.gitignore", "*.lock\n");
    },
    args: [],
    code: 1,
    stderr: ONE,
    stdout: report({ states: line("problem", "states", `${STATE} is not a regular file`) }),
  },
  {
    name: "a lock path that is no file",
    setup: (box) => {
      state("{}")(box);
      mkdirSync(box.path(`repo/${STATE}.lock`));
    },
    args: [],
    code: 1,
    stderr: ONE,
    stdout: /problem {2}states {7}\S+: not looked at: Lock timeout on \S+\.lock \(not a regular file\)\n/,
  },
  {
    name: "temporary files of a dead writer",
    setup: (box) => {
      state("{}")(box);
      box.write(`repo/${TEMPORARY}`, "{");
    },
    args: [],
    code: 1,
    stderr: ONE,
    stdout: report({
      states: line(
        "problem",
        "states",
        "ai/epics/epic-0049: temporary files of a write that was cut short: .execution-state.json.0123456789abcdef.tmp",
      ),
    }),
    after: (box) => expect(existsSync(box.path(`repo/${TEMPORARY}`))).toBe(true),
  },
  {
    name: "temporary files, --fix",
    setup: (box) => {
      state("{}")(box);
      box.write(`repo/${TEMPORARY}`, "{");
      box.write("repo/ai/epics/epic-0049/.execution-state.json.other.tmp", "mine");
    },
    args: ["--fix"],
    stdout: report({
      states: line(
        "fixed",
        "states",
        "ai/epics/epic-0049: temporary files of a write that was cut short: .execution-state.json.0123456789abcdef.tmp",
      ),
    }),
    after: (box) => {
      expect(existsSync(box.path(`repo/${TEMPORARY}`))).toBe(false);
      expect(existsSync(box.path("repo/ai/epics/epic-0049/.execution-state.json.other.tmp"))).toBe(true);
    },
  },
  {
    name: "lock files that git does not ignore, or tracks",
    setup: (box) => box.commit({ [STATE]: "{}", [`${STATE}.lock`]: "" }),
    args: [],
    code: 1,
    stderr: TWO,
    stdout: report({
      "lock-files": [
        line("problem", "lock-files", `lock files are tracked by git: ${STATE}.lock; 'git rm --cached' them`),
        line("problem", "lock-files", `lock files are not ignored by git: ${STATE}.lock; add *.json.lock to .gitignore`),
      ],
    }),
  },
  {
    name: "lock files, --fix",
    setup: (box) => box.write(`repo/${STATE}`, "{}"),
    args: ["--fix"],
    stdout: report({
      "lock-files": line("fixed", "lock-files", `lock files are not ignored by git: ${STATE}.lock; add *.json.lock to .gitignore`),
    }),
    after: (box) => expect(readFileSync(box.path("repo/.gitignore"), "utf8")).toBe("*.json.lock\n"),
  },
  {
    name: "a worktree whose branch is merged, and one that is not",
    setup: (box) => {
      box.git(["worktree", "add", "-q", "../open", "-b", "open"]);
      box.git(["worktree", "add", "-q", "../merged", "-b", "feat/x"]);
      box.commit({ x: "" }, "x", "merged");
      box.git(["merge", "-q", "feat/x"]);
    },
    args: [],
    code: 1,
    stderr: ONE,
    stdout:
      /problem {2}worktrees {4}worktree \S+\/merged \(feat\/x\) is left over: its branch is merged; 'x-manage-worktrees cleanup' removes it\nnote/,
  },
  ...[[], ["--fix"]].map(
    (args): GitRow => ({
      name: `a worktree whose folder is gone ${args.join(" ")}`,
      setup: (box) => {
        box.git(["worktree", "add", "-q", "../gone", "-b", "gone"]);
        rmSync(box.path("gone"), { recursive: true });
      },
      args,
      ...(args.length === 0 ? { code: 1, stderr: ONE } : {}),
      stdout:
        /(?:problem {2}|fixed {4})worktrees {4}worktree \S+\/gone \(gone\) is missing: its folder is gone; 'git worktree prune' forgets it\n/,
      after: (box) => expect(box.git(["worktree", "list"]).includes("/gone")).toBe(args.length === 0),
    }),
  ),
  ...[[], ["--fix"]].map(
    (args): GitRow => ({
      name: `remains of a removal, and a folder that is no worktree ${args.join(" ")}`,
      setup: (box) => {
        box.write("repo/.claude/worktrees/.x-skills-removing-1/file", "");
        box.write("repo/.claude/worktrees/stray/file", "");
      },
      args,
      code: 1,
      stderr: args.length === 0 ? TWO : ONE,
      stdout: /worktrees {4}\S+\/stray is left over: git knows of no worktree there; 'x-manage-worktrees cleanup' removes it\n/,
      after: (box) => expect(existsSync(box.path("repo/.claude/worktrees/.x-skills-removing-1"))).toBe(args.length === 0),
    }),
  ),
  {
    name: "a broken x-skills.json",
    setup: (box) => box.write("repo/x-skills.json", '{"agents":1}'),
    args: [],
    code: 1,
    stderr: ONE,
    stdout: report({ worktrees: line("problem", "worktrees", "x-skills.json: agents: unknown key") }),
  },
  {
    name: "--json",
    setup: (box) => box.write("repo/execution-state.json", "[]"),
    args: ["--json"],
    code: 1,
    stderr: TWO,
    stdout:
      /^\{"ok":false,"checks":\[\{"check":"environment","skipped":null,"facts":"","findings":\[\]\},.*\{"level":"problem","message":"State file is not valid JSON: execution-state.json:1:1: expected an object at the top","fixed":false\}.*\]\}\n$/,
  },
  { name: "an operand", args: ["repo"], code: 64, stderr: [`unexpected argument 'repo'; usage: ${synopsis(contract)}`] },
] satisfies readonly GitRow[]);
