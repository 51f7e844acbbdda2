/** A story's tasks and the files that --init makes of them, where the story says little. */
import { expect, test } from "bun:test";
import { outline } from "../../lib/story/outline.ts";
import { readStoryTasks, type StoryTask } from "../../lib/story/story-tasks.ts";
import { readTaskDependencies } from "../../lib/story/task-dependencies.ts";
import { taskFileText } from "../../lib/story/task-file-text.ts";
import { wholeOf } from "../../lib/story/task-lines.ts";
import { readMapOrder } from "../../lib/story/task-map.ts";
import { addToMap, taskMapText } from "../../lib/story/task-map-text.ts";

const [ONE, TWO] = ["TASK-0049-0005-001", "TASK-0049-0005-002"] as const;
const ofFeature = (tasks: string) => readStoryTasks(`# S\n\n## 8. Tasks\n\n${tasks}`, { inBugFolder: false });
const ofBug = (table: string) => readStoryTasks(`# B\n\n## 8. Tasks\n\n${table}`, { inBugFolder: true });
const short = ({ id, title }: StoryTask) => `${id.slice(-3)} ${title}`.trim();

test("a story without a tasks section has none", () => {
  expect(readStoryTasks("# S\n\n## 1. Context\n", { inBugFolder: false })).toEqual([]);
});

test("headings of other levels begin no task, of two of one id the first counts", () => {
  const text = `### ${ONE}: yes\n##### ${TWO}: no\n### ${ONE}: again\n#### ${TWO}\n`;
  expect(ofFeature(text).map(short)).toEqual(["001 yes", "002"]);
});

test.each([
  ["the column of titles", "| ID | Owner | Título |\n|---|---|---|\n| TASK-000001-02-001 | Ann | Fix it |", ["001 Fix it"]],
  ["no such column: the first with words", "| ID | Owner | Size |\n|---|---|---|\n| TASK-000001-02-001 | — | M |", ["001 M"]],
  ["a row of the id alone", "| ID | Título |\n|---|---|\n| TASK-000001-02-001 | — |", ["001"]],
  ["a row without an id", "| ID | Título |\n|---|---|\n| later | Think |\n| TASK-000001-02-001 | Fix it |", ["001 Fix it"]],
  ["a row with more cells than columns", "| ID |\n|---|\n| TASK-000001-02-001 | Fix it |", ["001 Fix it"]],
])("a bug's table: %s", (_, table, want) => {
  expect(ofBug(table).map(short)).toEqual(want);
});

test("a cell without a column's name is told by a dash", () => {
  expect(ofBug("| ID | |\n|---|---|\n| TASK-000001-02-001 | Fix it |")[0]!.body).toBe("- **—:** Fix it");
});

test.each([
  ["boxes are its criteria where no list of them is named", "- [ ] One\n- [x] Two\n", ["One", "Two"]],
  ["a list of other things is none of ours", "**Notes:**\n- [ ] Not this\n\nBeside that:\n- [ ] This\n", ["This"]],
  ["a list ends where a paragraph begins", "**DoD:**\n- One\nand so on\n- Two\n", ["One"]],
  ["nothing, said in words", "**DoD:** N/A\n", []],
  ["a list below its own bullet", "- **Definition of Done:**\n  - One\n- Two\n", ["One"]],
])("criteria: %s", (_, body, want) => {
  expect(ofFeature(`### ${ONE}: x\n\n${body}`)[0]!.criteria).toEqual(want);
});

const TASK: StoryTask = { id: ONE, title: "", body: "", inputs: [], outputs: [], files: [], criteria: [], dependencies: [] };

test("a task without a word: its id stands for title and aim, a sentence for its outputs", () => {
  const text = taskFileText(TASK, "story-0049-0005.md");
  expect(text).toContain(`# Task: ${ONE}\n`);
  expect(text).toContain(`> ${ONE}\n`);
  expect(text).toContain("### 2.2 Outputs\n\n- O objetivo da seção 1 está atingido\n");
});

test.each([
  ["paths without code marks", ["src/a.ts, src/b.ts"], ["Arquivo `src/a.ts` existe", "Arquivo `src/b.ts` existe"]],
  ["a file that goes", ["`src/a.ts` (removed)"], ["Removido (`test ! -e src/a.ts`)"]],
  ["something that goes out of a file that stays", ["`src/a.ts` (edit: remove the cache)"], ["Arquivo `src/a.ts` existe"]],
  ["a glob", ["`src/*.ts`"], ["Presente (`ls src/*.ts`)"]],
  ["a call is no path", ["`greet.all()`"], ["O objetivo da seção 1 está atingido"]],
])("outputs from files: %s", (_, files, want) => {
  expect(taskFileText({ ...TASK, files }, "story-0049-0005.md")).toContain(
    `### 2.2 Outputs\n\n${want.map((item) => `- ${item}\n`).join("")}\n`,
  );
});

test("inputs that the story names are taken as they are", () => {
  expect(taskFileText({ ...TASK, inputs: ["A list"] }, "s.md")).toContain("### 2.1 Inputs\n\n- A list\n\n");
});

test("a map: no title is a dash, a bar is escaped, a circle of tasks stays as it is", () => {
  const circle = [
    { ...TASK, dependencies: [TWO] },
    { ...TASK, id: TWO, title: "a | b", dependencies: [ONE] },
  ];
  const text = taskMapText("story-0049-0005", circle);
  expect(text).toContain(`| ${ONE} | — | Pendente |\n| ${TWO} | a \\| b | Pendente |\n`);
  expect(readMapOrder(text)).toEqual([ONE, TWO]);
  expect(addToMap(text, circle)).toBe(text);
});

test.each([
  ["the waves", `| Onda | Tarefas |\n|---|---|\n| 1 | ${TWO} |\n| 2 | ${ONE} |\n`, [TWO, ONE]],
  ["waves without tasks: the text", `${ONE} then ${TWO}\n\n| Wave | Goal |\n|---|---|\n| 1 | Begin |\n`, [ONE, TWO]],
  ["waves that name none: the text", `${ONE}\n\n| Wave | Tasks |\n|---|---|\n| 1 |\n`, [ONE]],
])("the order of a map is that of %s", (_, text, want) => {
  expect(readMapOrder(text)).toEqual(want);
});

test.each([
  ["a column about mocks", `| Depends on | Pode mockar? |\n|---|---|\n| ${ONE} | **Sim** |\n| ${TWO} | não |\n`, [`${ONE} mock`, TWO]],
  ["no such column", `| Depends on |\n|---|\n| ${ONE}, ${TWO} |\n| ${ONE} |\n`, [ONE, TWO]],
  ["a row that ends early", `| Relação | Depends on |\n|---|---|\n| input |\n`, []],
  ["another table", `| Task |\n|---|\n| ${ONE} |\n`, []],
])("dependencies: %s", (_, table, want) => {
  const structure = outline(table);
  const found = readTaskDependencies(structure, wholeOf(structure));
  expect(found.map(({ id, isMockable }) => (isMockable ? `${id} mock` : id))).toEqual(want);
});
