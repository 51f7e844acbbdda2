/** The pure parts of x-commit-changes: rules of the subject, choice of files, kinds of failure. */
import { expect, test } from "bun:test";
import { choosePaths } from "../../../lib/flows/commit/choose-paths.ts";
import { nonImperative, subjectProblem } from "../../../lib/flows/commit/commit-message.ts";
import { type CommitFailureKind, commitFailureKind } from "../../../lib/git/commit-failure.ts";

test.each([
  ["add a", undefined],
  ["a".repeat(72), undefined],
  ["\u{1f600}".repeat(72), undefined],
  ["a".repeat(73), "at most 72 characters"],
  ["add a.", "no final period"],
  ["add a. ", "no final period"],
  ["add a\u2028b", "one line"],
  ["  ", "a text that is not empty"],
])("subject %j: %p", (subject, problem) => expect(subjectProblem(subject)).toBe(problem));

test.each([
  ["adds a", "add"],
  ["Added a", "add"],
  ["dropping a", "drop"],
  ["fixes: a", "fix"],
  ["pushes", undefined],
  ["made a", "make"],
  ["used a", "use"],
  ["simplified a", "simplify"],
  ["add a", undefined],
  ["address a", undefined],
  ["tests", "test"],
  ["UT-1 is red", undefined],
  ["", undefined],
])("%j is better with %p", (subject, verb) => expect(nonImperative(subject)?.verb).toBe(verb!));

const entry = (path: string, letters: string) => ({ path, index: letters[0]!, worktree: letters[1]!, submodule: undefined });
const STATUS = [entry("a", "A."), entry("p", "MM"), entry("w", ".M"), entry("d/n", "??"), entry("d/s", "M.")];

test.each([
  ["all that is staged", [], { staged: ["a", "p", "d/s"], unstaged: [], partly: ["p"], others: [] }],
  ["one staged path", ["a"], { staged: ["a"], unstaged: [], partly: [], others: ["p", "d/s"] }],
  ["a folder", ["d"], { staged: ["d/s"], unstaged: ["d/n"], partly: [], others: ["a", "p"] }],
  ["the top", [""], { staged: ["a", "p", "d/s"], unstaged: ["w", "d/n"], partly: ["p"], others: [] }],
  ["the beginning of a name is no folder", ["d/"], { staged: [], unstaged: [], partly: [], others: ["a", "p", "d/s"] }],
])("%s", (_, wanted, choice) => expect(choosePaths(STATUS, wanted)).toEqual(choice));

const LOCK = "fatal: Unable to create '/r/.git/index.lock': File exists.\n\nAnother git process seems to be running";
test.each<[string, { code: number; stdout?: string; stderr?: string; isMessageWritten?: boolean }, CommitFailureKind]>([
  ["a busy index", { code: 128, stderr: LOCK }, "index-lock"],
  ["a hook that says so", { code: 1, stderr: LOCK }, "pre-commit"],
  ["a hook that reads the message", { code: 1, isMessageWritten: true }, "commit-msg"],
  [
    "the signer",
    { code: 128, stderr: "error: gpg failed to sign the data\nfatal: failed to write commit object", isMessageWritten: true },
    "signing",
  ],
  ["conflicts", { code: 128, stderr: "error: Committing is not possible because you have unmerged files." }, "unmerged"],
  ["no identity", { code: 128, stderr: "Author identity unknown\n\n*** Please tell me who you are." }, "identity"],
  ["nothing", { code: 1, stdout: "On branch x\nnothing to commit, working tree clean\n" }, "nothing"],
  ["anything else", { code: 128, stderr: "fatal: cannot lock ref 'HEAD'" }, "other"],
])("a commit that fails by %s", (_, { code, stdout = "", stderr = "", isMessageWritten = false }, kind) => {
  expect(commitFailureKind({ code, stdout, stderr, isMessageWritten })).toBe(kind);
});
