/** What git makes of commits that are there (merges, rebases, reverts, fixups) keeps working, whatever trailers those have. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { COMMIT_TRAILER, type HooksBox, hooksBox, STATE, STATE_TRAILER } from "./flows/hooks/hooks-box.ts";
import { tree } from "./harness/tree.ts";

const TASK_BRANCH = "feat/task-0049-0005-001-parser";

/** Two branches that both changed the state without trailers, before the hooks came; on a task's branch. */
async function diverged({ conflict = false } = {}): Promise<HooksBox> {
  const box = hooksBox();
  const state = (first: number, second: number) => `{\n  "a": ${first},\n  "m": 0,\n  "n": 0,\n  "o": 0,\n  "b": ${second}\n}\n`;
  box.commit({ [STATE]: state(0, 0) }, "state");
  box.git(["checkout", "-q", "-b", "other"]);
  box.commit({ [STATE]: state(conflict ? 1 : 0, 1) }, "theirs");
  box.git(["checkout", "-q", "-b", TASK_BRANCH, "develop"]);
  box.commit({ [STATE]: state(2, 0) }, "ours");
  await box.xHooks(["install"]);
  return box;
}

async function done(box: HooksBox, ...args: string[]): Promise<void> {
  const env = { GIT_EDITOR: "true", GIT_SEQUENCE_EDITOR: "true" };
  const outcome = await box.try(args, { env });
  expect([args.join(" "), outcome.stderr.includes("commit-msg:"), outcome.code]).toEqual([args.join(" "), false, 0]);
}

function resolve(box: HooksBox): void {
  box.write(`repo/${STATE}`, '{"a":3}\n');
  box.git(["add", STATE]);
}

describe("without a conflict", () => {
  test.each<[string[]]>([
    [["merge", "--no-edit", "other"]],
    [["merge", "--no-ff", "-m", "own words", "other"]],
    [["rebase", "other"]],
    [["cherry-pick", "other"]],
    [["cherry-pick", "-e", "other"]],
    [["revert", "--no-edit", "HEAD"]],
    [["revert", "--edit", "HEAD"]],
  ])("git %j", async (args) => {
    using box = await diverged();
    await done(box, ...args);
    expect(box.git(["status", "--porcelain"])).toBe("");
  });

  test("git merge --squash, then git commit", async () => {
    using box = await diverged();
    await done(box, "merge", "-q", "--squash", "other");
    await done(box, "commit", "--no-edit");
  });

  test("git revert --no-commit, then git commit with git's own message", async () => {
    using box = await diverged();
    await done(box, "revert", "--no-commit", "HEAD");
    await done(box, "commit", "--no-edit");
  });

  test("git commit --fixup, then rebase --autosquash", async () => {
    using box = await diverged();
    box.write("repo/new", "");
    box.git(["add", "new"]);
    await done(box, "commit", "--fixup=HEAD");
    await done(box, "rebase", "-i", "--autosquash", "HEAD~2");
    expect(box.git(["log", "--format=%s", "-2"])).toBe("ours\nstate");
  });

  test("git rebase -i with reword", async () => {
    using box = await diverged();
    const env = { GIT_EDITOR: "true", GIT_SEQUENCE_EDITOR: "sed -i 's/^pick/reword/'" };
    expect((await box.try(["rebase", "-i", "HEAD~1"], { env })).code).toBe(0);
  });

  test("git am", async () => {
    using box = await diverged();
    const patch = box.git(["format-patch", "-1", "--stdout", "other"]);
    expect((await box.try(["am", "-3"], { stdin: Buffer.from(`${patch}\n`) })).code).toBe(0);
  });
});

describe("with a conflict that was resolved", () => {
  test.each<[string[], string[]]>([
    [
      ["merge", "other"],
      ["commit", "--no-edit"],
    ],
    [
      ["merge", "other"],
      ["merge", "--continue"],
    ],
    [
      ["rebase", "other"],
      ["rebase", "--continue"],
    ],
    [
      ["cherry-pick", "other"],
      ["cherry-pick", "--continue"],
    ],
    [
      ["cherry-pick", "other"],
      ["commit", "-m", "own words"],
    ],
  ])("git %j, then git %j", async (first, second) => {
    using box = await diverged({ conflict: true });
    expect(box.status(first)).not.toBe(0);
    resolve(box);
    await done(box, ...second);
    expect(box.git(["status", "--porcelain"])).toBe("");
  });

  test("markers that were forgotten stop it", async () => {
    using box = await diverged({ conflict: true });
    box.status(["merge", "other"]);
    const { stderr, code } = await box.try(["commit", "-a", "--no-edit"]);
    expect(stderr).toStartWith(`pre-commit: ${STATE}:2:1: conflict markers (<<<<<<<) from a merge; resolve them first`);
    expect(code).toBe(1);
  });
});

describe("the driver that install --merge-driver sets up", () => {
  test("merges and rebases meet field by field", async () => {
    using box = await diverged();
    box.git(["checkout", "-q", "-b", "neighbours"]);
    await box.xHooks(["install", "--merge-driver"]);
    box.git(["add", ".gitattributes"]);
    await done(box, "commit", "-q", "-m", "attributes");
    box.write(`repo/${STATE}`, '{"a":2,"m":7,"n":0,"o":0,"b":0}\n');
    expect((await box.try(["commit", "-q", "-a", "-m", "m", "-m", STATE_TRAILER])).code).toBe(0);
    await done(box, "merge", "-q", "--no-edit", "other");
    expect(readFileSync(box.path(`repo/${STATE}`), "utf8")).toBe('{"a":2,"m":7,"n":0,"o":0,"b":1}\n');
  });

  test("the program is gone: git stops, ours is kept, and one line says what to do", async () => {
    using box = await diverged({ conflict: true });
    await box.xHooks(["install", "--merge-driver"]);
    box.git([
      "config",
      "merge.x-merge-state.driver",
      box.git(["config", "merge.x-merge-state.driver"]).replaceAll(/(?<=(?:-x|-f|exec) )\//g, "/gone/"),
    ]);
    const { stderr, code } = await box.try(["merge", "other"]);
    expect(stderr).toMatch(/^x-merge-state is neither at \S+ nor on PATH: run 'x-hooks install --merge-driver' again; ours is kept\n/);
    expect(code).toBe(1);
    expect(readFileSync(box.path(`repo/${STATE}`), "utf8")).toContain('"a": 2');
    const status = await box.xHooks(["status"]);
    expect([status.stderr, status.code]).toEqual(["the merge driver does not find x-merge-state\n", 1]);
  });
});

describe("called from a hook of another repository, whose variables git exports (hard case 28)", () => {
  test.each(["repo", "linked"])("in %s: install, status and uninstall work on the folder they are started in", async (folder) => {
    using box = hooksBox();
    using other = tree();
    box.git(["worktree", "add", "-q", "../linked", "-b", TASK_BRANCH]);
    box.pathWith("x-internal-update-status");
    const PATH = box.pathWith("x-hooks");
    const update = "x-internal-update-status --initialize --type story --id story-0049-0001 --field status --value DONE";
    const steps = [
      `${update} --file ${other.path("execution-state.json")} >/dev/null`,
      `cd ${other.root} && env -u GIT_DIR -u GIT_INDEX_FILE -u GIT_WORK_TREE -u GIT_PREFIX git init -q .`,
      "x-hooks install --ignore-locks --merge-driver >/dev/null",
      "x-hooks status >seen",
      "x-hooks uninstall >/dev/null",
    ];
    box.hook("pre-commit", steps.join(" && "));
    const before = [readFileSync(box.path("repo/.git/config"), "utf8"), box.git(["status", "--porcelain"], folder)];
    box.write(`${folder}/file.txt`, "two\n");
    const { stderr, code } = await box.try(["commit", "-q", "-a", "-m", "m", "-m", COMMIT_TRAILER], { folder, env: { PATH } });
    expect([stderr, code]).toEqual(["", 0]);
    expect(JSON.parse(readFileSync(other.path("execution-state.json"), "utf8")).stories).toEqual({ "story-0049-0001": { status: "DONE" } });
    expect(JSON.parse(readFileSync(other.path("seen"), "utf8"))).toMatchObject({ folder: other.path(".git/hooks"), problems: [] });
    expect([readFileSync(box.path("repo/.git/config"), "utf8"), box.git(["status", "--porcelain"], folder)]).toEqual(before);
    expect(box.git(["show", "--format=", "--name-only", "HEAD"], folder)).toBe("file.txt");
  });
});
