/** The pure parts of x-manage-worktrees: ids, the line of info/exclude, the table for people. */
import { expect, test } from "bun:test";
import { escapeLine } from "../../../lib/cli/escape.ts";
import { excludePattern } from "../../../lib/flows/worktrees/exclude-root.ts";
import { defaultId, isSameId, isWorktreeId } from "../../../lib/flows/worktrees/worktree-id.ts";
import { worktreeTable } from "../../../lib/flows/worktrees/worktree-table.ts";
import { sandbox } from "../../git/sandbox.ts";

test.each([
  ["feat/task-0049-0005-001-x", "task-0049-0005-001-x"],
  ["feature/a/b", "a-b"],
  ["fix/feat/x", "feat-x"],
  ["features/x", "features-x"],
  ["topic", "topic"],
])("%s is kept in the folder %s", (branch, id) => expect(defaultId(branch)).toBe(id));

test.each(["a", "TASK-0049-0005-001", "a.b_c", "\u00fcber", "x@2", "1"])("%s is an id", (id) => expect(isWorktreeId(id)).toBe(true));
test.each([
  "",
  ".",
  "..",
  ".git",
  "a/b",
  "a b",
  "a..b",
  "a.lock",
  "a.LOCK",
  "a.",
  "-a",
  "a\n",
  "a:b",
  "x".repeat(201),
  "\u00fc".repeat(101),
])("%j is none", (id) => expect(isWorktreeId(id)).toBe(false));

test.each([
  ["Task-1", "task-1", true],
  ["u\u0308ber", "\u00dcBER", true],
  ["a", "b", false],
])("%s and %s: the same folder somewhere is %p", (a, b, same) => expect(isSameId(a, b)).toBe(same));

test.each([".claude/worktrees", "a b", "*x?[y]", "tr\\ail", "#x", "!x", "end "])("git ignores the folder %j and nothing else", (folder) => {
  using box = sandbox();
  box.write("repo/.git/info/exclude", `${excludePattern(folder)}\n`);
  const others = [`${folder}x`, `sub/${folder}`, "ax", "ay", "b"];
  for (const path of [folder, ...others]) box.write(`repo/${path}/f`, "");
  const ignored = [folder, ...others].filter((path) => box.status(["check-ignore", "-q", "--", `${path}/f`]) === 0);
  expect(ignored).toEqual([folder]);
});

test("the table is aligned, and no cell can drive a terminal", () => {
  const row = { id: "a", branch: "feat/a", status: "ACTIVE", lastCommit: "0123456789abcdef", ageSeconds: 59, path: "/r/a" };
  const rows = [
    row,
    { ...row, id: "long-id", branch: null, status: "MERGED", ageSeconds: 3_600, path: "/r/\u001b[31m" },
    { ...row, lastCommit: null, ageSeconds: 7 * 86_400 + 1 },
    { ...row, ageSeconds: 119 },
  ];
  expect(worktreeTable(rows, escapeLine)).toBe(
    [
      "ID       STATUS  AGE    COMMIT     BRANCH      PATH",
      "a        ACTIVE  59 s   012345678  feat/a      /r/a",
      "long-id  MERGED  1 h    012345678  (detached)  /r/\\u001b[31m",
      "a        ACTIVE  7 d    -          feat/a      /r/a",
      "a        ACTIVE  1 min  012345678  feat/a      /r/a",
      "",
    ].join("\n"),
  );
  expect(worktreeTable([], escapeLine)).toBe("ID  STATUS  AGE  COMMIT  BRANCH  PATH\n");
});
