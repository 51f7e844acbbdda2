/** Every code and message of x-create-pr (spec page 4): real repositories with a real remote, a `gh` that replays. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-create-pr.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import { GIT_ENV, type Sandbox, sandbox } from "./git/sandbox.ts";
import { found, GH } from "./github/answers.ts";
import { type GhAnswers, ghCalls, ghStub, STUB_PATH } from "./github/gh-stub.ts";
import { startScript } from "./harness/run-script.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const BRANCH = "feat/task-0049-0005-001-lock";
const OPENED = { prNumber: 12, prUrl: "https://github.com/o/r/pull/12", targetBranch: "develop", autoMergeEnabled: false, created: true };
const NEW: GhAnswers = { "pr view": [GH.noPullRequest], "pr create": [GH.created] };
const PUSHED = [`looking for an open pull request`, `pushing ${BRANCH}`];
const LOOK = "pr view --json=number,url,state,baseRefName";

function install(box: Sandbox, answers: GhAnswers, folder = "repo"): void {
  for (const [path, entry] of Object.entries(ghStub(answers))) {
    const { text = "", mode } = typeof entry === "object" && !(entry instanceof Uint8Array) ? entry : { text: String(entry) };
    box.write(`${folder}/${path}`, text, mode);
  }
}

/** On a task's branch with two commits, beside a bare remote. */
function prepare(box: Sandbox, answers: GhAnswers, branch = BRANCH): void {
  box.git(["init", "-q", "--bare", "origin.git"], ".");
  box.git(["remote", "add", "origin", "../origin.git"]);
  box.git(["checkout", "-q", "-b", branch]);
  box.commit({ a: "1" }, "test(TASK-0049-0005-001): add failing test UT-1 (RED) [TDD:RED]");
  box.commit({ a: "2" }, "feat(TASK-0049-0005-001): lock the state file for every single change of it [TDD]");
  install(box, answers);
}

type Rest = Omit<GitRow, "name" | "args" | "setup"> & {
  readonly answers?: GhAnswers;
  readonly branch?: string;
  readonly setup?: (box: Sandbox) => unknown;
};

function row(name: string, args: readonly string[], { answers = NEW, branch, setup, after, ...want }: Rest): GitRow {
  return {
    name,
    args,
    env: STUB_PATH,
    setup: (box) => {
      prepare(box, answers, branch);
      setup?.(box);
    },
    after,
    ...want,
  } as GitRow;
}

function calls(box: Sandbox): readonly string[] {
  return ghCalls(box.path("repo"));
}

function isPushed(box: Sandbox): boolean {
  return box.status(["rev-parse", "--verify", "--quiet", `refs/heads/${BRANCH}`], "origin.git") === 0;
}

gitRows(run, [
  row("opened, with title and body from the commits", ["--task", "task-0049-0005-001"], {
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
    after: (box) => {
      expect(calls(box)).toEqual([
        LOOK,
        "pr create --base=develop --title=feat(TASK-0049-0005-001): lock the state file for every single change --body-file=-",
      ]);
      const subjects =
        "- test(TASK-0049-0005-001): add failing test UT-1 (RED) [TDD:RED]\n- feat(TASK-0049-0005-001): lock the state file for every single change of it [TDD]\n";
      expect(readFileSync(box.path("repo/.gh/pr-create.stdin"), "utf8")).toBe(`Task: TASK-0049-0005-001\n\n${subjects}`);
      expect(box.git(["rev-parse", BRANCH], "origin.git")).toBe(box.git(["rev-parse", "HEAD"]));
      expect(box.git(["rev-parse", "--abbrev-ref", "@{upstream}"])).toBe(`origin/${BRANCH}`);
      const env = readFileSync(box.path("repo/.gh/env"), "utf8");
      expect(env).toContain("GH_PROMPT_DISABLED=1");
      expect(env).not.toContain("GH_FORCE_TTY");
    },
    env: { ...STUB_PATH, GH_FORCE_TTY: "1", GIT_DIR: "/elsewhere" },
  }),
  row(
    "everything given",
    [
      "--title",
      "-t 'x' $(y)",
      "--body",
      "--b\n",
      "--draft",
      "--target-branch=main",
      "--reviewer=ann",
      "--reviewer",
      "org/team",
      "--auto-merge=squash",
    ],
    {
      answers: { ...NEW, "pr merge": [{}] },
      stdout: { ...OPENED, targetBranch: "main", autoMergeEnabled: true },
      stderr: [...PUSHED, "opening a pull request to main"],
      after: (box) => {
        expect(calls(box).slice(1)).toEqual([
          "pr create --base=main --title=-t 'x' $(y) --body-file=- --draft --reviewer=ann --reviewer=org/team",
          "pr merge 12 --auto --squash",
        ]);
        expect(readFileSync(box.path("repo/.gh/pr-create.stdin"), "utf8")).toBe("--b\n");
      },
    },
  ),
  row("body from a file, a subfolder, a long body", ["--body-file", "../notes.md", "-C", "sub"], {
    setup: (box) => box.write("repo/sub/x", "") ?? box.write("repo/notes.md", "x".repeat(200_000)),
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
    after: (box) => expect(readFileSync(box.path("repo/.gh/pr-create.stdin"), "utf8").length).toBe(200_000),
  }),
  row("one that is open already", [], {
    answers: { "pr view": [found(7, { base: "main" })], api: [{ out: "true\n" }] },
    stdout: { prNumber: 7, prUrl: "https://github.com/o/r/pull/7", targetBranch: "main", autoMergeEnabled: true, created: false },
    stderr: PUSHED,
    after: (box) => expect([isPushed(box), calls(box)[1]]).toEqual([true, "api repos/{owner}/{repo}/pulls/7 --jq=.auto_merge != null"]),
  }),
  row("one that is open already, to another branch", ["--target-branch", "main", "--auto-merge", "merge"], {
    answers: { "pr view": [found(7)], "pr merge": [{}] },
    stdout: { prNumber: 7, prUrl: "https://github.com/o/r/pull/7", targetBranch: "develop", autoMergeEnabled: true, created: false },
    stderr: [...PUSHED, "warn: pull request 7 goes to develop, not to main"],
  }),
  row("a closed one is none", [], {
    answers: { ...NEW, "pr view": [found(7, { state: "CLOSED" })] },
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
  }),
  row("opened by someone else in the meantime", [], {
    answers: {
      "pr view": [GH.noPullRequest, found(8)],
      "pr create": [
        { err: 'a pull request for branch "x" into branch "develop" already exists:\nhttps://github.com/o/r/pull/8\n', code: 1 },
      ],
      api: [{ out: "false\n" }],
    },
    stdout: { prNumber: 8, prUrl: "https://github.com/o/r/pull/8", targetBranch: "develop", autoMergeEnabled: false, created: false },
    stderr: [...PUSHED, "opening a pull request to develop"],
  }),
  row("no automatic merge is a warning", ["--auto-merge", "rebase"], {
    answers: { ...NEW, "pr merge": [{ err: "GraphQL: Pull request is not in the correct state (enablePullRequestAutoMerge)\n", code: 1 }] },
    stdout: OPENED,
    stderr: [
      ...PUSHED,
      "opening a pull request to develop",
      "warn: no automatic merge: Pull request is not in the correct state (enablePullRequestAutoMerge)",
    ],
  }),
  row("no target known here: gh is asked", [], {
    branch: "feat/story-0049-0005",
    answers: { ...NEW, "repo view": [{ out: "trunk\n" }] },
    setup: (box) => box.git(["branch", "-q", "-D", "develop"]),
    stdout: { ...OPENED, targetBranch: "trunk" },
    stderr: ["looking for an open pull request", "pushing feat/story-0049-0005", "opening a pull request to trunk"],
    after: (box) => expect(readFileSync(box.path("repo/.gh/pr-create.stdin"), "utf8")).toStartWith("- feat(TASK-0049-0005-001): lock"),
  }),

  row("gh refuses: its own reason", [], {
    answers: {
      ...NEW,
      "pr create": [
        {
          err: "Warning: 1 uncommitted change\npull request create failed: GraphQL: No commits between develop and feat/x (createPullRequest)\n",
          code: 1,
        },
      ],
    },
    code: 1,
    stderr: [
      ...PUSHED,
      "opening a pull request to develop",
      "gh pr create failed: pull request create failed: GraphQL: No commits between develop and feat/x (createPullRequest)",
    ],
  }),
  row("not logged in: nothing is pushed", [], {
    answers: { "pr view": [GH.loggedOut] },
    code: 1,
    stderr: [PUSHED[0]!, "gh pr view failed: To get started with GitHub CLI, please run:  gh auth login"],
    after: (box) => expect(isPushed(box)).toBe(false),
  }),
  row("a page of HTML instead of an answer", [], {
    answers: { "pr view": [GH.htmlOut] },
    code: 1,
    stderr: [PUSHED[0]!, "gh pr view failed: unexpected answer (no JSON)"],
  }),
  row("no address in the answer", [], {
    answers: { ...NEW, "pr create": [{ out: "done\n" }] },
    code: 1,
    stderr: [...PUSHED, "opening a pull request to develop", "gh pr create failed: no address of a pull request in its answer"],
  }),
  row("another branch", [], {
    branch: "feature/x",
    code: 1,
    stderr: ["Branch 'feature/x' is none of a task or story: expected feat/task-… or feat/story-…"],
  }),
  row("a branch of that name only", [], {
    branch: "feat/task-",
    code: 1,
    stderr: ["Branch 'feat/task-' is none of a task or story: expected feat/task-… or feat/story-…"],
  }),
  row("detached", [], { setup: (box) => box.git(["checkout", "-q", "--detach"]), code: 1, stderr: ["Not on a branch: HEAD is detached"] }),
  row("no commit yet", [], {
    setup: (box) => box.git(["checkout", "-q", "--orphan", "feat/task-x"]),
    code: 1,
    stderr: ["Branch 'feat/task-x' has no commit yet"],
  }),
  row("from a linked worktree", [], {
    setup: (box) => {
      box.git(["checkout", "-q", "develop"]);
      box.git(["worktree", "add", "-q", "../linked tree", BRANCH]);
      install(box, NEW, "linked tree");
    },
    cwd: "linked tree",
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
    after: (box) => expect([isPushed(box), calls(box)]).toEqual([true, []]),
  }),
  row("from a submodule", [], {
    setup: (box) => {
      box.git(["init", "-q", "-b", "develop", "outer"], ".");
      box.git(["-c", "protocol.file.allow=always", "submodule", "add", "-q", "-b", BRANCH, "../repo", "sub"], "outer");
      box.git(["checkout", "-q", BRANCH], "outer/sub");
      box.git(["remote", "set-url", "origin", box.path("origin.git")], "outer/sub");
      install(box, NEW, "outer/sub");
    },
    cwd: "outer/sub",
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
    after: (box) => expect(isPushed(box)).toBe(true),
  }),
  row("no remote", [], { setup: (box) => box.git(["remote", "remove", "origin"]), code: 1, stderr: [...PUSHED, "No remote to push to"] }),
  row("a remote of another name", [], {
    setup: (box) => box.git(["remote", "rename", "origin", "fork"]),
    stdout: OPENED,
    stderr: [...PUSHED, "opening a pull request to develop"],
    after: (box) => expect(isPushed(box)).toBe(true),
  }),
  row("the remote is gone", [], {
    setup: (box) => box.git(["remote", "set-url", "origin", "../gone.git"]),
    code: 1,
    stderr: /\nCannot push feat\/task-0049-0005-001-lock to origin: '\.\.\/gone\.git' does not appear to be a git repository\n$/,
  }),
  row("the remote is ahead", [], {
    setup: (box) => {
      box.git(["push", "-q", "origin", BRANCH]);
      box.git(["reset", "-q", "--hard", "HEAD~1"]);
      box.commit({ a: "3" }, "another");
    },
    code: 1,
    stderr: [...PUSHED, `Cannot push ${BRANCH} to origin: [rejected]        ${BRANCH} -> ${BRANCH} (non-fast-forward)`],
  }),
  row("a hook before the push says no", [], {
    setup: (box) => box.hook("pre-push", "echo tests fail >&2; exit 1"),
    code: 1,
    stderr: [...PUSHED, `Cannot push ${BRANCH} to origin: tests fail`],
  }),
  { name: "no repository", args: [], cwd: ".", env: STUB_PATH, code: 1, stderr: ["Not a git repository: $CWD"] },
  { name: "a bare repository", args: [], box: { isBare: true }, env: STUB_PATH, code: 1, stderr: ["Not inside a working tree: $CWD/repo"] },
  row("no gh", [], {
    setup: (box) => mkdirSync(box.path("repo/tools")) ?? symlinkSync(Bun.which("git")!, box.path("repo/tools/git")),
    env: { PATH: "tools" },
    code: 127,
    stderr: [PUSHED[0]!, "gh is required"],
  }),
  row("title too long", ["--title", "x".repeat(71)], {
    code: 64,
    stderr: [`malformed --title '${"x".repeat(60)}…': expected at most 70 characters; ${USAGE}`],
  }),
  row("title of two lines", ["--title", "a\nb"], { code: 64, stderr: [`malformed --title 'a\\u000ab': expected one line; ${USAGE}`] }),
  row("empty title", ["--title", " "], { code: 64, stderr: [`malformed --title ' ': expected text; ${USAGE}`] }),
  row("body twice", ["--body", "a", "--body-file", "b"], { code: 64, stderr: [`--body and --body-file exclude each other; ${USAGE}`] }),
  row("no such body file", ["--body-file", "b"], { code: 64, stderr: [`no such file: --body-file b; ${USAGE}`] }),
  row("a target that is a flag", ["--target-branch=--force"], { code: 64, stderr: [`Not a branch name: '--force'; ${USAGE}`] }),
  row("a reviewer that is a flag", ["--reviewer=-x y"], {
    code: 64,
    stderr: [`malformed --reviewer '-x y': expected a login or team; ${USAGE}`],
  }),
]);

test("a gh that does not answer is ended with us", async () => {
  using box = sandbox();
  prepare(box, { "pr view": [{ seconds: 60 }] });
  await using program = startScript(contract.name, [], { cwd: box.path("repo"), env: { ...GIT_ENV, ...STUB_PATH } });
  while (calls(box).length === 0) await Bun.sleep(20);
  program.kill("SIGTERM");
  expect(await program.outcome).toMatchObject({ stdout: "", stderr: `${PUSHED[0]}\ninterrupted by signal 15\n`, code: 143 });
  expect(isPushed(box)).toBe(false);
});
