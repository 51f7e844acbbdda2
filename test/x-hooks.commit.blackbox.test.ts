/** The hooks' rules in every way to commit, with their bypasses, by the real git. */
import { describe, expect, test } from "bun:test";
import { COMMIT_TRAILER, type HooksBox, hooksBox, SHA, STATE, STATE_TRAILER } from "./flows/hooks/hooks-box.ts";

const STATE_OFF = { CLAUDE_EXECUTION_STATE_HOOK_DISABLED: "1" };
const BRANCH_OFF = { CLAUDE_TASK_BRANCH_HOOK_DISABLED: "1" };
const NO_TRAILER = `commit-msg: ${STATE} is staged, but the message has no trailer 'Co-Authored-By: x-internal-update-status@<40 hex digits>'; commit with x-commit-changes (recovery: CLAUDE_EXECUTION_STATE_HOOK_DISABLED=1)\n`;
const TASK_BRANCH = "feat/task-0049-0005-001-parser";

let count = 0;

async function installed(): Promise<HooksBox> {
  const box = hooksBox();
  box.commit({ [STATE]: '{"stories":{}}\n' }, "state");
  await box.xHooks(["install"]);
  return box;
}

/** Changes the state file in `folder` without staging it. */
function change(box: HooksBox, folder = "repo"): void {
  box.write(`${folder}/${STATE}`, `{"stories":{},"n":${++count}}\n`);
}

async function commit(box: HooksBox, args: readonly string[], env = {}, folder = "repo") {
  const { stderr, code } = await box.try(["commit", "-q", ...args], { env, folder });
  return { stderr, code };
}

const REFUSED = { stderr: NO_TRAILER, code: 1 };
const DONE = { stderr: "", code: 0 };

describe("a state file is staged", () => {
  test.each<[string[], staged: boolean]>([
    [[], true],
    [["-a"], false],
    [["--", STATE], false],
    [["-i", "--", STATE], false],
    [["--amend"], true],
    [["-a", "--amend"], false],
  ])("git commit %j needs the trailer, or the bypass", async (args, isStaged) => {
    using box = await installed();
    const prepare = () => {
      change(box);
      if (isStaged) box.git(["add", STATE]);
    };
    prepare();
    const with_ = (message: readonly string[]) => [...message, ...args];
    expect(await commit(box, with_(["-m", "m"]))).toEqual(REFUSED);
    expect(await commit(box, with_(["-m", "m", "-m", STATE_TRAILER]))).toEqual(DONE);
    prepare();
    expect(await commit(box, with_(["-m", "m"]), STATE_OFF)).toEqual(DONE);
    prepare();
    expect(await commit(box, with_(["-m", "m", "--no-verify"]))).toEqual(DONE);
  });

  test("what is changed and not staged does not count, nor another file beside it", async () => {
    using box = await installed();
    change(box);
    box.write("repo/file.txt", "two\n");
    expect(await commit(box, ["-m", "m", "--", "file.txt"])).toEqual(DONE);
    box.commit({ "my-execution-state.json": "{", "execution-state.json.bak": "{" }, "others");
  });

  test("in a linked worktree, with -a and with a path", async () => {
    using box = await installed();
    box.git(["worktree", "add", "-q", "../linked", "-b", "other"]);
    for (const args of [["-a"], ["--", STATE]]) {
      change(box, "linked");
      expect(await commit(box, ["-m", "m", ...args], {}, "linked")).toEqual(REFUSED);
      expect(await commit(box, ["-m", "m", "-m", STATE_TRAILER, ...args], {}, "linked")).toEqual(DONE);
    }
    expect(box.git(["status", "--porcelain"])).toBe("");
  });

  test("the first commit of a repository", async () => {
    using box = hooksBox({ isEmpty: true });
    await box.xHooks(["install"]);
    change(box);
    box.git(["add", STATE]);
    expect(await commit(box, ["-m", "m"])).toEqual(REFUSED);
    expect(await commit(box, ["-m", "m", "-m", STATE_TRAILER])).toEqual(DONE);
  });

  test("several are counted, a deleted one needs no trailer", async () => {
    using box = await installed();
    change(box);
    box.write("repo/b/execution-state.json", "{}");
    box.git(["add", "."]);
    expect((await commit(box, ["-m", "m"])).stderr).toContain(`${STATE} (and 1 more) is staged`);
    await commit(box, ["-m", "m", "-m", STATE_TRAILER]);
    box.git(["rm", "-q", STATE]);
    expect(await commit(box, ["-m", "m"])).toEqual(DONE);
  });

  test.each<[string, string, number]>([
    ["other trailers beside it", `m\n\nCloses: #1\n${STATE_TRAILER}\nSigned-off-by: A <a@b>\n`, 0],
    ["39 digits", `m\n\n${STATE_TRAILER.slice(0, -1)}\n`, 1],
    ["another skill", `m\n\nCo-Authored-By: x-something@${SHA}\n`, 1],
    ["not in the last paragraph", `m\n\n${STATE_TRAILER}\n\nmore words here\n`, 1],
    ["CRLF", `m\r\n\r\n${STATE_TRAILER}\r\n`, 0],
    ["a line of hyphens before it", `m\n\n---\nb\n\n${STATE_TRAILER}\n`, 0],
    ["text that is no UTF-8", `gr\u00fcn\n\n${STATE_TRAILER}\n`, 0],
  ])("message: %s", async (_, message, code) => {
    using box = await installed();
    change(box);
    box.git(["add", STATE]);
    const outcome = await box.try(["commit", "-q", "-F", "-"], { stdin: Buffer.from(message, "latin1") });
    expect(outcome.code).toBe(code);
    if (message.includes("more words")) expect(outcome.stderr).toContain("in its last paragraph, of which each line has to be a trailer");
  });

  test("in the editor, with git's own comments and the diff below", async () => {
    using box = await installed();
    change(box);
    const edit = async (text: string) => {
      box.write("repo/.editor", `#!/bin/sh\nprintf '${text}' | cat - "$1" > "$1.new" && mv "$1.new" "$1"\n`, 0o755);
      return commit(box, ["-a", "-v"], { GIT_EDITOR: box.path("repo/.editor") });
    };
    expect((await edit("words\\n")).code).toBe(1);
    expect(await edit(`words\\n\\n${STATE_TRAILER}\\n`)).toEqual(DONE);
  });
});

describe("a task's branch", () => {
  const NEEDS = `commit-msg: on branch ${TASK_BRANCH} the message needs a trailer 'Co-Authored-By: x-commit-changes@<40 hex digits>'; commit with x-commit-changes (recovery: CLAUDE_TASK_BRANCH_HOOK_DISABLED=1)\n`;

  test("needs x-commit-changes, under its old name too, or the bypass", async () => {
    using box = await installed();
    box.git(["checkout", "-q", "-b", TASK_BRANCH]);
    const empty = ["--allow-empty", "-m", "m"];
    expect(await commit(box, empty)).toEqual({ stderr: NEEDS, code: 1 });
    expect(await commit(box, [...empty, "-m", COMMIT_TRAILER])).toEqual(DONE);
    expect(await commit(box, [...empty, "-m", `Co-Authored-By: x-git-commit@${SHA}`])).toEqual(DONE);
    expect(await commit(box, ["--amend", "--no-edit", "--allow-empty"])).toEqual(DONE);
    expect(await commit(box, empty, BRANCH_OFF)).toEqual(DONE);
    expect((await commit(box, empty, STATE_OFF)).code).toBe(1);
  });

  test("both rules at once say both", async () => {
    using box = await installed();
    box.git(["checkout", "-q", "-b", TASK_BRANCH]);
    change(box);
    const { stderr } = await commit(box, ["-a", "-m", "m"]);
    expect(stderr).toContain("has no trailer 'Co-Authored-By: x-internal-update-status@");
    expect(stderr).toEndWith(
      "commit with x-commit-changes (recovery: CLAUDE_EXECUTION_STATE_HOOK_DISABLED=1 CLAUDE_TASK_BRANCH_HOOK_DISABLED=1)\n",
    );
    expect(await commit(box, ["-a", "-m", "m", "-m", `${STATE_TRAILER}\n${COMMIT_TRAILER}`])).toEqual(DONE);
  });

  test.each(["feat/task-0049-0005-001", "feat/story-0049-0005", "fix/task-0049-0005-001-x"])("%s is none", async (branch) => {
    using box = await installed();
    box.git(["checkout", "-q", "-b", branch]);
    expect(await commit(box, ["--allow-empty", "-m", "m"])).toEqual(DONE);
  });
});

describe("pre-commit", () => {
  test.each<[string, string, string]>([
    [
      "conflict markers",
      '{\n<<<<<<< ours\n"a":1\n=======\n>>>>>>> theirs\n}',
      `${STATE}:2:1: conflict markers (<<<<<<<) from a merge; resolve them first`,
    ],
    ["no JSON", '{"a":', `${STATE}:1:6: expected a value, found the end of the text`],
    ["no object", "[]", `${STATE}:1:1: expected an object at the top`],
    ["stories of another kind", '{"stories":5}', `${STATE}: stories: expected an object`],
    ["a list that is none", '{"taskTracking":{"taskIndex":{}}}', `${STATE}: taskTracking.taskIndex: expected an array`],
  ])("%s", async (_, text, problem) => {
    using box = await installed();
    box.write(`repo/${STATE}`, text);
    const args = ["-a", "-m", "m", "-m", STATE_TRAILER];
    expect(await commit(box, args)).toEqual({
      stderr: `pre-commit: ${problem} (recovery: CLAUDE_EXECUTION_STATE_HOOK_DISABLED=1)\n`,
      code: 1,
    });
    expect(await commit(box, args, STATE_OFF)).toEqual(DONE);
  });

  test("what is staged counts, not what is in the tree", async () => {
    using box = await installed();
    change(box);
    box.git(["add", STATE]);
    box.write(`repo/${STATE}`, "{ half");
    expect(await commit(box, ["-m", "m", "-m", STATE_TRAILER])).toEqual(DONE);
    box.git(["add", STATE]);
    change(box);
    expect((await commit(box, ["-m", "m", "-m", STATE_TRAILER])).code).toBe(1);
  });
});
