/** A task from red to DONE with an honest worker: everything that it writes, and that a second call changes nothing. */
import { expect } from "bun:test";
import { statSync } from "node:fs";
import { runScript } from "../harness/run-script.ts";
import { HONEST_SUBJECTS } from "./honest-steps.ts";
import {
  branches,
  changes,
  commitsOf,
  fileAt,
  leftovers,
  mapPath,
  mapStatus,
  runFolderModes,
  state,
  statusLine,
  subjects,
  taskBranch,
  taskPath,
  taskState,
  trackers,
  trailers,
} from "./observed.ts";
import { CALC, STORY } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask, taskEnvironment } from "./run-task.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const HONEST_CALLS = ["red-1.1", "green-1.1", "refactor-1.1", "red-2.1", "green-2.1", "refactor-2.1"];
const ZERO_CHANGES = { lineBefore: 100, lineAfter: 100, branchBefore: null, branchAfter: null };

taskTest("two cycles: commits, trailers, state, task file, map", async () => {
  using box = project();
  const outcome = await runTask(box);
  expectEnd(outcome, {});
  const branch = taskBranch(box);
  expect(outcome.last).toEqual({
    status: "DONE",
    taskId: CALC.id,
    commitSha: box.git(["rev-parse", branch]),
    cycleCount: 2,
    coverageDelta: ZERO_CHANGES,
    wallclockMs: expect.any(Number),
    branchName: branch,
    prNumber: null,
    evidence: "junit",
  });
  expect(Object.keys(outcome.last).join(" ")).toBe(
    "status taskId commitSha cycleCount coverageDelta wallclockMs branchName prNumber evidence",
  );
  expect(box.calls()).toEqual(HONEST_CALLS);
  expectCommits(box, branch);
  expectPlanningFiles(box, branch);
  expect(box.git(["symbolic-ref", "--short", "HEAD"])).toBe("develop");
  expect([changes(box), leftovers(box), branches(box)]).toEqual([[], [], ["develop", branch]]);
  expectState(box, branch);
  expect(runFolderModes(box).filter((line) => !/^0(700|600) /.test(line))).toEqual([]);
});

taskTest("resume-story says all-done, and the same call again changes nothing", async () => {
  using box = project();
  const first = await runTask(box);
  expectEnd(first, {});
  const args = ["--story-id", STORY, "--feature-id", "0049"];
  const resumed = await runScript("x-internal-resume-story", args, { cwd: box.path(box.repo), env: taskEnvironment(box) });
  const commitSha = box.git(["rev-parse", taskBranch(box)]);
  expect(JSON.parse(resumed.stdout)).toEqual({
    resumePoint: "all-done",
    tasksCompleted: [{ id: CALC.id, commitSha }],
    tasksPending: [],
    lastCommitSha: commitSha,
    staleWarnings: [],
  });
  const before = look(box);
  const second = await runTask(box);
  expect([second.code, second.last]).toEqual([0, first.last]);
  expect(look(box)).toEqual(before);
});

taskTest("--restart does it anew, on the branch that is there", async () => {
  using box = project();
  const first = await runTask(box);
  expectEnd(first, {});
  const second = await runTask(box, { args: [CALC.id, "--restart"] });
  expect(second.last.status).not.toBe(undefined);
  expect(box.calls().length).toBeGreaterThan(HONEST_CALLS.length);
});

/** Six commits, each with only the files of its step, each naming the commit before it in a trailer. */
function expectCommits(box: Project, branch: string): void {
  expect(subjects(box, branch)).toEqual([...HONEST_SUBJECTS]);
  const shas = box.git(["rev-list", "--reverse", `develop..${branch}`]).split("\n");
  const files = shas.map((sha) => box.git(["diff-tree", "--no-commit-id", "--name-only", "-r", sha]).split("\n"));
  expect(files).toEqual([
    ["tests/sub.js"],
    ["src/sub.js"],
    ["src/sub.js"],
    ["tests/calc.js"],
    ["src/calc.js"],
    [taskPath(box), mapPath(box)].sort(),
  ]);
  shas.forEach((sha, i) => {
    const parent = i === 0 ? box.git(["rev-parse", "develop"]) : shas[i - 1];
    expect(trailers(box, sha)).toEqual([`Co-Authored-By: x-commit-changes@${parent}`]);
  });
  expect(box.git(["log", "-1", "--format=%b", branch])).toContain("\n\nStatus: Em Andamento -> Concluída\n\n");
}

/** Both places that the status sync writes, and not a byte beside them. */
function expectPlanningFiles(box: Project, branch: string): void {
  const task = fileAt(box, branch, taskPath(box));
  const map = fileAt(box, branch, mapPath(box));
  expect([statusLine(task), mapStatus(map)]).toEqual(["Concluída", "Concluída"]);
  expect(task).toBe(fileAt(box, "develop", taskPath(box)).replace("**Status:** Pendente", "**Status:** Concluída"));
  expect(map).toBe(fileAt(box, "develop", mapPath(box)).replace("| Pendente |", "| Concluída |"));
}

function expectState(box: Project, branch: string): void {
  expect(taskState(box)).toEqual({
    status: "DONE",
    interactiveMode: "non-interactive",
    commitSha: box.git(["rev-parse", branch]),
    completedAt: "2026-01-01T00:00:00Z",
  });
  expect(trackers(box).filter((line) => !line.endsWith(": completed"))).toEqual([]);
  const subjectsSeen = trackers(box).map((line) => line.replace(/: completed$/, ""));
  for (const cycle of [1, 2])
    for (const step of ["Red", "Green", "Refactor"])
      expect(subjectsSeen).toContain(`${CALC.id} \u203a Step 2 \u203a Cycle ${cycle} \u203a ${step}`);
  expect(new Set(subjectsSeen).size).toBe(subjectsSeen.length);
  const gates = (state(box).taskTracking as { phaseGateResults: { phase: string; mode: string; passed: boolean; taskId: string }[] })
    .phaseGateResults;
  expect(gates.filter(({ passed, taskId }) => !passed || taskId !== CALC.id)).toEqual([]);
  expect(gates.map(({ phase, mode }) => `${phase} ${mode}`)).toEqual([
    "Phase-0-Setup pre",
    "Phase-0-Setup post",
    "Phase-1-Prepare pre",
    "Phase-1-Prepare post",
    "Phase-2-TDD pre",
    "Phase-2-TDD wave",
    "Phase-3-Validate pre",
    "Phase-3-Validate post",
    "Phase-3.7-ExitGate pre",
    "Phase-3.7-ExitGate post",
    "Phase-4-Commit pre",
    "Phase-4-Commit post",
    "Phase-5-Cleanup pre",
    "Phase-5-Cleanup final",
  ]);
}

function look(box: Project): readonly unknown[] {
  const file = box.path(`${box.repo}/${box.base}/execution-state.json`);
  return [commitsOf(box), box.git(["for-each-ref"]), box.read(`${box.base}/execution-state.json`), statSync(file).mtimeMs, box.calls()];
}
