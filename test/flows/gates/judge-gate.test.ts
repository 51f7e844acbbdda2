import { expect, test } from "bun:test";
import { type GateEntry, type GateRequest, judgeGate, unsettledTask } from "../../../lib/flows/gates/judge-gate.ts";
import { phaseNumber } from "../../../lib/flows/gates/phase-number.ts";

test.each([
  ["Phase-0-Setup", 0],
  ["Phase 1", 1],
  ["Phase-2", 2],
  ["Phase-3.7-ExitGate", 3.7],
  ["Phase 10 — Release", 10],
  ["Phase-2-", undefined],
  ["Phase-", undefined],
  ["Phase-2TDD", undefined],
  ["phase-2", undefined],
  ["Phase--2", undefined],
  ["Phase-1.", undefined],
  ["Phase-9999", undefined],
  ["", undefined],
  ["Phase-2-a\nb", undefined],
])("label %p has number %p", (label, number) => expect(phaseNumber(label)).toBe(number));

const SKILL = "x-implement-task";
const TASK = "TASK-0049-0005-001";

function entry(phase: string, mode = "post", more: Partial<GateEntry> = {}): GateEntry {
  return { phase, mode, passed: true, skill: SKILL, taskId: TASK, ...more };
}

test.each<[string, string, readonly GateEntry[], readonly string[]]>([
  ["nothing before phase 0", "Phase-0-Setup", [], []],
  ["nothing recorded", "Phase-2-TDD", [], ["Phase-0", "Phase-1"]],
  ["all closed", "Phase-2-TDD", [entry("Phase-0-Setup"), entry("Phase-1-Prepare")], []],
  ["closed by wave and final", "Phase-2-TDD", [entry("Phase-0", "wave"), entry("Phase-1", "final")], []],
  ["another spelling of the label", "Phase-1-Prepare", [entry("Phase 0 — Anything")], []],
  ["opened only", "Phase-1-Prepare", [entry("Phase-0-Setup", "pre")], ["Phase-0"]],
  ["opened again after it was closed", "Phase-1-Prepare", [entry("Phase-0-Setup"), entry("Phase-0-Setup", "pre")], ["Phase-0"]],
  ["the latest failed", "Phase-1-Prepare", [entry("Phase-0"), entry("Phase-0", "post", { passed: false })], ["Phase-0"]],
  ["failed, then passed", "Phase-1-Prepare", [entry("Phase-0", "post", { passed: false }), entry("Phase-0")], []],
  ["a phase between whole ones needs those below it", "Phase-3.7-ExitGate", [0, 1, 2].map((k) => entry(`Phase-${k}`)), ["Phase-3"]],
  ["a phase between whole ones is not asked for", "Phase-4-Commit", [0, 1, 2, 3].map((k) => entry(`Phase-${k}`)), []],
  ["a phase between whole ones closes none", "Phase-4", [0, 1, 2, 3.7].map((k) => entry(`Phase-${k}`)), ["Phase-3"]],
  ["another skill's", "Phase-1-Prepare", [entry("Phase-0", "post", { skill: "x-implement-story" })], ["Phase-0"]],
  ["another task's", "Phase-1-Prepare", [entry("Phase-0", "post", { taskId: "TASK-0049-0005-002" })], ["Phase-0"]],
  ["this skill's, of no task", "Phase-1-Prepare", [entry("Phase-0", "post", { taskId: undefined })], ["Phase-0"]],
  ["an old entry without tags", "Phase-1-Prepare", [entry("Phase-0", "post", { skill: undefined, taskId: undefined })], []],
  ["a label that is none", "Phase-1-Prepare", [entry("Setup")], ["Phase-0"]],
])("pre: %s", (_, phase, results, missing) => {
  const request: GateRequest = { mode: "pre", skill: SKILL, phase, taskId: TASK, expectedTasks: [], expectedArtifacts: [] };
  const verdict = judgeGate(request, { results, statuses: new Map() }, []);
  expect(verdict).toEqual({ passed: missing.length === 0, completedTasks: [], missingTasks: missing, missingArtifacts: [] });
});

test("pre without a task takes the results of any task of the skill", () => {
  const request: GateRequest = { mode: "pre", skill: SKILL, phase: "Phase-1", expectedTasks: [], expectedArtifacts: [] };
  expect(judgeGate(request, { results: [entry("Phase-0")], statuses: new Map() }, []).passed).toBe(true);
});

const STATUSES = new Map([
  ["a", "completed"],
  ["b", "in_progress"],
  ["c", "failed"],
]);

test.each<[string, readonly string[], readonly string[], string | undefined, readonly string[]]>([
  ["nothing expected", [], [], undefined, []],
  ["completed", ["a"], [], undefined, []],
  ["in progress", ["a", "b"], [], "b", ["b"]],
  ["failed, and unknown", ["c", "d", "a"], [], undefined, ["c", "d"]],
  ["artifact missing", ["a"], ["plan.md"], undefined, []],
])("post: %s", (_, expectedTasks, missingArtifacts, unsettled, missingTasks) => {
  const request: GateRequest = {
    mode: "post",
    skill: SKILL,
    phase: "Phase-2",
    expectedTasks,
    expectedArtifacts: [...missingArtifacts, "x"],
  };
  const record = { results: [], statuses: STATUSES };
  expect(unsettledTask(request, record)).toBe(unsettled);
  const verdict = judgeGate(request, record, missingArtifacts);
  expect(verdict.missingTasks).toEqual(missingTasks);
  expect(verdict.missingArtifacts).toEqual(missingArtifacts);
  expect(verdict.passed).toBe(missingTasks.length + missingArtifacts.length === 0);
});
