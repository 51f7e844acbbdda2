/** x-hooks install and uninstall on real repositories: what is there stays, works behind ours, and comes back to the byte. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { contents, type HooksBox, hooksBox, STATE, STATE_TRAILER } from "./flows/hooks/hooks-box.ts";
import { GIT_ENV } from "./git/sandbox.ts";
import { run } from "./harness/run-script.ts";

const HOOKS = "repo/.git/hooks";
const ALL = ["install", "--ignore-locks", "--merge-driver"];

function answered(outcome: { readonly stdout: string; readonly code: number | null }): Record<string, unknown> {
  expect(outcome.code).toBe(0);
  return JSON.parse(outcome.stdout);
}

/** Stages a state file and commits it; the exit status tells whether our hook fired. */
async function commitState(box: HooksBox, ...more: string[]): Promise<number | null> {
  box.write(`repo/${STATE}`, `{"n":${Math.random()}}`);
  box.git(["add", STATE]);
  return (await box.try(["commit", "-q", "-m", "state", ...more])).code;
}

test("into a fresh repository, again, and away: the second time nothing changes, at the end all is as before", async () => {
  using box = hooksBox();
  rmSync(box.path(HOOKS), { recursive: true });
  const before = { config: readFileSync(box.path("repo/.git/config"), "utf8"), tree: contents(box.path("repo")) };
  const first = await box.xHooks(ALL);
  expect(answered(first)).toEqual({
    action: "install",
    folder: box.path(HOOKS),
    manager: "git",
    hooks: [
      { hook: "commit-msg", result: "installed", chained: false },
      { hook: "pre-commit", result: "installed", chained: false },
    ],
    add: [],
  });
  expect(first.stderr).toBe("");
  expect(readFileSync(box.path("repo/.gitignore"), "utf8")).toBe("*.json.lock\n");
  expect(readFileSync(box.path("repo/.gitattributes"), "utf8")).toBe("execution-state.json merge=x-merge-state\n");
  const installed = contents(box.path("repo"));
  expect(answered(await box.xHooks(ALL))).toMatchObject({ hooks: [{ result: "unchanged" }, { result: "unchanged" }] });
  expect(contents(box.path("repo"))).toEqual(installed);
  expect((await box.xHooks(["status"])).code).toBe(0);
  expect(await commitState(box)).toBe(1);
  box.git(["rm", "-q", "--cached", STATE]);
  rmSync(box.path(`repo/${STATE}`));

  expect(answered(await box.xHooks(["uninstall"]))).toEqual({
    action: "uninstall",
    hooks: [
      { hook: "commit-msg", folder: box.path(HOOKS) },
      { hook: "pre-commit", folder: box.path(HOOKS) },
    ],
    files: [box.path("repo/.gitattributes"), box.path("repo/.gitignore")],
  });
  expect(existsSync(box.path(HOOKS))).toBe(false);
  expect(readFileSync(box.path("repo/.git/config"), "utf8")).toBe(before.config);
  const left = Object.keys(contents(box.path("repo"))).filter((path) => !(path in before.tree) && !path.startsWith(".git/objects/"));
  expect(left).toEqual([]);
  expect(answered(await box.xHooks(["uninstall"]))).toMatchObject({ hooks: [], files: [] });
});

describe("a hook that is there", () => {
  test("runs first, with its arguments and its standard input; its exit status counts; uninstall gives it back to the byte", async () => {
    using box = hooksBox();
    box.hook("commit-msg", 'cat "$1" > seen; echo "$# $0" >> seen; [ ! -e stop ] || exit 7');
    box.hook("pre-commit", "cat > stdin; echo $GIT_INDEX_FILE > index");
    chmodSync(box.path(`${HOOKS}/pre-commit`), 0o711);
    utimesSync(box.path(`${HOOKS}/commit-msg`), 1_700_000_000, 1_700_000_000);
    const before = contents(box.path(HOOKS));

    expect(answered(await box.xHooks(["install"]))).toMatchObject({ hooks: [{ chained: true }, { chained: true }] });
    expect(await commitState(box)).toBe(1);
    expect(readFileSync(box.path("repo/seen"), "utf8")).toBe("state\n1 .git/hooks/commit-msg.x-skills-chained\n");
    expect(existsSync(box.path("repo/stdin"))).toBe(true);
    box.write("repo/stop", "");
    expect((await box.try(["commit", "-q", "-m", "state", "-m", STATE_TRAILER])).code).toBe(1);
    rmSync(box.path("repo/stop"));
    expect((await box.try(["commit", "-q", "-m", "state", "-m", STATE_TRAILER])).code).toBe(0);

    const byHand = await run([box.path(`${HOOKS}/pre-commit`)], { cwd: box.path("repo"), env: GIT_ENV, stdin: "two\nlines\n" });
    expect([byHand.stderr, byHand.code]).toEqual(["", 0]);
    expect(readFileSync(box.path("repo/stdin"), "utf8")).toBe("two\nlines\n");
    expect(answered(await box.xHooks(["install"]))).toMatchObject({ hooks: [{ result: "unchanged" }, { result: "unchanged" }] });
    expect((await box.xHooks(["uninstall"])).code).toBe(0);
    expect(contents(box.path(HOOKS))).toEqual(before);
  });

  test("its own exit status is that of ours", async () => {
    using box = hooksBox();
    box.hook("commit-msg", "exit 7");
    await box.xHooks(["install"]);
    const { code } = await box.try(["hook", "run", "commit-msg", "--", ".git/HEAD"]);
    expect(code).toBe(7);
  });

  test("a link stays a link, and finds its own files", async () => {
    using box = hooksBox();
    box.write("repo/tools/commit-msg", '#!/bin/sh\n. "$(dirname "$0")/part"\n', 0o755);
    symlinkSync("../../tools/commit-msg", box.path(`${HOOKS}/commit-msg`));
    box.write(`${HOOKS}/part`, "echo sourced > sourced\n");
    const before = contents(box.path(HOOKS));
    await box.xHooks(["install"]);
    expect((await box.try(["commit", "-q", "--allow-empty", "-m", "x"])).code).toBe(0);
    expect(existsSync(box.path("repo/sourced"))).toBe(true);
    await box.xHooks(["uninstall"]);
    expect(contents(box.path(HOOKS))).toEqual(before);
  });

  test("one that may not be started does not run, as with git alone", async () => {
    using box = hooksBox();
    box.write(`${HOOKS}/pre-commit`, "#!/bin/sh\nexit 9\n");
    await box.xHooks(["install"]);
    expect((await box.try(["commit", "-q", "--allow-empty", "-m", "x"])).code).toBe(0);
    await box.xHooks(["uninstall"]);
    expect(readFileSync(box.path(`${HOOKS}/pre-commit`), "utf8")).toBe("#!/bin/sh\nexit 9\n");
  });

  test("one that calls us is left alone", async () => {
    using box = hooksBox();
    box.hook("commit-msg", 'x-hooks run commit-msg "$1"');
    const before = contents(box.path(HOOKS));
    expect(answered(await box.xHooks(["install"]))).toMatchObject({ hooks: [{ result: "unchanged", chained: false }, {}] });
    expect(contents(box.path(HOOKS))["commit-msg"]).toBe(before["commit-msg"]!);
  });

  test("another tool took our place while a hook is set aside: refused, and uninstall touches neither", async () => {
    using box = hooksBox();
    box.hook("commit-msg", "exit 0 # first");
    await box.xHooks(["install"]);
    box.hook("commit-msg", "exit 0 # second");
    const before = contents(box.path(HOOKS));
    const { stdout, stderr, code } = await box.xHooks(["install"]);
    expect(stdout).toBe("");
    expect(stderr).toBe(
      `Cannot chain ${box.path(HOOKS)}/commit-msg: commit-msg.x-skills-chained is there already, and something else took the hook's place; put one of them away\n`,
    );
    expect(code).toBe(1);
    expect(contents(box.path(HOOKS))).toEqual(before);
    await box.xHooks(["uninstall"]);
    expect(Object.keys(contents(box.path(HOOKS))).filter((name) => !name.endsWith(".sample"))).toEqual([
      "commit-msg",
      "commit-msg.x-skills-chained",
    ]);
  });

  test("killed between setting it aside and putting ours in: install goes on, uninstall gives back", async () => {
    using box = hooksBox();
    box.write(`${HOOKS}/commit-msg.x-skills-chained`, "#!/bin/sh\nexit 7\n", 0o755);
    expect(answered(await box.xHooks(["install"]))).toMatchObject({ hooks: [{ result: "installed", chained: true }, {}] });
    rmSync(box.path(`${HOOKS}/commit-msg`));
    await box.xHooks(["uninstall"]);
    expect(readFileSync(box.path(`${HOOKS}/commit-msg`), "utf8")).toBe("#!/bin/sh\nexit 7\n");
  });
});

describe("lines in .gitignore and .gitattributes", () => {
  test.each<[string, string, string]>([
    ["no last line break", "node_modules", "node_modules\n*.json.lock\n"],
    ["CRLF", "node_modules\r\n", "node_modules\r\n*.json.lock\r\n"],
    ["empty", "", "*.json.lock\n"],
    ["ignored already", "*.lock\n", "*.lock\n"],
  ])("%s", async (_, before, after) => {
    using box = hooksBox();
    box.write("repo/.gitignore", before);
    await box.xHooks(["install", "--ignore-locks"]);
    expect(readFileSync(box.path("repo/.gitignore"), "utf8")).toBe(after);
    await box.xHooks(["uninstall"]);
    expect(readFileSync(box.path("repo/.gitignore"), "utf8")).toBe(before);
  });

  test("what was written behind the line stays, and so does a merge driver of the user's own", async () => {
    using box = hooksBox();
    box.git(["config", "merge.x-merge-state.driver", "mine %O %A %B %P"]);
    box.write("repo/.gitattributes", "a");
    await box.xHooks(["install", "--merge-driver"]);
    writeFileSync(box.path("repo/.gitattributes"), "a\nexecution-state.json merge=x-merge-state\nb\n");
    await box.xHooks(["uninstall"]);
    expect(readFileSync(box.path("repo/.gitattributes"), "utf8")).toBe("a\nb\n");
    expect(box.git(["config", "--get-regexp", "^merge"])).toBe("merge.x-merge-state.driver mine %O %A %B %P");
  });
});

test("the program moved: one line says so and how to pass; on PATH it is found again", async () => {
  using box = hooksBox();
  await box.xHooks(["install"]);
  const script = readFileSync(box.path(`${HOOKS}/commit-msg`), "utf8");
  const moved = script.replace(/^\[ -x .*$/m, (line) => line.replaceAll(/(?<= )\/\S+/g, "/gone/x-hooks"));
  writeFileSync(box.path(`${HOOKS}/commit-msg`), moved);
  mkdirSync(box.path("elsewhere"));
  const { stderr, code } = await box.try(["commit", "-q", "--allow-empty", "-m", "x"]);
  expect(stderr).toMatch(
    /^commit-msg hook: x-hooks is neither at \S+ nor on PATH: run 'x-hooks install' again, or pass this once with 'git commit --no-verify'\n$/,
  );
  expect(code).toBe(1);
  expect((await box.xHooks(["status"])).stderr).toBe("commit-msg does not find x-hooks, and stops every commit\n");
  expect((await box.try(["commit", "-q", "--allow-empty", "--no-verify", "-m", "x"])).code).toBe(0);
  const PATH = box.pathWith("x-hooks");
  expect((await box.try(["commit", "-q", "--allow-empty", "-m", "x"], { env: { PATH } })).code).toBe(0);
  expect((await box.xHooks(["status"], { env: { PATH } })).code).toBe(0);
});

test("variables that turn a binary into another program do not reach ours, but the user's hook", async () => {
  using box = hooksBox();
  box.hook("commit-msg", "echo $BUN_BE_BUN > seen");
  await box.xHooks(["install"]);
  const env = { BUN_BE_BUN: "1", BUN_OPTIONS: "--preload=./nowhere.ts" };
  expect((await box.try(["commit", "-q", "--allow-empty", "-m", "x"], { env })).code).toBe(0);
  expect(readFileSync(box.path("repo/seen"), "utf8")).toBe("1\n");
});
