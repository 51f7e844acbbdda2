/** The other kinds of task: schema v1, bugs, epics, a description in words, PLAN and the exit gate (page 6). On bun only. */
import { expect } from "bun:test";
import { HONEST, oneCycle, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, fileAt, subjects, taskState } from "./observed.ts";
import { smallTask } from "./planned-tasks.ts";
import { CALC, FEATURE, mapFile, planFile, SHORT, STORY, stateFile, storyFile, taskFile } from "./planning.ts";
import { taskRows } from "./task-rows.ts";

const BUG = ".aikittools/bugs/bug-000001";
const BUG_TASK = { ...smallTask(1, "one"), id: "TASK-000001-01-001" };
const ofBug = (text: string) => text.replaceAll(STORY, "story-000001-01");
const PLAN = '{"cycles":[{"test":"one is there","phase":"degenerate","green":"a constant","refactor":"-"}]}';
const REVIEWED = { ...SHORT, frontMatter: ["task-type: feature", "expects-reviews: [qa, security]"] };
const verdict = (word: string) => `echo '{"verdict":"${word}","findings":[]}'`;

taskRows([
  ...["1.0", undefined, "2", "v2"].map((version) => ({
    name: `v1: planningSchemaVersion ${version ?? "absent"}; cycles from the story's tests, no status sync, no exit gate`,
    project: { schema: "v1", state: stateFile(version) } as const,
    subjects: SHORT_SUBJECTS.slice(0, -1),
    after: (box: Parameters<typeof taskState>[0]) => expect(taskState(box)).toMatchObject({ status: "DONE" }),
  })),
  {
    name: "v1: no story",
    project: { schema: "v1", files: { [`${FEATURE}/${STORY}.md`]: null } },
    errorCode: "TASK_ARTIFACT_NOT_FOUND",
    message: /story-0049-0005\.md/,
  },
  {
    name: "a bug's folder by --context-path",
    project: {
      base: BUG,
      tasks: [],
      files: {
        [`${BUG}/story-01-crash.md`]: ofBug(storyFile([BUG_TASK])),
        [`${BUG}/plans/task-${BUG_TASK.id}.md`]: ofBug(taskFile(BUG_TASK)),
        [`${BUG}/plans/plan-task-${BUG_TASK.id}.md`]: planFile(BUG_TASK),
        [`${BUG}/plans/task-implementation-map-STORY-000001-01.md`]: ofBug(mapFile([BUG_TASK])),
      },
      state: stateFile("2.0").replaceAll(STORY, "story-01-crash"),
      steps: oneCycle("one"),
    },
    args: [BUG_TASK.id, "--context-path", BUG],
    after: (box, { last }) => {
      expect(String(last.branchName)).toMatch(/^feat\/task-000001-01-001-/);
      const { stories } = JSON.parse(box.read(`${BUG}/execution-state.json`));
      expect(stories["story-01-crash"].tasks[BUG_TASK.id]).toMatchObject({ status: "DONE", commitSha: last.commitSha });
    },
  },
  { name: "a bug's id without its folder", args: ["TASK-000001-01-001"], code: 64, stderr: /malformed/ },
  {
    name: "a description in words: PLAN first, no state, no artifacts",
    project: { steps: { plan: `echo '${PLAN}'`, ...oneCycle("one") }, state: null },
    args: ["add the number one"],
    after: (box, { last }) => {
      const branch = String(last.branchName);
      expect(last).toMatchObject({ status: "DONE", taskId: "task-add-the-number-one", cycleCount: 1 });
      expect(branches(box)).toEqual(["develop", branch]);
      const scope = "add-the-number-one";
      expect(subjects(box, branch)).toEqual([`test(${scope}): add failing test UT-1 (RED)`, `feat(${scope}): implement UT-1 (GREEN)`]);
      expect(box.calls()[0]).toBe("plan-0.1");
    },
  },
  { name: "one word is no description", args: ["refactor"], code: 64, stderr: /'refactor'/ },
  ...["task-1", "TASK-49-5-1", "story-1-2", "task-0049-0005-001x", "TASK-0049-0005-001 "].map((operand) => ({
    name: `'${operand}' is no id`,
    args: [operand],
    code: 64,
    stderr: /malformed/,
  })),
  {
    name: "a plan file without cycles: they are asked for",
    project: {
      files: { [`${FEATURE}/plans/plan-task-${CALC.id}.md`]: "# Plan\n\nTo be made.\n" },
      steps: { plan: `echo '${PLAN}'`, ...oneCycle("one") },
      tasks: [{ ...SHORT, outputs: ["File `src/one.js` exists"] }],
    },
    after: (box, { last }) => expect([box.calls()[0], last.cycleCount]).toEqual(["plan-0.1", 1]),
  },
  {
    name: "a plan in words is none",
    project: { files: { [`${FEATURE}/plans/plan-task-${CALC.id}.md`]: "# Plan\n" }, steps: { plan: "echo I plan to succeed" } },
    errorCode: "WORKER_FAILED",
    subjects: [],
    after: (box) => expect(box.calls()).toEqual(["plan-0.1", "plan-0.2", "plan-0.3"]),
  },
  {
    name: "exit gate: nobody is expected",
    stderr: /\[EXIT-GATE\] No expects-reviews declared — skipping specialist exit gate\./,
  },
  {
    name: "exit gate: all go",
    project: { tasks: [REVIEWED], steps: { review: verdict("GO-WITH-RESERVATIONS") } },
    stderr: /\[EXIT-GATE\] Running specialists: .*qa.*security[\s\S]*\[EXIT-GATE\] Task exit gate PASSED — verdict: GO-WITH-RESERVATIONS/,
    after: (box) => expect(box.calls().filter((call) => call.startsWith("review"))).toHaveLength(2),
  },
  {
    name: "exit gate: no go",
    project: { tasks: [REVIEWED], steps: { review: verdict("NO-GO") } },
    errorCode: "TASK_EXIT_GATE_FAILED",
    stderr: /\[EXIT-GATE\] Task exit gate FAILED — NO-GO from specialists: /,
    subjects: SHORT_SUBJECTS.slice(0, -1),
    after: (box) => expect(box.read(`${FEATURE}/reviews/exit-gate-${CALC.id}.md`)).toContain("NO-GO"),
  },
  {
    name: "exit gate: not for a review task",
    project: { tasks: [{ ...REVIEWED, frontMatter: ["task-type: code-review", "expects-reviews: [qa]"] }] },
    after: (box, { stderr }) => {
      expect(stderr).not.toContain("[EXIT-GATE] Running");
      expect(box.calls().filter((call) => call.startsWith("review"))).toEqual([]);
    },
  },
  {
    name: "epic folder by --feature-id of another feature",
    project: { base: ".aikittools/features/feature-0050" },
    args: [CALC.id, "--feature-id", "50"],
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "acceptance tests: each a passing test of the last run",
    project: { files: { [`${FEATURE}/plans/plan-task-${CALC.id}.md`]: `${planFile(SHORT)}\n## Acceptance\n\n- AT-1: \`subtracts\`\n` } },
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "acceptance tests: one that is nowhere",
    project: { files: { [`${FEATURE}/plans/plan-task-${CALC.id}.md`]: `${planFile(SHORT)}\n## Acceptance\n\n- AT-1: \`divides\`\n` } },
    code: 1,
    subjects: SHORT_SUBJECTS.slice(0, -1),
    after: (_, { last }) => expect([last.phase, String(last.message)]).toEqual(["Phase-3-Validate", expect.stringContaining("AT-1")]),
  },
  {
    name: "knowledge: packs of the manifest and the decisions' files are named as context",
    project: {
      tasks: [{ ...SHORT, frontMatter: ["capabilities: [calculus]"] }],
      files: {
        ".aikittools/knowledge.json":
          '{"packs":[{"path":"docs/calculus.md","phases":["implement"],"capabilities":["calculus"],"level":"required","kind":"pack"}]}\n',
        "docs/calculus.md": "# Calculus\n",
        "docs/patterns.md": "# Patterns\n",
        "docs/architecture/architecture-decisions-backend.md":
          "# Decisions\n\n## Patterns e Knowledge Obrigatórios\n\n- `docs/patterns.md`\n",
      },
    },
    after: (box) => {
      const context = JSON.stringify(box.requests()[0]!.context);
      for (const path of ["docs/calculus.md", "docs/architecture/architecture-decisions-backend.md", "docs/patterns.md"])
        expect(context).toContain(path);
    },
  },
  {
    name: "no decisions file: the seed's line",
    stderr: /INFO: docs\/architecture\/architecture-decisions-backend\.md not found/,
    after: (box) =>
      expect(fileAt(box, String(branches(box)[1]), "src/sub.js")).toBe(HONEST["refactor-1"]!.split("\n").slice(1, -1).join("\n")),
  },
]);
