import { expect, test } from "bun:test";
import { defaultBody, defaultTitle, titleLength } from "../../../lib/flows/pull-request/pull-request-text.ts";
import { pushReason } from "../../../lib/flows/pull-request/push-branch.ts";

const TASK = "TASK-0049-0005-001";

test.each<[string, string | undefined, readonly string[], string]>([
  ["the newest subject", undefined, ["feat: b", "feat: a"], "feat: b"],
  ["no commits: the branch", undefined, [], "feat/task-x"],
  ["without its tag", undefined, ["feat: b [TDD:GREEN]"], "feat: b"],
  ["the task is named", TASK, ["fix: it"], `${TASK}: fix: it`],
  ["the task is named already, in lower case", TASK, ["feat(task-0049-0005-001): it"], "feat(task-0049-0005-001): it"],
  ["cut at a word", undefined, [`${"word ".repeat(13)}1234567`], `${"word ".repeat(13).trimEnd()}`],
  ["exactly as long as may be", undefined, ["x".repeat(70)], "x".repeat(70)],
  ["one word", undefined, ["😀".repeat(71)], "😀".repeat(70)],
])("title: %s", (_, taskId, subjects, title) => {
  expect(defaultTitle({ taskId, subjects, branch: "feat/task-x" })).toBe(title);
  expect(titleLength(title)).toBeLessThanOrEqual(70);
});

test("body: task, commits from first to last, at most fifty", () => {
  expect(defaultBody({ taskId: TASK, subjects: ["b", "a"], branch: "x" })).toBe(`Task: ${TASK}\n\n- a\n- b\n`);
  const many = defaultBody({ taskId: undefined, subjects: Array.from({ length: 60 }, (_, i) => `${60 - i}`), branch: "x" });
  expect(many).toStartWith("- (10 earlier commits)\n- 11\n");
  expect(many).toEndWith("- 60\n");
});

test.each([
  [
    "To ../o.git\n ! [rejected]        b -> b (fetch first)\nerror: failed to push some refs to '../o.git'\nhint: Updates were rejected\n",
    "[rejected]        b -> b (fetch first)",
  ],
  [
    "fatal: 'x' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nPlease make sure\n",
    "'x' does not appear to be a git repository",
  ],
  [
    "remote: Permission to o/r denied\nfatal: unable to access 'u': The requested URL returned error: 403\n",
    "unable to access 'u': The requested URL returned error: 403",
  ],
  ["tests fail\nerror: failed to push some refs to 'x'\n", "tests fail"],
  ["error: failed to push some refs to 'x'\n", "failed to push some refs to 'x'"],
  ["", "git says nothing"],
])("why a push failed: %p", (stderr, reason) => expect(pushReason(stderr)).toBe(reason));
