/** Task files, plans, maps, tests files and the tasks of a story: what is read from them, what is written from that, and read again. */
import { readFrontMatter } from "../../lib/story/front-matter.ts";
import { type Rewritten, rewriteMapStatus, rewriteTaskStatus } from "../../lib/story/rewrite-status.ts";
import { readStoryTasks, type StoryTask } from "../../lib/story/story-tasks.ts";
import { readTaskFile } from "../../lib/story/task-file.ts";
import { taskFileText } from "../../lib/story/task-file-text.ts";
import { readMapOrder } from "../../lib/story/task-map.ts";
import { addToMap, taskMapText } from "../../lib/story/task-map-text.ts";
import { orderWarnings, readPlanCycles } from "../../lib/story/task-plan.ts";
import { taskPlanText } from "../../lib/story/task-plan-text.ts";
import { checkTaskFile } from "../../lib/story/task-schema.ts";
import { acceptanceOf, cyclesOfTask } from "../../lib/story/task-tests-file.ts";
import { CALC, mapFile, planFile, STORY, storyFile, taskFile, testsFile } from "../implement-task/planning.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedText, pick } from "./mutations.ts";

const DONE = "Concluída";
const FILES: Readonly<Record<string, readonly string[]>> = {
  task: [
    taskFile(CALC),
    taskFile({ ...CALC, frontMatter: ["task-type: refactor", "capabilities: [a, b]"], dependencies: [[CALC.id, "input", "Sim"]] }),
  ],
  plan: [planFile(CALC), `# Plan\n\n### Cycle 1: Degenerate — \`a\`\n\n**Red:** \`a\`\n**Green:** b\n`],
  map: [mapFile([CALC]), taskMapText(STORY, [])],
  tests: [testsFile([CALC]), `## AT\n\n| AT-1 | \`accepts\` | ${CALC.id} |\n`],
  story: [storyFile([CALC, { ...CALC, id: "TASK-0049-0005-002" }]), `## 8. Tasks\n\n- [ ] ${CALC.id}: a\n  - Inputs: b\n`],
};
const FRAGMENTS: readonly string[] = [
  "---\n",
  "task-type: x\n",
  "**ID:**",
  "**Status:** ",
  "## 2. Contratos I/O\n",
  "### 2.2 Outputs\n",
  "- File `src/a.js` exists\n",
  "- [x] ",
  "- [ ] ",
  "| ",
  " |\n",
  "| :--- |",
  "| Task | Status |\n| :--- | :--- |\n",
  "## Task Status\n",
  "### Cycle 2: ",
  "**Red:** `b`",
  "UT-1",
  "AT-2",
  CALC.id,
  "TASK-0049-0005-002",
  "Degenerate",
  "```",
  "<!--",
  "-->",
  "`",
  "\\|",
  "Depends on: ",
];
/** A value that nobody looked at, written into a text. */
const LEAK = /\[object |\bundefined\b|\bNaN\b/;

export const planningTarget: Target = {
  name: "planning",
  share: 150,
  make(random) {
    const kind = pick(random, Object.keys(FILES));
    return { [kind]: mutatedText(random, pick(random, FILES[kind]!), FRAGMENTS) };
  },
  run(input) {
    const [[kind, bytes]] = Object.entries(input) as [[string, Uint8Array]];
    const facts = READERS[kind]!(new TextDecoder().decode(bytes));
    if (LEAK.test(JSON.stringify(facts))) throw new Error(`found ${JSON.stringify(facts)}`);
    return kind;
  },
};

/** What is read from each kind of file. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  task(text) {
    checkRewrite(text, (source) => rewriteTaskStatus(source, DONE));
    return [readFrontMatter(text).size, checkTaskFile(readTaskFile(text), CALC.id)];
  },
  plan: (text) => [orderWarnings(readPlanCycles(text)), acceptanceOf(text, "", CALC.id)],
  map(text) {
    checkRewrite(text, (source) => rewriteMapStatus(source, CALC.id, DONE));
    return readMapOrder(text);
  },
  tests: (text) => [cyclesOfTask(text, CALC.id), acceptanceOf("", text, CALC.id)],
  story(text) {
    const tasks = readStoryTasks(text, { inBugFolder: false });
    tasks.forEach(checkDraft);
    return tasks;
  },
};

/** A status that was written is found again, and writing it again changes nothing. */
function checkRewrite(text: string, rewrite: (source: string) => Rewritten | undefined): void {
  const written = rewrite(text);
  if (written === undefined) return;
  const again = rewrite(written.text);
  if (again?.text !== written.text || again.from !== DONE) {
    throw new Error(`status written as ${JSON.stringify(written.text)}, found '${again?.from}'`);
  }
}

/** What `--init` writes for a task is a task file without violations. */
function checkDraft(task: StoryTask): void {
  const { violations } = checkTaskFile(readTaskFile(taskFileText(task, `${STORY}.md`)), task.id);
  if (violations.length > 0) throw new Error(`the draft of ${task.id} has ${violations}`);
  const plan = taskPlanText(task, { planned: [], scenarios: [] });
  readPlanCycles(plan);
  const map = addToMap(taskMapText(STORY, []), [task]);
  if (map === undefined || !readMapOrder(map).includes(task.id)) throw new Error(`the map has no ${task.id}: ${map}`);
}
