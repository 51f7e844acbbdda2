/** Step mode: no worker; the caller does each step and calls again, led only by exit status and the printed line. */
import { expect } from "bun:test";
import { HONEST_SUBJECTS } from "./honest-steps.ts";
import { changes, leftovers, subjects, taskBranch, taskState, workChanges } from "./observed.ts";
import { CALC } from "./planning.ts";
import { project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { type Awaiting, awaiting, callNext, doStep, drive, installSkill } from "./step-mode.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

taskTest("a whole task, led by exit status and the printed line", async () => {
  using box = project();
  const outcomes = await drive(box);
  expectEnd(outcomes.at(-1)!, {});
  const asked = outcomes.slice(0, -1).map(({ last }) => `${last.step} ${last.cycle} ${last.attempt}`);
  expect(asked).toEqual(["RED 1 1", "GREEN 1 1", "REFACTOR 1 1", "RED 2 1", "GREEN 2 1", "REFACTOR 2 1"]);
  expect(subjects(box)).toEqual([...HONEST_SUBJECTS]);
  expect([changes(box), leftovers(box)]).toEqual([[], []]);
  expect(taskState(box)).toMatchObject({ status: "DONE", commitSha: box.git(["rev-parse", taskBranch(box)]) });
});

taskTest("a request says all that is needed, in this order", async () => {
  using box = project();
  const { last, code, lines } = await runTask(box, { agent: "none", args: [CALC.id, "--interactive"] });
  expect([code, lines.length]).toEqual([75, 1]);
  expect(Object.keys(last).join(" ")).toBe("status step taskId cycle attempt test prompt cwd allowedPaths verify lastRun answerFile next");
  expect(last).toMatchObject({ status: "AWAITING", step: "RED", taskId: CALC.id, cycle: 1, attempt: 1, test: "subtracts", lastRun: null });
  expect(last).toMatchObject({ cwd: box.path(box.repo), answerFile: null });
  expect(String(last.prompt)).toContain("subtracts");
  expect(String(last.next)).toContain("--interactive");
  expect(taskState(box)).toMatchObject({ status: "IN_PROGRESS", interactiveMode: "interactive" });
});

taskTest("an unchanged tree: the same request again, no attempt is spent", async () => {
  using box = project();
  installSkill(box);
  const first = await runTask(box, { agent: "none" });
  for (let i = 0; i < 4; i++) expect((await runTask(box, { agent: "none" })).last).toEqual(first.last);
  box.write("repo/reports/note", "ignored files are no change");
  expect((await callNext(box, awaiting(first)!)).last).toEqual(first.last);
  await doStep(box, awaiting(first)!);
  expect((await runTask(box, { agent: "none" })).last).toMatchObject({ step: "GREEN", cycle: 1, attempt: 1 });
});

taskTest("three wrong attempts fail, the same command tries anew on the tree as it is", async () => {
  using box = project({ steps: { "red-1": "echo // $attempt >> tests/calc.js" } });
  installSkill(box);
  let outcome = await runTask(box, { agent: "none" });
  for (const attempt of [1, 2, 3]) {
    const open = awaiting(outcome) as Awaiting;
    expect(open).toMatchObject({ step: "RED", cycle: 1, attempt });
    if (attempt > 1) expect(outcome.last.lastRun).toMatchObject({ evidence: "green", failing: [] });
    await doStep(box, open);
    outcome = await callNext(box, open);
  }
  expectEnd(outcome, { errorCode: "RED_NOT_OBSERVED" });
  expect(outcome.last).toMatchObject({ taskId: CALC.id, phase: "Phase-2-TDD" });
  expect([workChanges(box), taskState(box).status]).toEqual([[" M tests/calc.js"], "FAILED"]);
  const again = await runTask(box, { agent: "none" });
  expect(again.last).toMatchObject({ status: "AWAITING", step: "RED", cycle: 1, attempt: 1 });
  expect(workChanges(box)).toEqual([" M tests/calc.js"]);
});
