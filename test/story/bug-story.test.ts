import { expect, test } from "bun:test";
import { bugStoryName, storyKind } from "../../lib/story/bug-story.ts";

const kindOf = (text: string, inBugFolder = false) => storyKind(text, { inBugFolder });

test.each(["---\ntemplate-type: bug-story\n---\n# x", "\ufeff---\r\nname: x\r\ntemplate-type: 'bug-story' # note\r\n---\r\n# x"])(
  "front matter %j makes a bug's story",
  (text) => {
    expect(kindOf(text)).toBe("bug");
  },
);

test.each([
  "",
  "# x\ntemplate-type: bug-story",
  "---\ntemplate-type: bug-story\n",
  "---\ntemplate-type: story\n---\n",
  "--- \n a: template-type: bug-story\n---\n",
  "----\ntemplate-type: bug-story\n---",
])("%j does not", (text) => expect(kindOf(text)).toBe("feature"));

test("a bug's folder does", () => {
  expect(kindOf("# x", true)).toBe("bug");
});

const files = (texts: Record<string, string>) => Object.entries(texts).map(([name, text]) => ({ name, text: () => text }));

test("the long form of an id means the file with that ID line", () => {
  const folder = files({
    "story-02-a.md": "x",
    "story-03-b.md": "```\n**ID:** story-000001-02\n```\n**ID:** STORY-000001-02",
    "README.md": "**ID:** story-000001-02",
  });
  expect(bugStoryName("story-000001-02", folder)).toBe("story-03-b");
});

test("else the only file with its number", () => {
  expect(bugStoryName("story-000001-02", files({ "story-02-a.md": "x", "story-03-b.md": "x" }))).toBe("story-02-a");
  expect(bugStoryName("story-000001-02", files({ "story-02-a.md": "x", "story-02-b.md": "x" }))).toBeUndefined();
  expect(bugStoryName("story-000001-02", files({ "story-02-a.txt": "x" }))).toBeUndefined();
});
