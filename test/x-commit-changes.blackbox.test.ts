/** x-commit-changes: what is committed, and with which message (spec page 4). */
import { expect } from "bun:test";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { run } from "../scripts/x-commit-changes.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const BASE = ["--scope", "core", "--type", "feat", "--subject", "add a"];
const SKIPPED = ["format", "lint", "compile"].map((step) => ({ step, status: "skipped", ms: 0 }));
const done = (subject = "feat(core): add a", branch: string | null = "develop") => ({
  commitSha: "$re:[0-9a-f]{40}",
  branch,
  subject,
  chain: SKIPPED,
});

const stageA = (box: Sandbox) => box.write("repo/a", "1\n") ?? box.git(["add", "a"]);
const names = (box: Sandbox, folder = "repo") => box.git(["show", "--format=", "--name-only", "HEAD"], folder);
const message = (box: Sandbox) => box.git(["log", "-1", "--format=%B"]);
const parent = (box: Sandbox) => box.git(["rev-parse", "HEAD~"]);
const holds =
  (paths: string, status = "") =>
  (box: Sandbox) => {
    expect(names(box)).toBe(paths);
    expect(box.git(["status", "--porcelain"])).toBe(status);
  };

const MESSAGES: readonly GitRow[] = [
  {
    name: "header and trailer",
    setup: stageA,
    args: BASE,
    stdout: done(),
    after: (box) => expect(message(box)).toBe(`feat(core): add a\n\nCo-Authored-By: x-commit-changes@${parent(box)}`),
  },
  {
    name: "the task is the scope",
    setup: stageA,
    args: ["--task", "task-0049-0005-001", "--type", "fix", "--subject=repair it"],
    stdout: done("fix(TASK-0049-0005-001): repair it"),
  },
  {
    name: "a bug's task",
    setup: stageA,
    args: ["--task", "TASK-000123-01-002", "--type", "perf", "--subject=speed it up"],
    stdout: done("perf(TASK-000123-01-002): speed it up"),
  },
  ...(["RED", "GREEN", "REFACTOR", "TDD"] as const).map((tdd) => ({
    name: `tag ${tdd}`,
    setup: stageA,
    args: [...BASE, "--tdd", tdd],
    stdout: done(`feat(core): add a [TDD:${tdd}]`),
  })),
  {
    name: "body and footers",
    setup: stageA,
    args: [...BASE, "--body", "\nWhy.\r\n\r\n\r\n# no comment\n---\ntail  \n", "--footer", "Refs=#12", "--footer", "Reviewed-by=A = B"],
    stdout: done(),
    after: (box) =>
      expect(message(box)).toBe(
        `feat(core): add a\n\nWhy.\n\n# no comment\n ---\ntail\n\nRefs: #12\nReviewed-by: A = B\nCo-Authored-By: x-commit-changes@${parent(box)}`,
      ),
  },
  {
    name: "the state file adds its trailer",
    setup: (box) => stageA(box) || box.write("repo/plans/execution-state.json", "{}") || box.git(["add", "."]),
    args: BASE,
    stdout: done(),
    after: (box) =>
      expect(message(box)).toEndWith(
        `Co-Authored-By: x-commit-changes@${parent(box)}\nCo-Authored-By: x-internal-update-status@${parent(box)}`,
      ),
  },
  {
    name: "a state file that is staged but not committed adds none",
    setup: (box) => stageA(box) || box.write("repo/execution-state.json", "{}") || box.git(["add", "."]),
    args: [...BASE, "--path", "a"],
    stdout: done(),
    after: (box) => expect(message(box)).not.toContain("update-status"),
  },
  {
    name: "a subject of 72 characters, unicode counted as such",
    setup: stageA,
    args: ["--scope", "core", "--type", "feat", "--subject", `add ${"\u{1f600}".repeat(68)}`],
    stdout: done(`feat(core): add ${"\u{1f600}".repeat(68)}`),
  },
  ...[
    ["adds", "add"],
    ["Fixed", "fix"],
    ["updating", "update"],
    ["removed", "remove"],
    ["simplifies", "simplify"],
  ].map(([word, verb]) => ({
    name: `not imperative: ${word}`,
    setup: stageA,
    args: ["--scope", "core", "--type", "feat", `--subject=${word} a`],
    stdout: done(`feat(core): ${word} a`),
    stderr: [`warn: subject is not imperative: '${word}', better '${verb}'`],
  })),
];

const PLACES: readonly GitRow[] = [
  {
    name: "the first commit",
    box: { isEmpty: true },
    setup: stageA,
    args: BASE,
    stdout: done(),
    after: (box) => expect(message(box)).toEndWith(`x-commit-changes@${"0".repeat(40)}`),
  },
  {
    name: "a detached HEAD",
    setup: (box) => stageA(box) + box.git(["checkout", "-q", "--detach"]),
    args: BASE,
    stdout: done("feat(core): add a", null),
  },
  {
    name: "from a subfolder, a path with spaces and unicode",
    box: { repo: "a b/\u00fc" },
    setup: (box) => box.write("a b/\u00fc/sub dir/\u00e4 x", "1"),
    cwd: "a b/\u00fc/sub dir",
    args: [...BASE, "--path", "\u00e4 x"],
    stdout: done(),
    after: (box) => expect(box.git(["-c", "core.quotePath=false", "show", "--format=", "--name-only"])).toBe("sub dir/\u00e4 x"),
  },
  {
    name: "a linked worktree",
    setup: (box) =>
      box.git(["worktree", "add", "-q", "-b", "topic", box.path("w")]) + String(box.write("w/a", "1")) + box.git(["add", "a"], "w"),
    cwd: "w",
    args: BASE,
    stdout: done("feat(core): add a", "topic"),
    after: (box) => expect([names(box, "w"), box.git(["log", "--oneline"]).split("\n").length]).toEqual(["a", 1]),
  },
  {
    name: "a submodule",
    setup: withSubmodule,
    cwd: "repo/sub",
    args: BASE,
    stdout: done(),
    after: (box) => expect([names(box, "repo/sub"), box.git(["log", "--oneline"]).split("\n").length]).toEqual(["a", 1]),
  },
  {
    name: "called from a hook of another repository",
    setup: stageA,
    args: BASE,
    env: { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index" },
    stdout: done(),
    after: holds("a"),
  },
  {
    name: "through a link to the repository",
    setup: (box) => stageA(box) + String(symlinkSync(box.path("repo"), box.path("l"))),
    cwd: "l",
    args: [...BASE, "--path", "a"],
    stdout: done(),
    after: holds("a"),
  },
];

const PATHS: readonly GitRow[] = [
  {
    name: "just the path, what else is staged stays",
    setup: (box) => stageA(box) + String(box.write("repo/b", "1")),
    args: [...BASE, "--path", "b"],
    stdout: done(),
    after: holds("b", "A  a"),
  },
  {
    name: "a staged path, what else is staged stays",
    setup: (box) => stageA(box) + String(box.write("repo/b", "1")) + box.git(["add", "b"]),
    args: [...BASE, "--path", "b"],
    stdout: done(),
    after: holds("b", "A  a"),
  },
  {
    name: "a partly staged path goes as it was staged",
    setup: (box) => stageA(box) + String(box.write("repo/a", "2\n")),
    args: [...BASE, "--path", "a"],
    stdout: done(),
    after: (box) => holds("a", " M a")(box) ?? expect(box.git(["show", "HEAD:a"])).toBe("1"),
  },
  {
    name: "the same beside other staged files",
    setup: (box) => stageA(box) + String(box.write("repo/a", "2\n")) + String(box.write("repo/b", "1")) + box.git(["add", "b"]),
    args: [...BASE, "--path", "a"],
    stdout: done(),
    after: (box) => holds("a", " M a\nA  b")(box) ?? expect(box.git(["show", "HEAD:a"])).toBe("1"),
  },
  {
    name: "a deleted path beside a staged one",
    setup: (box) => stageA(box) + String(rmSync(box.path("repo/file.txt"))),
    args: [...BASE, "--path", "file.txt"],
    stdout: done(),
    after: holds("file.txt", "A  a"),
  },
  {
    name: "a folder, and a path given twice",
    setup: (box) => ["d/x", "d/e/y", "z"].map((path) => box.write(`repo/${path}`, "1")),
    args: [...BASE, "--path", "d", "--path", "d/x"],
    stdout: done(),
    after: holds("d/e/y\nd/x", "?? z"),
  },
  {
    name: "the folder it stands in",
    setup: (box) => ["d/x", "z"].map((path) => box.write(`repo/${path}`, "1")),
    cwd: "repo/d",
    args: [...BASE, "--path", "."],
    stdout: done(),
    after: holds("d/x", "?? z"),
  },
  {
    name: "names that mean something to git",
    setup: (box) => ["*", ":(top)x", "-f", "a"].map((path) => box.write(`repo/${path}`, "1")),
    args: [...BASE, "--path", "*", "--path", ":(top)x", "--path=-f"],
    stdout: done(),
    after: holds("*\n-f\n:(top)x", "?? a"),
  },
  {
    name: "an unchanged path beside a changed one",
    setup: (box) => box.write("repo/b", "1"),
    args: [...BASE, "--path", "file.txt", "--path", "b"],
    stdout: done(),
    after: holds("b"),
  },
  {
    name: "the first commit, one of two staged",
    box: { isEmpty: true },
    setup: (box) => stageA(box) + String(box.write("repo/b", "1")) + box.git(["add", "b"]),
    args: [...BASE, "--path", "b"],
    stdout: done(),
    after: holds("b", "A  a"),
  },
  {
    name: "a file that was only announced",
    setup: (box) => String(box.write("repo/b", "1")) + box.git(["add", "-N", "b"]),
    args: [...BASE, "--path", "b"],
    stdout: done(),
    after: holds("b"),
  },
  {
    name: "a link is committed as a link",
    setup: (box) => symlinkSync("file.txt", box.path("repo/l")),
    args: [...BASE, "--path", "l"],
    stdout: done(),
    after: (box) => expect(box.git(["ls-tree", "HEAD", "l"])).toStartWith("120000"),
  },
];

const AMEND: readonly GitRow[] = [
  {
    name: "amend with nothing staged changes the message",
    args: [...BASE, "--amend"],
    stdout: done(),
    after: (box) => expect([names(box), box.git(["log", "--oneline"]).split("\n").length]).toEqual(["file.txt", 1]),
  },
  {
    name: "amend of a commit that has the state file keeps its trailer",
    setup: (box) => box.commit({ "execution-state.json": "{}" }) && stageA(box),
    args: [...BASE, "--amend"],
    stdout: done(),
    after: (box) => expect(message(box)).toMatch(/Co-Authored-By: x-internal-update-status@[0-9a-f]{40}$/),
  },
  {
    name: "a merge is finished",
    setup: (box) => merge(box) + box.git(["add", "."]),
    args: BASE,
    stdout: done(),
    after: (box) => expect(box.git(["log", "-1", "--format=%P"]).split(" ")).toHaveLength(2),
  },
];

gitRows(run, [...MESSAGES, ...PLACES, ...PATHS, ...AMEND]);

function withSubmodule(box: Sandbox): void {
  box.git(["clone", "-q", "repo", "lib"], ".");
  box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", box.path("lib"), "sub"]);
  box.write("repo/sub/a", "1");
  box.git(["add", "a"], "repo/sub");
}

function merge(box: Sandbox): void {
  box.git(["checkout", "-q", "-b", "other"]);
  box.commit({ "file.txt": "other\n" });
  box.git(["checkout", "-q", "develop"]);
  box.commit({ "file.txt": "ours\n" });
  box.status(["merge", "other"]);
  box.write("repo/file.txt", "both\n");
  mkdirSync(box.path("repo/empty"));
}
