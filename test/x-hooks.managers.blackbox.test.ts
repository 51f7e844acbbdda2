/** x-hooks where others have a say in the hooks: core.hooksPath, husky, lefthook, --hooks-dir, linked worktrees, submodules. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { contents, type HooksBox, hooksBox, STATE, STATE_TRAILER } from "./flows/hooks/hooks-box.ts";

/** Whether the commit-msg hook lets a state file without a trailer pass, and with one; x-hooks is on PATH. */
async function expectFiring(box: HooksBox, folder = "repo"): Promise<void> {
  const env = { PATH: box.pathWith("x-hooks") };
  box.write(`${folder}/${STATE}`, '{"stories":{}}');
  box.git(["add", STATE], folder);
  const refused = await box.try(["commit", "-q", "-m", "state"], { folder, env });
  expect(refused.stderr).toContain(`${STATE} is staged, but the message has no trailer 'Co-Authored-By: x-internal-update-status@`);
  expect(refused.code).toBe(1);
  expect((await box.try(["commit", "-q", "-m", "state", "-m", STATE_TRAILER], { folder, env })).code).toBe(0);
}

async function install(box: HooksBox, ...args: string[]): Promise<{ stdout: Record<string, unknown>; stderr: string }> {
  const { stdout, stderr, code } = await box.xHooks(["install", ...args]);
  expect([code, stderr.startsWith("internal")]).toEqual([0, false]);
  return { stdout: JSON.parse(stdout), stderr };
}

describe("core.hooksPath", () => {
  test("a folder of the tree: chained there, without a path of this machine in it, and restored", async () => {
    using box = hooksBox();
    box.write("repo/.githooks/commit-msg", "#!/bin/sh\necho ran > ran\n", 0o755);
    box.git(["config", "core.hooksPath", ".githooks"]);
    const before = contents(box.path("repo/.githooks"));
    const { stdout, stderr } = await install(box);
    expect(stdout).toMatchObject({ folder: box.path("repo/.githooks"), manager: "git", hooks: [{ chained: true }, { chained: false }] });
    expect(stderr).toBe(`warn: ${box.path("repo/.githooks")} is part of the working tree: its hooks find x-hooks on PATH only\n`);
    expect(readFileSync(box.path("repo/.githooks/commit-msg"), "utf8")).not.toContain("[ -x /");
    await expectFiring(box);
    expect(existsSync(box.path("repo/ran"))).toBe(true);
    await box.xHooks(["uninstall"]);
    expect(contents(box.path("repo/.githooks"))).toEqual(before);
  });

  test("a folder that other repositories use: refused, unless it is named", async () => {
    using box = hooksBox();
    box.write("home/.gitconfig", "[core]\n\thooksPath = ~/hooks\n");
    const env = { HOME: box.path("home") };
    const refused = await box.xHooks(["install"], { env });
    const folder = box.path("home/hooks");
    expect(refused.stderr).toBe(
      `Other repositories use ${folder} too (core.hooksPath); to install there all the same: --hooks-dir ${folder}\n`,
    );
    expect([refused.stdout, refused.code, existsSync(folder)]).toEqual(["", 1, false]);
    expect((await box.xHooks(["install", "--hooks-dir", folder], { env })).code).toBe(0);
    expect((await box.try(["commit", "-q", "--allow-empty", "-m", "x"], { env })).code).toBe(0);
    expect((await box.xHooks(["status"], { env })).code).toBe(0);
    await box.xHooks(["uninstall"], { env });
    expect(existsSync(folder)).toBe(false);
  });

  test("switched off with /dev/null: refused", async () => {
    using box = hooksBox();
    box.git(["config", "core.hooksPath", "/dev/null"]);
    const { stderr, code } = await box.xHooks(["install"]);
    expect(stderr).toBe("Hooks are switched off: core.hooksPath is /dev/null, which is no folder\n");
    expect(code).toBe(1);
  });
});

test("--hooks-dir elsewhere: installed there, and a word that git does not look there", async () => {
  using box = hooksBox();
  const { stdout, stderr } = await install(box, "--hooks-dir", "../template");
  expect(stdout).toMatchObject({ folder: box.path("template") });
  expect(stderr).toBe(`warn: git looks for hooks in ${box.path("repo/.git/hooks")}, not in ${box.path("template")}: see core.hooksPath\n`);
  await box.xHooks(["uninstall", "--hooks-dir", "../template"]);
  expect(existsSync(box.path("template"))).toBe(false);
});

describe("husky", () => {
  /** What husky 9 makes: git calls `_/<hook>`, which runs the user's file of that name in `sh -e`. */
  function husky(): HooksBox {
    const box = hooksBox();
    const runner = '#!/bin/sh\nn=$(basename "$0")\ns=$(dirname "$(dirname "$0")")/$n\n[ -f "$s" ] || exit 0\nsh -e "$s" "$@"\n';
    for (const hook of ["commit-msg", "pre-commit"]) box.write(`repo/.husky/_/${hook}`, runner, 0o755);
    box.write("repo/.husky/pre-commit", "echo tests\n");
    box.git(["config", "core.hooksPath", ".husky/_"]);
    return box;
  }

  test("nothing is written: the lines to add are said, and work", async () => {
    using box = husky();
    const before = contents(box.path("repo/.husky"));
    const { stdout, stderr } = await install(box);
    expect(stdout).toMatchObject({ manager: "husky", hooks: [{ result: "manual" }, { result: "manual" }] });
    expect(stderr).toBe(
      'add to .husky/commit-msg: x-hooks run commit-msg "$1" >/dev/null\nadd to .husky/pre-commit: x-hooks run pre-commit >/dev/null\n',
    );
    expect(contents(box.path("repo/.husky"))).toEqual(before);
    const status = await box.xHooks(["status"]);
    expect(status.code).toBe(1);
    expect(JSON.parse(status.stdout).problems).toEqual([
      'add to .husky/commit-msg: x-hooks run commit-msg "$1" >/dev/null',
      "add to .husky/pre-commit: x-hooks run pre-commit >/dev/null",
    ]);
    for (const { file, line } of stdout.add as { file: string; line: string }[])
      box.write(`repo/${file}`, `# x-hooks run nothing\n${line}\n`);
    expect((await box.xHooks(["status"])).code).toBe(0);
    expect((await install(box)).stdout).toMatchObject({ hooks: [{ result: "unchanged" }, { result: "unchanged" }], add: [] });
    await expectFiring(box);
  });

  test("a commented-out line is no line, and a project that has not run husky yet is one of husky's", async () => {
    using box = hooksBox();
    box.write("repo/.husky/commit-msg", '# x-hooks run commit-msg "$1"\n');
    expect((await install(box)).stdout).toMatchObject({ manager: "husky", hooks: [{ result: "manual" }, { result: "manual" }] });
  });

  test("version 4, which lives in .git/hooks and package.json", async () => {
    using box = hooksBox();
    box.hook("commit-msg", '# husky\n# Created by Husky v4.3.8\n. "$(dirname "$0")/husky.sh"');
    const { stdout } = await install(box);
    expect((stdout.add as { file: string; line: string }[])[0]).toEqual({
      hook: "commit-msg",
      file: "package.json (husky.hooks)",
      line: '"commit-msg": "x-hooks run commit-msg $HUSKY_GIT_PARAMS"',
    } as never);
  });
});

describe("lefthook", () => {
  test("nothing is written: the lines to add are said", async () => {
    using box = hooksBox();
    box.hook("commit-msg", 'call_lefthook run "commit-msg" "$@"');
    box.write("repo/lefthook.yml", "pre-commit:\n  commands:\n    lint:\n      run: make lint\n");
    const before = contents(box.path("repo/.git/hooks"));
    const { stdout, stderr } = await install(box);
    expect(stdout).toMatchObject({ manager: "lefthook", hooks: [{ result: "manual" }, { result: "manual" }] });
    expect(stderr).toBe(
      "add to lefthook.yml: commit-msg: { commands: { x-skills: { run: 'x-hooks run commit-msg {1} >/dev/null' } } }\nadd to lefthook.yml: pre-commit: { commands: { x-skills: { run: 'x-hooks run pre-commit >/dev/null' } } }\n",
    );
    expect(contents(box.path("repo/.git/hooks"))).toEqual(before);
    expect((await box.xHooks(["status"])).code).toBe(1);
  });

  test("a stub of it that runs the added line", async () => {
    using box = hooksBox();
    box.hook(
      "commit-msg",
      `# lefthook\nrun=$(sed -n "s/.*run: '\\(.*commit-msg.*\\)' .*/\\1/p" lefthook.yml | sed "s#{1}#$1#")\nsh -c "$run"`,
    );
    const { stdout } = await install(box);
    box.write("repo/lefthook.yml", (stdout.add as { line: string }[]).map(({ line }) => `${line}\n`).join(""));
    expect((await box.xHooks(["status"])).code).toBe(0);
    await expectFiring(box);
  });
});

describe("hooks are the repository's, not the worktree's", () => {
  test("installed from a linked worktree, firing in it and in the main one", async () => {
    using box = hooksBox();
    box.git(["worktree", "add", "-q", "../linked", "-b", "other"]);
    expect((await box.xHooks(["install"], { folder: "linked" })).code).toBe(0);
    await expectFiring(box, "linked");
    await expectFiring(box);
    expect((await box.xHooks(["uninstall"])).code).toBe(0);
    expect(existsSync(box.path("repo/.git/hooks/commit-msg"))).toBe(false);
  });

  test("in a submodule: its own", async () => {
    using box = hooksBox();
    box.git(["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "-b", "develop", box.path("repo"), "sub"]);
    expect((await box.xHooks(["install"], { folder: "repo/sub" })).code).toBe(0);
    await expectFiring(box, "repo/sub");
    expect(existsSync(box.path("repo/.git/hooks/commit-msg"))).toBe(false);
  });

  test("in a bare repository: for its worktrees; what needs a tree is refused", async () => {
    using box = hooksBox({ isBare: true });
    expect((await box.xHooks(["install"])).code).toBe(0);
    expect((await box.xHooks(["status"])).code).toBe(0);
    const { stderr, code } = await box.xHooks(["install", "--ignore-locks"]);
    expect(stderr).toBe("--ignore-locks and --merge-driver need a working tree\n");
    expect(code).toBe(1);
  });
});
