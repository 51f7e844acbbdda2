/** Every combination of body, footers and state file, read back by git itself: from the message, and from a commit. */
import { afterAll, expect, test } from "bun:test";
import { messageOf } from "../../lib/flows/commit/commit-message.ts";
import { sandbox } from "./sandbox.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";
const OURS = `Co-Authored-By: x-commit-changes@${SHA}`;
const STATE = `Co-Authored-By: x-internal-update-status@${SHA}`;

const BODIES: readonly (readonly [string, string])[] = [
  ["none", ""],
  ["one line", "Because."],
  ["paragraphs", "One.\n\nTwo\nmore.\n\n\n\nThree.\n"],
  ["a line like a trailer", "Note: this is prose\nand so is this."],
  ["a last paragraph of trailers", "Why.\n\nSigned-off-by: A <a@example.org>\nRefs: #1"],
  ["nothing but a trailer", "Refs: #1"],
  ["lines of hyphens", "Before\n---\nafter\n\n--- a/file\n+++ b/file"],
  ["a comment sign", "# not a comment\n\n#1 is done"],
  ["a scissors line", "a\n# ------------------------ >8 ------------------------\nb"],
  ["old line ends and blanks", "a  \r\n\r\nb\r\n"],
  ["an indented last line", "list:\n  - a\n  - b"],
  ["unicode", "\u00fcber \u4e2d \u{1f600}"],
  ["blank lines only", " \n\n"],
];
const FOOTERS: readonly (readonly [string, readonly { key: string; value: string }[]])[] = [
  ["none", []],
  ["one", [{ key: "Refs", value: "#12" }]],
  [
    "several",
    [
      { key: "BREAKING-CHANGE", value: "a: b = c" },
      { key: "X-1", value: "\u00e9" },
    ],
  ],
  ["the same key as ours", [{ key: "Co-Authored-By", value: "A <a@example.org>" }]],
];
const FILES: readonly (readonly [string, readonly string[]])[] = [
  ["no state file", ["a", "execution-state.json.bak", "my-execution-state.json"]],
  ["a state file", ["a", "plans/execution-state.json"]],
];

const rows = BODIES.flatMap((body) => FOOTERS.flatMap((footers) => FILES.map((files) => [body, footers, files] as const)));
const box = sandbox();
afterAll(() => box[Symbol.dispose]());
const gitDir = ["interpret-trailers", "--parse"];

test.each(
  rows.map(([body, footers, files]) => ({
    title: `body ${body[0]}, footers ${footers[0]}, ${files[0]}`,
    body: body[1],
    footers: footers[1],
    files: files[1],
  })),
)("$title", ({ body, footers, files }) => {
  const message = messageOf({ type: "feat", scope: "core", subject: "add a", body, footers }, SHA, files);
  const want = [
    ...footers.map(({ key, value }) => `${key}: ${value}`),
    OURS,
    ...(files[1]!.endsWith("/execution-state.json") ? [STATE] : []),
  ];
  const parsed = Bun.spawnSync(["git", ...gitDir], { cwd: box.path("repo"), stdin: Buffer.from(message) }).stdout.toString();
  expect(parsed.trimEnd().split("\n")).toEqual(want);
  const commit = Bun.spawnSync(["git", "commit-tree", "HEAD^{tree}"], {
    cwd: box.path("repo"),
    stdin: Buffer.from(message),
    env: box.at().env as Record<string, string>,
  })
    .stdout.toString()
    .trim();
  expect(box.git(["log", "-1", "--format=%(trailers:only,unfold)", commit]).split("\n")).toEqual(want);
  expect(box.git(["log", "-1", "--format=%s", commit])).toBe("feat(core): add a");
  expect(message.split("\n\n")[0]).toBe("feat(core): add a");
});

test.each([["Signed-off-by: A <a@example.org>\nRefs: #1"], ["Why.\n\nRefs: #1"]])(
  "trailers that the body ends with stay in the body: %j",
  (body) => {
    const message = messageOf({ type: "fix", scope: "x", subject: "y", body }, SHA, []);
    expect(message).toBe(`fix(x): y\n\n${body}\n\n${OURS}\n`);
  },
);
