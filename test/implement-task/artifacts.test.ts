/** What has to be there before a task begins, and what it promises (page 6, Task files, Phase-0, outputs, status sync). On bun only. */
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { branches, fileAt, mapPath, mapStatus, statusLine, taskBranch, taskPath } from "./observed.ts";
import { smallTask } from "./planned-tasks.ts";
import { CALC, FEATURE, mapFile, SHORT, STORY, stateFile, taskFile, taskId } from "./planning.ts";
import { type TaskRow, taskRows } from "./task-rows.ts";

const PLANS = `${FEATURE}/plans`;
const TASK = `${PLANS}/task-${CALC.id}.md`;
const MAP = `${PLANS}/task-implementation-map-${STORY.toUpperCase()}.md`;
/** The task as planned, with this about it changed. */
const changed = (more: Partial<typeof SHORT>) => ({ tasks: [{ ...SHORT, ...more }, smallTask(2, "other")] });
const waitsFor = (mockable: string, testability?: string) =>
  changed({ dependencies: [[taskId(2), "uses it", mockable]], ...(testability === undefined ? {} : { testability }) });

/** It stops before anything was done. */
function stops(name: string, errorCode: string, message: RegExp, project: TaskRow["project"] = {}): TaskRow {
  return {
    name,
    project,
    errorCode,
    message,
    changes: [],
    after: (box) => expect([branches(box), box.calls()]).toEqual([["develop"], []]),
  };
}

/** It stops at the end, with all cycles committed. */
function breach(name: string, outputs: readonly string[], message: RegExp): TaskRow {
  return { name, project: changed({ outputs }), errorCode: "OUTPUT_CONTRACT_VIOLATION", message, subjects: SHORT_SUBJECTS.slice(0, -1) };
}

taskRows([
  ...[TASK, `${PLANS}/plan-task-${CALC.id}.md`, MAP].map((path) =>
    stops(`missing: ${path.slice(PLANS.length + 1)}`, "TASK_ARTIFACT_NOT_FOUND", new RegExp(path.slice(PLANS.length + 1, -25), "i"), {
      files: { [path]: null },
    }),
  ),
  stops("missing: the feature's folder", "TASK_ARTIFACT_NOT_FOUND", /feature-0049/, { base: ".aikittools/features/feature-0050" }),
  stops("a dependency that is not done", "UNMET_DEPENDENCY", new RegExp(taskId(2)), waitsFor("não")),
  stops("a mockable dependency of a task that is to be tested without mocks", "UNMET_DEPENDENCY", /002/, waitsFor("sim")),
  stops("a dependency on a mock that the table rules out", "UNMET_DEPENDENCY", /002/, waitsFor("não", `Requer mock de ${taskId(2)}`)),
  { name: "a mock stands for the dependency", project: waitsFor("sim", `Requer mock de ${taskId(2)}`) },
  {
    name: "a dependency that the state has as done",
    project: { ...waitsFor("não"), state: stateFile("2.0", [smallTask(2, "other")]).replace("PENDING", "DONE") },
  },
  {
    name: "a dependency that only its own file has as done",
    project: { tasks: [{ ...SHORT, dependencies: [[taskId(2), "uses it", "não"]] }, smallTask(2, "other", { status: "Concluída" })] },
  },
  stops("no status line", "SCHEMA_VIOLATION", /Status/, { files: { [TASK]: taskFile(SHORT).replace(/\*\*Status:.*\n/, "") } }),
  stops("an unknown status", "SCHEMA_VIOLATION", /Talvez/, changed({ status: "Talvez" })),
  stops("two ways to test it", "SCHEMA_VIOLATION", /Testability/, {
    files: { [TASK]: taskFile(SHORT).replace("- [ ] Coal", "- [x] Coal") },
  }),
  stops("the file of another task", "SCHEMA_VIOLATION", /002/, { files: { [TASK]: taskFile({ ...SHORT, id: taskId(2) }) } }),
  stops("no outputs", "SCHEMA_VIOLATION", /Outputs/, changed({ outputs: [] })),
  {
    name: "coalesces with another: a warning, treated as independent",
    project: changed({ testability: `Coalescível com ${taskId(2)}` }),
    stderr: /warn: .*coalesces with TASK-0049-0005-002; treated as independent/,
  },
  {
    name: "a first cycle that is not degenerate: a warning",
    project: changed({ cycles: [{ test: "subtracts", phase: "Scalar" }] }),
    stderr: /warn: .*degenerate/i,
    subjects: SHORT_SUBJECTS,
  },
  breach("a declared file is not there", ["File `src/none.js` exists"], /src\/none\.js/),
  breach("a declared function is not there", ["Function `nowhere_to_be_found`"], /nowhere_to_be_found/),
  breach("a declared test is not there", ["Test `divides_by_zero` passes"], /divides_by_zero/),
  {
    name: "an output in free words: a warning",
    project: changed({ outputs: ["Everybody is happy", "File `src/sub.js` exists"] }),
    stderr: /warn: .*not machine-verifiable: Everybody is happy/,
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "the worker removes the status line: nothing to sync",
    project: { steps: { "green-1": `${HONEST["green-1"]}\nsed -i '/Status:/d' ${TASK}` } },
    errorCode: "STATUS_SYNC_FAILED",
    subjects: SHORT_SUBJECTS.slice(0, -1),
  },
  {
    name: "already concluded: fine, and only the map is brought up",
    project: { files: { [TASK]: taskFile({ ...SHORT, status: "Concluída" }) } },
    after: (box) => expect(mapStatus(fileAt(box, taskBranch(box), mapPath(box)))).toBe("Concluída"),
  },
  {
    name: "a map without a status table gets one",
    project: { files: { [MAP]: mapFile([SHORT]).replace(/\n## Task Status[\s\S]*$/, "") } },
    after: (box) => {
      const map = fileAt(box, taskBranch(box), mapPath(box));
      expect(map).toContain("\n## Task Status\n");
      expect(mapStatus(map)).toBe("Concluída");
    },
  },
  {
    name: "CRLF: every other byte stays",
    project: { files: { [TASK]: taskFile(SHORT).replaceAll("\n", "\r\n"), ".gitattributes": "* -text\n" } },
    after: (box) => {
      const show = (branch: string) =>
        Bun.spawnSync(["git", "show", `${branch}:${taskPath(box)}`], { cwd: box.path("repo") }).stdout.toString();
      expect(show(taskBranch(box))).toBe(show("develop").replace("**Status:** Pendente", "**Status:** Concluída"));
    },
  },
  {
    name: "a plan older than its task: used anyway, with a warning",
    before: (box) => Bun.spawnSync(["touch", "-d", "@1000", box.path(`repo/${PLANS}/plan-task-${CALC.id}.md`)]),
    stderr: /warn: .*plan-task-TASK-0049-0005-001\.md/i,
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "without a state file: the task file says it is v2, and none is made",
    project: { state: null, files: { [TASK]: taskFile({ ...SHORT, frontMatter: ['planningSchemaVersion: "2.0"'] }) } },
    subjects: SHORT_SUBJECTS,
    after: (box) => {
      expect(existsSync(box.path(`repo/${FEATURE}/execution-state.json`))).toBe(false);
      expect(statusLine(fileAt(box, taskBranch(box), taskPath(box)))).toBe("Concluída");
    },
  },
  {
    name: "taskTracking off: no tracker and no gate is written",
    project: { state: stateFile("2.0").replace('"enabled": true', '"enabled": false') },
    subjects: SHORT_SUBJECTS,
    after: (box) => expect(box.read(`${FEATURE}/execution-state.json`)).not.toMatch(/taskIndex|phaseGateResults/),
  },
  {
    name: "a state file that is no JSON is never reset",
    project: { state: '{"stories":' },
    errorCode: "PRECONDITION_FAILED",
    message: /not valid JSON/,
    after: (box) => expect(box.read(`${FEATURE}/execution-state.json`)).toBe('{"stories":'),
  },
]);
