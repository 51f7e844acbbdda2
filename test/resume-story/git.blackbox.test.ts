/** `--verify-git`: warnings for what the state claims and git denies (spec page 3). */
import { describe, expect, test } from "bun:test";
import { GIT_ENV, type Sandbox, sandbox } from "../git/sandbox.ts";
import { runScript } from "../harness/run-script.ts";

const NAME = "x-internal-resume-story";
const ARGS = ["--story-id", "story-0049-0013", "--epic-id", "0049"];
const STATE = "ai/epics/epic-0049/execution-state.json";

/** Writes the state with these tasks, uncommitted, as it is while work goes on. */
function claim(box: Sandbox, tasks: Readonly<Record<string, object>>, folder = "repo"): void {
  box.write(`${folder}/${STATE}`, JSON.stringify({ stories: { "story-0049-0013": { tasks } } }));
  box.write(`${folder}/${STATE}.lock`, "");
}

async function verify(box: Sandbox, folder = "repo", args: readonly string[] = ["--verify-git"], env = {}) {
  return await runScript(NAME, [...ARGS, ...args], { cwd: box.path(folder), env: { ...GIT_ENV, ...env } });
}

/** The warnings of a run that succeeds. */
async function warnings(box: Sandbox, folder = "repo"): Promise<string[]> {
  const { stderr, code } = await verify(box, folder);
  expect(code).toBe(0);
  return stderr.split("\n").slice(0, -1);
}

describe("commits", () => {
  test("of HEAD's history: no doubt; the state file and its lock are no dirt", async () => {
    using box = sandbox();
    const sha = box.commit({ "a.txt": "1" });
    claim(box, { t1: { status: "DONE", commitSha: sha }, t2: { status: "DONE", commitSha: sha.slice(0, 9) }, t3: { status: "DONE" } });
    expect(await warnings(box)).toEqual([]);
  });

  test("that do not exist, are on another branch, or are no ids", async () => {
    using box = sandbox();
    box.git(["checkout", "-q", "-b", "other"]);
    const other = box.commit({ "a.txt": "1" });
    box.git(["checkout", "-q", "develop"]);
    const sha = (commitSha: string) => ({ status: "DONE", commitSha });
    claim(box, {
      t1: sha("0123456789"),
      t2: sha(other),
      t3: sha("--all"),
      t4: sha("develop"),
      t5: { status: "PENDING", commitSha: "beef" },
    });
    expect(await warnings(box)).toEqual([
      "warn: commit 0123456789 of task t1 does not exist",
      `warn: commit ${other} of task t2 is not an ancestor of HEAD`,
      "warn: commitSha '--all' of task t3 is no commit id",
      "warn: commitSha 'develop' of task t4 is no commit id",
    ]);
  });

  test("before the first commit", async () => {
    using box = sandbox({ isEmpty: true });
    claim(box, { t1: { status: "DONE", commitSha: "abcdef0" } });
    expect(await warnings(box)).toEqual(["warn: commit abcdef0 of task t1 does not exist"]);
  });
});

describe("the working tree", () => {
  test("dirty", async () => {
    using box = sandbox();
    claim(box, {});
    box.write("repo/new.txt", "x");
    expect(await warnings(box)).toEqual(["warn: working tree has 1 uncommitted change"]);
    box.write("repo/file.txt", "changed");
    expect(await warnings(box)).toEqual(["warn: working tree has 2 uncommitted changes"]);
  });

  test("in a merge", async () => {
    using box = sandbox();
    box.git(["checkout", "-q", "-b", "other"]);
    box.commit({ "file.txt": "theirs" });
    box.git(["checkout", "-q", "develop"]);
    box.commit({ "file.txt": "ours" });
    expect(box.status(["merge", "other"])).not.toBe(0);
    claim(box, {});
    expect(await warnings(box)).toEqual(["warn: a merge is in progress", "warn: working tree has 1 uncommitted change"]);
  });
});

describe("the branch of the next task", () => {
  const tasks = { t1: { status: "DONE", branch: "gone" }, t2: { status: "IN_PROGRESS", branch: "feat/t2" }, t3: { branch: "feat/t3" } };

  test("is another than HEAD's", async () => {
    using box = sandbox();
    claim(box, tasks);
    expect(await warnings(box)).toEqual(["warn: HEAD is on branch develop, but task t2 belongs to feat/t2"]);
    box.git(["checkout", "-q", "--detach"]);
    expect(await warnings(box)).toEqual(["warn: HEAD is detached, but task t2 belongs to feat/t2"]);
  });

  test("is HEAD's, also in a linked worktree", async () => {
    using box = sandbox();
    box.git(["worktree", "add", "-q", "-b", "feat/t2", "../linked"]);
    claim(box, tasks, "linked");
    expect(await warnings(box, "linked")).toEqual([]);
  });
});

test("the answer is the same with and without the flag", async () => {
  using box = sandbox();
  claim(box, { t1: { status: "DONE", commitSha: "abcdef0" }, t2: {} });
  expect((await verify(box)).stdout).toBe((await verify(box, "repo", [])).stdout);
});

test("outside of a working tree: one warning", async () => {
  using box = sandbox({ isBare: true });
  claim(box, {}, "away");
  expect(await warnings(box, "away")).toEqual([expect.stringMatching(/^warn: cannot verify: Not a git repository: /)]);
  claim(box, {});
  expect(await warnings(box)).toEqual([expect.stringMatching(/^warn: cannot verify: Not inside a working tree: /)]);
});

test("no git on PATH: 127; without the flag git is not needed", async () => {
  using box = sandbox();
  claim(box, {});
  expect(await verify(box, "repo", ["--verify-git"], { PATH: "/nowhere" })).toEqual({ stdout: "", stderr: "git is required\n", code: 127 });
  expect((await verify(box, "repo", [], { PATH: "/nowhere" })).code).toBe(0);
});
