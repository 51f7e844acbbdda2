/** The map and the tests file of a story are the same for its run, the runs of its tasks and --init, a bug's stories included. */
import { expect, test } from "bun:test";
import { initTask } from "../../../lib/flows/task/init-task.ts";
import { storyFacts } from "../../../lib/flows/task/story-run.ts";
import { requiredPaths, storyPaths } from "../../../lib/flows/task/task-files.ts";
import { tree } from "../../harness/tree.ts";
import { OPTIONS, subject, taskWorld } from "./task-world.ts";

const BASE = ".aikittools/bugs/bug-000001";
const PLANS = `${BASE}/plans`;
const [ONE, TWO] = ["TASK-000001-02-001", "TASK-000001-02-002"] as const;
const TABLE = `| ID | Título | Depends On |\n|---|---|---|\n| ${ONE} | Prove it | ${TWO} |\n| ${TWO} | Fix it | — |\n`;
const STORY = { [`${BASE}/story-02-crash.md`]: `# Bug\n\n**ID:** story-000001-02\n\n## 8. Tasks\n\n${TABLE}` };
const OF_BUG = { ...OPTIONS, contextPath: BASE };
const MAP = `| Wave | Tasks |\n|---|---|\n| 1 | ${TWO} |\n| 2 | ${ONE} |\n`;

async function orderOf(root: string, story: string): Promise<readonly string[]> {
  const call = { subject: subject(story, OF_BUG), options: OF_BUG } as Parameters<typeof storyFacts>[0];
  return (await storyFacts(call, taskWorld(root))).taskIds;
}

test.each([
  ["the story's id", "task-implementation-map-story-000001-02.md"],
  ["the story's id, as older ones are", "task-implementation-map-STORY-000001-02.md"],
  ["the story's file", "task-implementation-map-story-02-crash.md"],
  ["the story's file, as older ones are", "task-implementation-map-STORY-02-crash.md"],
])("a bug story's map is named after %s", async (_, name) => {
  const planned = { [`${PLANS}/task-${ONE}.md`]: "", [`${PLANS}/plan-task-${ONE}.md`]: "" };
  using dir = tree({ ...STORY, ...planned, [`${PLANS}/${name}`]: MAP });
  expect(await orderOf(dir.root, "story-02-crash")).toEqual([TWO, ONE]);
  expect(await orderOf(dir.root, "story-000001-02")).toEqual([TWO, ONE]);
  expect(requiredPaths(dir.path(BASE), ONE, dir.path(`${BASE}/story-02-crash.md`)).map).toBe(dir.path(`${PLANS}/${name}`));
});

test("the map that --init wrote is the story's", async () => {
  using dir = tree(STORY);
  expect(await orderOf(dir.root, "story-02-crash")).toEqual([ONE, TWO]);
  await initTask(subject("story-02-crash", OF_BUG), OF_BUG, taskWorld(dir.root));
  expect(await orderOf(dir.root, "story-02-crash")).toEqual([TWO, ONE]);
});

test("--init adds to the map that is there, whatever it is called", async () => {
  const name = `${PLANS}/task-implementation-map-STORY-02-crash.md`;
  using dir = tree({ ...STORY, [name]: "# Map\n" });
  const { files } = await initTask(subject(ONE, OF_BUG), OF_BUG, taskWorld(dir.root));
  expect(files).toContain(name);
});

test.each(["tests-story-000001-02.md", "tests-story-02-crash.md"])("a bug story's tests file: %s", (name) => {
  using dir = tree({ ...STORY, [`${PLANS}/${name}`]: "" });
  expect(storyPaths(dir.path(BASE), ONE, dir.path(`${BASE}/story-02-crash.md`)).tests).toBe(dir.path(`${PLANS}/${name}`));
});
