/** --status, --abort and --restart at every stage of a run: one line each (page 6, Journal). */
import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { HONEST, HONEST_SUBJECTS } from "./honest-steps.ts";
import { branches, changes, fileAt, leftovers, subjects, taskBranch, taskState } from "./observed.ts";
import { CALC } from "./planning.ts";
import { project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { awaiting, doStep } from "./step-mode.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const STATUS = { agent: "none", args: [CALC.id, "--status"] } as const;
const ABORT = { agent: "none", args: [CALC.id, "--abort"] } as const;
const KEYS = "status taskId phase step cycle branchName worktreePath log";

taskTest("--status: NONE, AWAITING, FAILED, DONE", async () => {
  using box = project({ steps: { "green-2": ":" } });
  const none = await runTask(box, STATUS);
  expect([none.code, none.lines.length, Object.keys(none.last).join(" ")]).toEqual([0, 1, KEYS]);
  expect(none.last).toMatchObject({ status: "NONE", taskId: CALC.id, phase: null, branchName: null });
  expect(existsSync(box.path("repo/.git/x-skills"))).toBe(false);
  await runTask(box, { agent: "none" });
  const waiting = await runTask(box, STATUS);
  expect(waiting.last).toMatchObject({
    status: "AWAITING",
    phase: "Phase-2-TDD",
    cycle: 1,
    branchName: taskBranch(box),
    worktreePath: null,
  });
  await runTask(box);
  expect((await runTask(box, STATUS)).last).toMatchObject({ status: "FAILED", phase: "Phase-2-TDD", cycle: 2 });
  box.teach({ "green-2": HONEST["green-2"]! });
  expectEnd(await runTask(box), {});
  expect((await runTask(box, STATUS)).last).toMatchObject({ status: "DONE", branchName: taskBranch(box) });
});

taskTest("--abort: edits go to a ref, the tree back to its branch, the task's branch stays, the state says PENDING", async () => {
  using box = project();
  const first = await runTask(box, { agent: "none" });
  await doStep(box, awaiting(first)!);
  const second = await runTask(box, { agent: "none" });
  await doStep(box, awaiting(second)!);
  const { code, lines, last } = await runTask(box, ABORT);
  expect([code, lines.length, last]).toMatchObject([0, 1, { status: "NONE", taskId: CALC.id }]);
  expect(box.git(["symbolic-ref", "--short", "HEAD"])).toBe("develop");
  expect([changes(box), leftovers(box)]).toEqual([[], [`refs/x-skills/${CALC.id}/aborted`]]);
  expect(fileAt(box, `refs/x-skills/${CALC.id}/aborted`, "src/sub.js")).toBe("export const sub = (a, b) => a - b;");
  expect([subjects(box), taskState(box).status]).toEqual([HONEST_SUBJECTS.slice(0, 1), "PENDING"]);
  expect((await runTask(box, STATUS)).last).toMatchObject({ status: "NONE" });
});

taskTest("--abort of a failed run in a worktree of its own", async () => {
  using box = project({ steps: { "green-1": "echo half > src/sub.js" } });
  await runTask(box, { args: [CALC.id, "--worktree", "--no-ci-watch"] });
  expect((await runTask(box, ABORT)).code).toBe(0);
  expect(leftovers(box)).toEqual([`refs/x-skills/${CALC.id}/aborted`]);
  expect([changes(box), branches(box).length, taskState(box).status]).toEqual([[], 2, "PENDING"]);
});

taskTest("--abort where nothing runs", async () => {
  using box = project();
  const { code, last } = await runTask(box, ABORT);
  expect([code, last.status, branches(box)]).toEqual([0, "NONE", ["develop"]]);
});

taskTest("after --abort the task can be begun again", async () => {
  using box = project();
  await runTask(box, { agent: "none" });
  await runTask(box, ABORT);
  expectEnd(await runTask(box), {});
  expect(subjects(box)).toEqual([...HONEST_SUBJECTS]);
});

taskTest("--restart of a failed run begins anew", async () => {
  using box = project({ steps: { "green-2": ":" } });
  expectEnd(await runTask(box), { errorCode: "GREEN_NOT_REACHED" });
  box.teach({ "green-2": HONEST["green-2"]! });
  const again = await runTask(box, { args: [CALC.id, "--restart"] });
  expect(again.code === 0 || again.last.errorCode !== undefined).toBe(true);
  expect(again.signal).toBeUndefined();
});
