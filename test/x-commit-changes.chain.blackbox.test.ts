/** x-commit-changes: format, lint, compile, and what they do to the files of the commit (spec page 4). */
import { expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { run } from "../scripts/x-commit-changes.ts";
import { type GitRow, gitRows } from "./git/git-rows.ts";
import type { Sandbox } from "./git/sandbox.ts";

const BASE = ["--scope", "core", "--type", "feat", "--subject", "add a"];
const config =
  (commands: object, more: object = {}) =>
  (box: Sandbox) =>
    box.commit({ "x-skills.json": JSON.stringify({ commands, ...more }) }, "config");
const status = (box: Sandbox) => box.git(["status", "--porcelain"]);
const shown = (box: Sandbox, path: string) => box.git(["show", `HEAD:${path}`]);
const chain = (...steps: readonly string[]) =>
  new RegExp(
    `"chain":\\[${["format", "lint", "compile"].map((step, i) => `\\{"step":"${step}","status":"${steps[i]}","ms":\\d+\\}`).join(",")}\\]\\}\n$`,
  );

/** `a` staged, `p` partly staged, `w` changed and not staged, `n` new. */
function files(box: Sandbox): void {
  box.commit({ p: "p1\np2\n", w: "w\n" }, "files");
  for (const [path, text] of Object.entries({ a: "a\n", p: "P1\np2\n" })) box.write(`repo/${path}`, text);
  box.git(["add", "a", "p"]);
  for (const [path, text] of Object.entries({ p: "P1\nP2\n", w: "W\n", n: "n\n" })) box.write(`repo/${path}`, text);
}
const FORMAT = 'for f in a p w n; do [ -e "$f" ] && echo formatted >>"$f"; done';
const arrange =
  (commands: object, more: object = {}) =>
  (box: Sandbox) => {
    config(commands, more)(box);
    files(box);
  };
const untouched = (box: Sandbox) => {
  expect(status(box)).toBe("A  a\nMM p\n M w\n?? n");
  expect([shown(box, "p"), box.git(["show", ":a"]), box.git(["show", ":p"])]).toEqual(["p1\np2", "a", "P1\np2"]);
  expect(readdirSync(box.path("repo/.git")).filter((name) => /x-skills-|lock/.test(name))).toEqual([]);
};
const fails = (name: string, commands: object, message: string, more: Partial<GitRow> = {}, settings: object = {}): GitRow => ({
  name,
  setup: arrange(commands, settings),
  args: BASE,
  code: 1,
  stderr: `Pre-commit chain failed at step ${message}\n`,
  after: untouched,
  ...more,
});

gitRows(run, [
  {
    name: "all pass, in order, in the top folder",
    setup: arrange({ compile: "echo compile >>../log", lint: ["sh", "-c", "echo lint >>../log"], format: "pwd >../log" }),
    cwd: "repo/.git/..",
    args: BASE,
    stdout: chain("passed", "passed", "passed"),
    after: async (box) => expect(await Bun.file(box.path("log")).text()).toBe(`${box.path("repo")}\nlint\ncompile\n`),
  },
  {
    name: "a step that is not configured is skipped",
    setup: arrange({ lint: "true" }),
    args: BASE,
    stdout: chain("skipped", "passed", "skipped"),
  },
  {
    name: "--skip-chain",
    setup: arrange({ format: "exit 1" }),
    args: [...BASE, "--skip-chain"],
    stdout: chain("skipped", "skipped", "skipped"),
  },
  {
    name: "RED leaves compile out",
    setup: arrange({ lint: "true", compile: "exit 1" }),
    args: [...BASE, "--tdd", "RED"],
    stdout: chain("skipped", "passed", "skipped"),
  },
  {
    name: "another tag does not",
    setup: arrange({ compile: "exit 1" }),
    args: [...BASE, "--tdd", "GREEN"],
    code: 1,
    stderr: ["Pre-commit chain failed at step 'compile': status 1"],
  },
  {
    name: "commands run in the package of a monorepo",
    setup: (box) => arrange({ format: "pwd >../../log" }, { workdir: "pkg" })(box) ?? box.write("repo/pkg/x", ""),
    args: BASE,
    stdout: chain("passed", "skipped", "skipped"),
    after: async (box) => expect(await Bun.file(box.path("log")).text()).toBe(`${box.path("repo/pkg")}\n`),
  },
  {
    name: "a command gets no variable of a hook",
    setup: arrange({ lint: 'test -z "$GIT_DIR$GIT_INDEX_FILE"' }),
    args: BASE,
    env: { GIT_DIR: "x", GIT_INDEX_FILE: "y" },
    stdout: chain("skipped", "passed", "skipped"),
  },

  {
    name: "what format changes is staged again only where all was staged",
    setup: arrange({ format: FORMAT }),
    args: BASE,
    stdout: chain("passed", "skipped", "skipped"),
    stderr: ["warn: p is partly staged: what the chain changed in it is not in this commit"],
    after: (box) => {
      expect([shown(box, "a"), shown(box, "p")]).toEqual(["a\nformatted", "P1\np2"]);
      expect(status(box)).toBe(" M p\n M w\n?? n");
    },
  },
  {
    name: "the same with --path: the path is taken as it is after format",
    setup: arrange({ format: FORMAT }),
    args: [...BASE, "--path", "w"],
    stdout: chain("passed", "skipped", "skipped"),
    after: (box) => {
      expect([shown(box, "w"), box.git(["show", "--format=", "--name-only"])]).toEqual(["W\nformatted", "w"]);
      expect(status(box)).toBe("AM a\nMM p\n?? n");
    },
  },
  {
    name: "format deletes a staged file, and makes one that nobody asked for",
    setup: (box) => arrange({ format: "rm a; echo x >made" })(box),
    args: BASE,
    stdout: chain("passed", "skipped", "skipped"),
    after: (box) => expect([box.git(["show", "--format=", "--name-only"]), status(box)]).toEqual(["p", " M p\n M w\n?? made\n?? n"]),
  },
  {
    name: "format undoes the only change",
    setup: (box) =>
      config({ format: "git show HEAD:file.txt >file.txt" })(box) &&
      box.write("repo/file.txt", "x\n") === undefined &&
      box.git(["add", "file.txt"]),
    args: BASE,
    code: 1,
    stderr: ["No staged files for commit"],
  },
  {
    name: "format puts the message's own state file in",
    setup: (box) =>
      config({ format: "echo '{}' >execution-state.json" })(box) &&
      box.write("repo/execution-state.json", "{ }") === undefined &&
      box.git(["add", "execution-state.json"]),
    args: BASE,
    stdout: chain("passed", "skipped", "skipped"),
    after: (box) =>
      expect([shown(box, "execution-state.json"), box.git(["log", "-1", "--format=%(trailers:key=Co-Authored-By,valueonly)"])]).toEqual([
        "{}",
        expect.stringContaining("x-internal-update-status@"),
      ]),
  },

  fails("format fails", { format: "echo first; echo bad format >&2; exit 2", lint: "touch ../ran" }, "'format': bad format", {
    after: (box) => untouched(box) ?? expect(existsSync(box.path("ran"))).toBe(false),
  }),
  fails(
    "lint fails after format changed files: they are not staged",
    { format: "true", lint: "echo 3 problems; exit 1" },
    "'lint': 3 problems",
  ),
  fails("compile fails without a word", { compile: "exit 9" }, "'compile': status 9"),
  fails("a step dies by a signal", { compile: "kill -SEGV $$" }, "'compile': ended by SIGSEGV"),
  fails("a step that does not end", { lint: "sleep 30" }, "'lint': no end after 0.2 s", {}, { timeouts: { command: 0.2 } }),
  fails("control characters in what it says", { lint: "printf 'a\\033[31mb\\n'; exit 1" }, "'lint': a\\u001b[31mb"),
  {
    name: "a program that is missing",
    setup: arrange({ lint: ["no-such-linter"] }),
    args: BASE,
    code: 1,
    stderr: ["Pre-commit chain failed at step 'lint': no-such-linter is required"],
    after: untouched,
  },
  {
    name: "the working tree keeps what format did when lint fails",
    setup: arrange({ format: FORMAT, lint: "exit 1" }),
    args: BASE,
    code: 1,
    stderr: /^warn|^Pre-commit chain failed at step 'lint': status 1\n$/,
    after: (box) => expect([status(box), box.git(["show", ":a"])]).toEqual(["AM a\nMM p\n M w\n?? n", "a"]),
  },
]);
