/** x-commit-changes beside others: called from hooks, by many at once, killed at any moment, in a tree that vanishes under it. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { GIT_ENV, type Sandbox, sandbox } from "../git/sandbox.ts";
import { runScript, startScript } from "../harness/run-script.ts";
import { commandLine, RUNTIME } from "../harness/runtime.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

const BASE = ["--scope", "core", "--type", "feat", "--subject", "add a"];
const commit = (cwd: string, args: readonly string[] = BASE) => runScript("x-commit-changes", args, { cwd, env: GIT_ENV });

/** A shell script that runs a skill as this test run does. */
function skill(box: Sandbox, name: string): string {
  const path = box.path(`run-${name}`);
  writeFileSync(
    path,
    `#!/bin/sh\nexec ${commandLine(name)
      .map((word) => `'${word}'`)
      .join(" ")} "$@"\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Everything that a call on the wrong repository would change. */
function stateOf(box: Sandbox, tree: string): readonly string[] {
  return [box.git(["for-each-ref"]), box.git(["ls-files", "--stage"], tree), box.git(["config", "--list", "--local"])];
}

test.each([
  ["the main tree", "repo"],
  ["a linked worktree", "linked"],
])(`called from a hook of %s, only the other repository changes (${RUNTIME})`, async (_, tree) => {
  using box = sandbox();
  using other = sandbox();
  box.git(["worktree", "add", "-q", "-b", "topic", box.path("linked")]);
  other.commit({ "x-skills.json": JSON.stringify({ commands: { lint: `git init -q '${box.path("scratch")}'` } }) }, "config");
  other.write("repo/a", "1");
  const calls = [
    `'${skill(box, "x-commit-changes")}' -C '${other.path("repo")}' ${BASE.map((word) => `'${word}'`).join(" ")} --path a`,
    `'${skill(box, "x-manage-worktrees")}' -C '${other.path("repo")}' create --branch feat/x`,
  ];
  box.hook("pre-commit", `${calls.join(" &&\n")} || exit 1\ntouch '${box.path("ran")}'\nexit 1`);
  box.write(`${tree}/b`, "1");
  box.git(["add", "b"], tree);
  const before = stateOf(box, tree);
  expect(box.status(["commit", "-q", "-m", "x"], tree)).toBe(1);
  expect(existsSync(box.path("ran"))).toBe(true);
  expect(stateOf(box, tree)).toEqual(before);
  expect(other.git(["log", "--format=%s"])).toBe("feat(core): add a\nconfig\nfirst");
  expect(existsSync(box.path("scratch/.git/HEAD"))).toBe(true);
  expect(other.git(["worktree", "list"]).split("\n")).toHaveLength(2);
});

test(`commits of 6 callers at once, each of its own path (${RUNTIME})`, async () => {
  using box = sandbox();
  const names = ["a", "b", "c", "d", "e", "f"];
  for (const name of names) box.write(`repo/${name}`, name);
  const outcomes = await Promise.all(names.map((name) => commit(box.path("repo"), [...BASE, "--path", name])));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ stderr: "", code: 0 });
  const commits = box
    .git(["log", "--format=%x00", "--name-only"])
    .split("\0")
    .map((paths) => paths.trim());
  expect(commits.filter((paths) => paths !== "").sort()).toEqual([...names, "file.txt"]);
  expect(box.git(["fsck", "--no-dangling"])).toBe("");
  for (const name of names) expect(readFileSync(box.path(`repo/${name}`), "utf8")).toBe(name);
});

test(`a worktree that loses its .git file while the chain runs: nothing reaches the parent (${RUNTIME})`, async () => {
  using box = sandbox();
  box.commit({ "x-skills.json": '{"commands":{"lint":"rm .git"}}' });
  box.git(["worktree", "add", "-q", "-b", "topic", "wt"]);
  box.write("repo/wt/a", "1");
  box.git(["add", "a"], "repo/wt");
  const before = stateOf(box, "repo");
  const outcome = await commit(box.path("repo/wt"));
  expect(outcome).toMatchObject({ stdout: "", code: 1, stderr: expect.stringMatching(/not a git repository|no longer belongs/) });
  expect(stateOf(box, "repo")).toEqual(before);
  expect(readFileSync(box.path("repo/wt/a"), "utf8")).toBe("1");
});

test(`a signal while a hook runs: no commit, the index as it was (${RUNTIME})`, async () => {
  using box = sandbox();
  box.hook("pre-commit", "touch ../started; exec sleep 30");
  box.write("repo/a", "1");
  await using program = startScript("x-commit-changes", [...BASE, "--path", "a"], { cwd: box.path("repo"), env: GIT_ENV });
  while (!existsSync(box.path("started"))) await Bun.sleep(5);
  program.kill("SIGINT");
  expect(await program.outcome).toEqual({ stdout: "", stderr: "interrupted by signal 2\n", code: 130 });
  expect(box.git(["status", "--porcelain"])).toBe("?? a");
  expect(box.git(["log", "--oneline"]).split("\n")).toHaveLength(1);
});

test(`killed at random moments and called again: one commit, nothing lost (${RUNTIME})`, async () => {
  using box = sandbox();
  const rounds = RUNTIME === "bun" ? 16 : 6;
  for (let round = 0; round < rounds; round++) {
    box.write("repo/other", `staged ${round}`);
    box.git(["add", "other"]);
    box.write("repo/a", `${round}`);
    const before = box.git(["rev-list", "--count", "HEAD"]);
    await using program = startScript("x-commit-changes", [...BASE, "--path", "a"], { cwd: box.path("repo"), env: GIT_ENV });
    await Bun.sleep(20 + round * (RUNTIME === "deno" ? 40 : 12));
    program.kill("SIGKILL");
    await program.outcome;
    await quiet(box);
    const again = await commit(box.path("repo"), [...BASE, "--path", "a"]);
    if (again.code !== 0) expect(again.stderr).toBe("No staged files for commit\n");
    expect(Number(box.git(["rev-list", "--count", "HEAD"])) - Number(before)).toBe(1);
    expect([box.git(["show", "HEAD:a"]), box.git(["show", "--format=", "--name-only"])]).toEqual([`${round}`, "a"]);
    expect(box.git(["show", ":other"])).toBe(`staged ${round}`);
  }
  rmSync(box.path("repo/other"), { force: true });
});

/** A git that outlived its caller ends by itself; a lock that it died with is the user's to remove. */
async function quiet(box: Sandbox): Promise<void> {
  for (let i = 0; i < 100 && readdirSync(box.path("repo/.git")).some((name) => name.endsWith(".lock")); i++) await Bun.sleep(10);
}
