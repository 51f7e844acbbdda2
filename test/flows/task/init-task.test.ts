/** --init: the files of a task, or of a story's tasks, from the story alone; all of them or none. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import * as v from "valibot";
import { AwaitingError } from "../../../lib/flows/task/awaiting.ts";
import { ImplementEnvelope } from "../../../lib/flows/task/envelopes.ts";
import { implementTask } from "../../../lib/flows/task/implement-task.ts";
import { initTask } from "../../../lib/flows/task/init-task.ts";
import { writeAll } from "../../../lib/flows/task/planning-files.ts";
import { TaskFailure } from "../../../lib/flows/task/task-failure.ts";
import { readTaskFile } from "../../../lib/story/task-file.ts";
import { readMapOrder } from "../../../lib/story/task-map.ts";
import { readPlanCycles } from "../../../lib/story/task-plan.ts";
import { checkTaskFile } from "../../../lib/story/task-schema.ts";
import { type Tree, tree } from "../../harness/tree.ts";
import { CALC, FEATURE, STORY, storyFile } from "../../implement-task/planning.ts";
import { project } from "../../implement-task/project.ts";
import { OPTIONS, subject, taskWorld } from "./task-world.ts";

const [ONE, TWO, THREE] = ["001", "002", "003"].map((n) => `TASK-0049-0005-${n}`) as [string, string, string];
const PLANS = `${FEATURE}/plans`;
const MAP = `${PLANS}/task-implementation-map-story-0049-0005.md`;
const STATE = `${FEATURE}/execution-state.json`;

const STORY_TEXT = `# Story: Greeting

**ID:** ${STORY}

## 7. Acceptance Criteria

@${TWO}
Scenario: nobody is greeted when the list is empty
  Given no name
  When greeting
  Then the answer is an empty list
  And nothing is logged

## 8. Tasks

### ${ONE}: Greet \`one\` person

- **Layer:** Domain · **Size:** S · **Dependencies:** ${THREE}
- **Files:**
  - \`src/greet.ts\` (new)
  - \`src/old.ts\` (DELETE)
  - \`golden/**\`
- **Acceptance Criteria:**
  - [ ] greets a name | politely
  - [ ] \`mvn compile\` is green

### ${TWO}: Greet many

## Outputs

### ${THREE}: Names

- **Outputs:**
  - Class \`Names\`
- [ ] keeps names
`;

function storyTree(more: Readonly<Record<string, string>> = {}): Tree {
  return tree({ [`${FEATURE}/${STORY}.md`]: STORY_TEXT.replace("## Outputs", "#### Outputs"), ...more });
}

const read = (dir: Tree, path: string) => readFileSync(dir.path(path), "utf8");
const init = (dir: Tree, operand: string, options = OPTIONS, world = taskWorld(dir.root)) =>
  initTask(subject(operand, options), options, world);
const everything = (dir: Tree) =>
  (readdirSync(dir.root, { recursive: true }) as string[])
    .filter((path) => !path.endsWith(".lock"))
    .sort()
    .map((path) => [path, statSync(dir.path(path)).isFile() ? read(dir, path) : ""]);

test("a task: its file, plan, map and nodes", async () => {
  using dir = storyTree();
  const line = await init(dir, ONE);
  expect(v.parse(ImplementEnvelope, line)).toEqual({
    status: "INITIALIZED",
    taskIds: [ONE],
    files: [`${PLANS}/task-${ONE}.md`, `${PLANS}/plan-task-${ONE}.md`, MAP, STATE],
  });
  expect(JSON.parse(read(dir, STATE))).toEqual({
    version: 1,
    stories: { [STORY]: { status: "PENDING", tasks: { [ONE]: { status: "PENDING" } } } },
    planningSchemaVersion: "2.0",
  });
  expect(read(dir, MAP)).toEndWith(
    `## Task Status\n\n| Task | Título | Status |\n| :--- | :--- | :--- |\n| ${ONE} | Greet one person | Pendente |\n`,
  );
});

test("what the story says of a task stands in its file, checkable where it can be", async () => {
  using dir = storyTree();
  await init(dir, ONE);
  const task = readTaskFile(read(dir, `${PLANS}/task-${ONE}.md`));
  expect(checkTaskFile(task, ONE)).toEqual({ violations: [], warnings: [] });
  expect(task).toMatchObject({ title: "Greet one person", status: "Pendente", doneItems: 8, schemaVersion: "2.0" });
  expect(task.dependencies).toEqual([{ id: THREE, isMockable: false }]);
  expect(task.outputs).toEqual([
    { text: "Arquivo `src/greet.ts` existe", checks: [{ kind: "file", path: "src/greet.ts" }] },
    { text: "Removido (`test ! -e src/old.ts`)", checks: [] },
    { text: "Presente (`ls golden/**`)", checks: [] },
  ]);
});

test("cycles come from scenarios and criteria; without any the run is to ask for a plan", async () => {
  using dir = storyTree();
  await init(dir, STORY);
  const cycles = [ONE, TWO, THREE].map((id) => readPlanCycles(read(dir, `${PLANS}/plan-task-${id}.md`)));
  const empty = { phase: "", green: "", refactor: "" };
  expect(cycles).toEqual([
    [{ n: 1, test: "greets a name politely", ...empty }],
    [
      {
        ...empty,
        n: 1,
        test: "nobody is greeted when the list is empty",
        phase: "Degenerate",
        green: "the answer is an empty list; nothing is logged",
      },
    ],
    [{ n: 1, test: "keeps names", ...empty }],
  ]);
  expect(read(dir, `${PLANS}/plan-task-${ONE}.md`)).toContain("| 1 | Degenerate | — | A preencher");
});

test("carriage returns make no difference", async () => {
  using dir = storyTree();
  await init(dir, ONE);
  using other = tree({ [`${FEATURE}/${STORY}.md`]: read(dir, `${FEATURE}/${STORY}.md`).replaceAll("\n", "\r\n") });
  await init(other, ONE);
  const texts = (from: Tree) => [`task-${ONE}`, `plan-task-${ONE}`].map((name) => read(from, `${PLANS}/${name}.md`));
  expect(texts(other)).toEqual(texts(dir));
});

test("unit tests of the story's tests file win", async () => {
  using dir = storyTree({ [`${PLANS}/tests-story-0049-0005.md`]: `- UT-1: \`greets nobody\` (${ONE}) null\n- UT-2: \`other\` (${TWO})\n` });
  await init(dir, ONE);
  expect(readPlanCycles(read(dir, `${PLANS}/plan-task-${ONE}.md`)).map(({ test: name }) => name)).toEqual(["greets nobody"]);
});

test("a story: all of its tasks, what is waited for first", async () => {
  using dir = storyTree();
  const { taskIds, files } = await init(dir, STORY.toUpperCase());
  expect([taskIds, files.length]).toEqual([[ONE, TWO, THREE], 8]);
  expect(readMapOrder(read(dir, MAP))).toEqual([TWO, THREE, ONE]);
  expect(checkTaskFile(readTaskFile(read(dir, `${PLANS}/task-${TWO}.md`)), TWO)).toEqual({ violations: [], warnings: [] });
});

test("map and state that are there keep every other byte", async () => {
  const map = `# Map\r\n\r\n## Task Status\r\n\r\n| Task | Wave | Status |\r\n|---|---|---|\r\n| ${TWO} | 1 | Concluída |\r\n\r\nEnd`;
  const state = `{"planningSchemaVersion":"2.0", "x": 1.0,\n  "stories": {"${STORY}": {"status": "IN_PROGRESS", "tasks": {"${TWO}": {"status": "DONE"}}}}}`;
  const upper = MAP.replace("map-story", "map-STORY");
  using dir = storyTree({ [upper]: map, [STATE]: state });
  const { files } = await init(dir, STORY);
  expect(files).toContain(upper);
  expect(existsSync(dir.path(MAP))).toBe(false);
  expect(read(dir, upper)).toBe(map.replace("Concluída |", `Concluída |\r\n| ${THREE} | — | Pendente |\r\n| ${ONE} | — | Pendente |`));
  expect(read(dir, STATE)).toBe(state.replace('"DONE"}', `"DONE"}, "${ONE}": {"status": "PENDING"}, "${THREE}": {"status": "PENDING"}`));
});

test.each([
  ["the task file", { [`${PLANS}/task-${ONE}.md`]: "x" }, `${PLANS}/task-${ONE}.md is there already: --init overwrites nothing`],
  ["the plan of another task", { [`${PLANS}/plan-task-${THREE}.md`]: "" }, `${PLANS}/plan-task-${THREE}.md is there already`],
  ["a folder", { [`${PLANS}/task-${TWO}.md/x.txt`]: "" }, `${PLANS}/task-${TWO}.md is there already`],
  ["a state that is no JSON", { [STATE]: "{" }, "not valid JSON"],
  ["a state whose stories are a list", { [STATE]: '{"stories":[]}' }, "Path 'stories' not found in schema"],
  ["a map with a broken row", { [MAP]: `| Task | X | Status |\n|---|---|---|\n| ${ONE} |\n` }, "has no status cell"],
])("%s in the way: nothing is written", async (_, files, message) => {
  using dir = storyTree(files);
  const before = everything(dir).filter(([path]) => path !== PLANS);
  const error = await init(dir, STORY).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TaskFailure);
  expect(error).toMatchObject({ code: "PRECONDITION_FAILED", message: expect.stringContaining(message) });
  expect(everything(dir).filter(([path]) => path !== PLANS)).toEqual(before);
});

test("a file that cannot be made takes the others with it", () => {
  using dir = tree({ "file.d": "", "map.md": "old" });
  const made = (name: string, before?: string) => ({
    path: dir.path(name),
    shown: name,
    text: "new",
    ...(before === undefined ? {} : { before }),
  });
  expect(() => writeAll([made("a.md"), made("map.md", "old"), made("file.d/b.md")])).toThrow();
  expect(everything(dir)).toEqual([
    ["file.d", ""],
    ["map.md", "old"],
  ]);
});

test.each([
  ["TASK-0049-0005-009", { code: "TASK_ARTIFACT_NOT_FOUND", message: `TASK-0049-0005-009 in the tasks section of ${FEATURE}/${STORY}.md` }],
  ["TASK-0049-0006-001", { code: "TASK_ARTIFACT_NOT_FOUND", message: `${FEATURE}/story-0049-0006.md` }],
  ["story-0050-0001", { code: "TASK_ARTIFACT_NOT_FOUND", message: ".aikittools/features/feature-0050/story-0050-0001.md" }],
  ["greet the people", { name: "UsageError" }],
])("%s cannot be initialised", async (operand, error) => {
  using dir = storyTree();
  expect(await init(dir, operand).catch((thrown: unknown) => thrown)).toMatchObject(error);
});

test("a bug's tasks are the rows of its table, its key is the file's name", async () => {
  const table =
    "| ID | Título | Depends On |\n|---|---|---|\n| TASK-000001-02-001 | Fix it | — |\n| TASK-000001-02-002 | Prove it | TASK-000001-02-001 |\n";
  const base = ".aikittools/bugs/bug-000001";
  using dir = tree({ [`${base}/story-02-crash.md`]: `# Bug\n\n**ID:** story-000001-02\n\n## 8. Tasks\n\n${table}` });
  const options = { ...OPTIONS, contextPath: `${base}/` };
  const { files } = await init(dir, "TASK-000001-02-002", options);
  await init(dir, "task-000001-02-001", options);
  expect(files[2]).toBe(`${base}/plans/task-implementation-map-story-000001-02.md`);
  const task = readTaskFile(read(dir, `${base}/plans/task-TASK-000001-02-002.md`));
  expect([checkTaskFile(task, "TASK-000001-02-002"), task.title]).toEqual([{ violations: [], warnings: [] }, "Prove it"]);
  expect(Object.keys(JSON.parse(read(dir, `${base}/execution-state.json`)).stories["story-02-crash"].tasks)).toHaveLength(2);
});

test("two calls for one story at once: both rows are in the map", async () => {
  using dir = storyTree();
  await Promise.all([init(dir, ONE), init(dir, TWO), init(dir, THREE)]);
  expect(readMapOrder(read(dir, MAP)).toSorted()).toEqual([ONE, TWO, THREE]);
  expect(Object.keys(JSON.parse(read(dir, STATE)).stories[STORY].tasks)).toHaveLength(3);
});

test("a state of the first schema is told of", async () => {
  using dir = storyTree({ [STATE]: '{"planningSchemaVersion":"1.0"}' });
  const world = taskWorld(dir.root);
  await init(dir, ONE, OPTIONS, world);
  expect(world.warnings).toEqual([expect.stringContaining("planningSchemaVersion 1.0")]);
});

test("what was written can be run: the first thing that is asked for is the plan", async () => {
  const plans = `${FEATURE}/plans`;
  using box = project({ tasks: [], files: { [`${FEATURE}/${STORY}.md`]: storyFile([CALC]), [plans]: null }, state: null });
  const world = taskWorld(box.path(box.repo));
  await initTask(subject(CALC.id), OPTIONS, world);
  box.git(["add", "-A", "--", plans]);
  box.git(["commit", "-q", "-m", "planned"]);
  const call = { subject: subject(CALC.id) as never, operand: CALC.id, options: OPTIONS, agentFlag: undefined, restart: false };
  const error = await implementTask(call, world).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AwaitingError);
  expect((error as AwaitingError).request).toMatchObject({ step: "PLAN", taskId: CALC.id });
});
