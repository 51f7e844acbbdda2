/** x-hooks status, run by hand, and every usage error and refusal. */
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-hooks.ts";
import { SHA, STATE, STATE_TRAILER } from "./flows/hooks/hooks-box.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const STATUS = ["status"];
const NONE = { mergeDriver: { attribute: false, command: false }, locksIgnored: false } as const;
const CALLING = { state: "calling", chained: false } as const;

function staged(box: Sandbox, text: string, message = "m\n"): void {
  box.write(`repo/${STATE}`, text);
  box.git(["add", STATE]);
  box.write("repo/message", message);
}

gitRows(run, [
  {
    name: "nothing is installed",
    args: STATUS,
    code: 1,
    stdout: {
      action: "status",
      folder: "$CWD/repo/.git/hooks",
      manager: "git",
      hooks: [
        { hook: "commit-msg", state: "missing", chained: false },
        { hook: "pre-commit", state: "missing", chained: false },
      ],
      ...NONE,
      problems: ["commit-msg is not installed", "pre-commit is not installed"],
    },
    stderr: ["commit-msg is not installed; pre-commit is not installed"],
  },
  {
    name: "one hook is foreign, one calls us",
    setup: (box) => {
      box.hook("commit-msg", "true");
      box.hook("pre-commit", "x-hooks run pre-commit");
    },
    args: STATUS,
    code: 1,
    stdout: /"state":"foreign".*"state":"calling"/,
    stderr: "$CWD/repo/.git/hooks/commit-msg does not call 'x-hooks run commit-msg'\n",
  },
  {
    name: "all there: hooks that call us, lock files ignored, a driver set by hand",
    setup: (box) => {
      for (const hook of ["commit-msg", "pre-commit"]) box.hook(hook, `x-hooks run ${hook} "$@"`);
      box.write("repo/.gitignore", "*.lock\n");
      box.write("repo/.gitattributes", "*.json merge=x-merge-state\n");
      box.git(["config", "merge.x-merge-state.driver", "sh %O %A %B %P"]);
    },
    args: STATUS,
    stdout: {
      action: "status",
      folder: "$CWD/repo/.git/hooks",
      manager: "git",
      hooks: [
        { hook: "commit-msg", ...CALLING },
        { hook: "pre-commit", ...CALLING },
      ],
      mergeDriver: { attribute: true, command: true },
      locksIgnored: true,
      problems: [],
    },
  },
  {
    name: "half a merge driver: the attribute alone",
    setup: (box) => box.write("repo/.gitattributes", "execution-state.json merge=x-merge-state\n"),
    args: STATUS,
    code: 1,
    stdout: /"attribute":true,"command":false/,
    stderr: /; execution-state.json has merge=x-merge-state, but this clone has no such merge driver\n$/,
  },
  {
    name: "half a merge driver: the command alone",
    setup: (box) => box.git(["config", "merge.x-merge-state.driver", "x"]),
    args: STATUS,
    code: 1,
    stdout: /"attribute":false,"command":true/,
    stderr: /; the merge driver is configured, but no .gitattributes gives it to execution-state.json\n$/,
  },
  {
    name: "a hook that may not be started",
    setup: (box) => {
      box.write("repo/.git/hooks/commit-msg", "#!/bin/sh\nx-hooks run commit-msg\n");
      box.hook("pre-commit", "x-hooks run pre-commit");
    },
    args: STATUS,
    code: 1,
    stdout: /"calling"/,
    stderr: "$CWD/repo/.git/hooks/commit-msg is not executable: git passes over it\n",
  },
  ...(["install", "uninstall", "status"] as const).map(
    (action): GitRow => ({
      name: `${action} outside a repository`,
      setup: (box) => box.write("outside/x", ""),
      cwd: "outside",
      args: [action],
      code: 1,
      stderr: "Not a git repository: $CWD/outside\n",
    }),
  ),
  {
    name: "run pre-commit by hand",
    setup: (box) => staged(box, "{}"),
    args: ["run", "pre-commit"],
    stdout: { action: "run", hook: "pre-commit", states: [STATE], skipped: [] },
  },
  {
    name: "run pre-commit: nothing staged",
    args: ["run", "pre-commit"],
    stdout: { action: "run", hook: "pre-commit", states: [], skipped: [] },
  },
  {
    name: "run pre-commit: several problems in one line",
    setup: (box) => {
      box.commit({ "b/execution-state.json": "[" });
      box.write("repo/b/execution-state.json", "[]");
      box.git(["add", "b"]);
      staged(box, '{"version":[],"stories":{"s":1}}');
    },
    args: ["run", "pre-commit"],
    code: 1,
    stderr: [
      `pre-commit: ${STATE}: stories.s: expected an object; ${STATE}: version: expected a number or text; b/execution-state.json:1:1: expected an object at the top (recovery: CLAUDE_EXECUTION_STATE_HOOK_DISABLED=1)`,
    ],
  },
  {
    name: "run pre-commit: a link of that name is no state file",
    setup: (box) => {
      Bun.spawnSync(["ln", "-s", "nowhere", box.path("repo/execution-state.json")]);
      box.git(["add", "execution-state.json"]);
    },
    args: ["run", "pre-commit"],
    stdout: { action: "run", hook: "pre-commit", states: [], skipped: [] },
  },
  {
    name: "run commit-msg by hand",
    setup: (box) => staged(box, "{}", `m\n\n${STATE_TRAILER}\n`),
    args: ["run", "commit-msg", "message"],
    stdout: { action: "run", hook: "commit-msg", states: [STATE], skipped: [] },
  },
  {
    name: "run commit-msg: the trailer of HEAD, not of a story",
    setup: (box) => staged(box, "{}", `m\n\nCo-Authored-By: x-internal-update-status@${SHA} \n`),
    args: ["run", "commit-msg", "message"],
    stdout: { action: "run", hook: "commit-msg", states: [STATE], skipped: [] },
  },
  {
    name: "run commit-msg: switched off",
    setup: (box) => staged(box, "{}"),
    args: ["run", "commit-msg", "message"],
    env: { CLAUDE_EXECUTION_STATE_HOOK_DISABLED: "1", CLAUDE_TASK_BRANCH_HOOK_DISABLED: "1" },
    stdout: {
      action: "run",
      hook: "commit-msg",
      states: [],
      skipped: ["CLAUDE_EXECUTION_STATE_HOOK_DISABLED", "CLAUDE_TASK_BRANCH_HOOK_DISABLED"],
    },
  },
  {
    name: "run commit-msg: a fixup",
    setup: (box) => staged(box, "{}", "fixup! m\n"),
    args: ["run", "commit-msg", "message"],
    stdout: { action: "run", hook: "commit-msg", states: [], skipped: ["a fixup, squash or revert"] },
  },
  { name: "run commit-msg: no such file", args: ["run", "commit-msg", "nowhere"], code: 65, stderr: ["no such file: nowhere"] },
  {
    name: "run commit-msg without a file",
    args: ["run", "commit-msg"],
    code: 64,
    stderr: [`commit-msg needs the file with the message; ${USAGE}`],
  },
  { name: "run nothing", args: ["run"], code: 64, stderr: [`run needs the name of a hook; ${USAGE}`] },
  {
    name: "run another hook",
    args: ["run", "pre-push"],
    code: 64,
    stderr: [`malformed hook 'pre-push': expected commit-msg or pre-commit; ${USAGE}`],
  },
  { name: "no action", args: [], code: 64, stderr: [USAGE] },
  {
    name: "another action",
    args: ["add"],
    code: 64,
    stderr: [`malformed action 'add': expected install, uninstall, status or run; ${USAGE}`],
  },
  {
    name: "a hook that is not asked for",
    args: ["install", "pre-commit"],
    code: 64,
    stderr: [`unexpected argument 'pre-commit'; ${USAGE}`],
  },
  {
    name: "a flag of another action",
    args: ["status", "--merge-driver"],
    code: 64,
    stderr: [`--merge-driver does not go with status; ${USAGE}`],
  },
  {
    name: "an empty folder name",
    args: ["status", "--hooks-dir="],
    code: 64,
    stderr: [`malformed --hooks-dir '': expected a folder; ${USAGE}`],
  },
  { name: "git is not on PATH", args: STATUS, env: { PATH: "/nowhere" }, code: 127, stderr: ["git is required"] },
] satisfies readonly GitRow[]);
