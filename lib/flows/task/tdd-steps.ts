/** The three steps of a cycle (spec page 6, What is observed, not believed). */

import { keepTree, restoreTree, snapshotTree } from "../../git/snapshot.ts";
import { judgeGreen } from "../../testing/judge-green.ts";
import { judgeRed } from "../../testing/judge-red.ts";
import { judgeRefactor } from "../../testing/judge-refactor.ts";
import { stepCommit } from "./commit-texts.ts";
import type { CreativeStep, Rejection } from "./creative-step.ts";
import { performCreative } from "./creative-step.ts";
import { compiles, judgedRun, rejectionOf } from "./judged-run.ts";
import type { Step } from "./program.ts";
import type { Run } from "./run.ts";
import type { StepChanges } from "./step-changes.ts";
import { beforeOf, keepTests, redTests } from "./test-record.ts";
import { markCycleStep } from "./tracking.ts";

/** RED: a failing test, and no production code. */
export async function red(run: Run, step: Step): Promise<void> {
  await inCycle(run, step, "red", {
    kind: "red",
    attempts: 3,
    idle: { code: "RED_NOT_OBSERVED", detail: "no file was changed" },
    judge: async ({ roles, guarded }) => {
      const weakened = guardedRejection(guarded);
      if (weakened !== undefined) return weakened;
      const before = beforeOf(run);
      const judged = await judgedRun(run, (testRun, around) =>
        judgeRed(testRun, { before, around: { ...around, changedTests: new Set(roles.tests) }, production: roles.production }),
      );
      const rejection = rejectionOf(run, judged);
      if (rejection !== undefined) return rejection;
      if (roles.manifests.length > 0) run.world.note(`Also changed: ${roles.manifests.join(", ")}`);
      keepTests(run, step, judged.testRun.report);
      run.remember({ redFiles: [...roles.tests], evidence: judged.verdict.source });
      run.world.note(`RED observed: ${judged.verdict.evidence}, ${judged.verdict.detail}`);
      return undefined;
    },
    commit: { ...stepCommit("red", step.cycle), body: "", skipCompile: true },
  });
}

/** GREEN: the whole suite passes, with the tests as they were at RED. */
export async function green(run: Run, step: Step): Promise<void> {
  await inCycle(run, step, "green", {
    kind: "green",
    attempts: 3,
    idle: { code: "GREEN_NOT_REACHED", detail: "no file was changed" },
    judge: async (changes) => {
      const redFiles = new Set(run.journal.redFiles);
      const frozen = { testFiles: testChanges(changes), guarded: changes.guarded };
      const broken = frozen.guarded.length + frozen.testFiles.length > 0 ? undefined : await compiles(run);
      if (broken !== undefined) return broken;
      const judged = await judgedRun(run, (testRun, around) =>
        judgeGreen(testRun, { before: beforeOf(run), red: redTests(run, step.cycle), redFiles, around, ...frozen }),
      );
      const rejection = rejectionOf(run, judged);
      if (rejection !== undefined) return rejection;
      keepTests(run, step, judged.testRun.report);
      run.remember({ evidence: judged.verdict.source });
      run.world.note(`GREEN: ${judged.verdict.detail}`);
      return undefined;
    },
    commit: { ...stepCommit("green", step.cycle), body: "", skipCompile: false },
  });
}

/** REFACTOR: still green, or the tree is put back and the rejected edits are kept under a ref. */
export async function refactor(run: Run, step: Step): Promise<void> {
  await inCycle(run, step, "refactor", {
    kind: "refactor",
    attempts: 1,
    judge: async (changes) => {
      const frozen = { testFiles: testChanges(changes), guarded: changes.guarded };
      const broken = frozen.guarded.length + frozen.testFiles.length > 0 ? undefined : await compiles(run);
      if (broken !== undefined) return { ...broken, code: "REFACTOR_BROKE_TESTS" };
      const judged = await judgedRun(run, (testRun, around) => judgeRefactor(testRun, { before: beforeOf(run), around, ...frozen }));
      const rejection = rejectionOf(run, judged);
      if (rejection !== undefined) return rejection;
      keepTests(run, step, judged.testRun.report);
      return undefined;
    },
    commit: { ...stepCommit("refactor", step.cycle), body: "", skipCompile: false },
    giveUp: (changes) => rejectEdits(run, step, changes),
  });
}

async function inCycle(run: Run, step: Step, kind: "red" | "green" | "refactor", creative: CreativeStep): Promise<void> {
  if (run.journal.trackers[`Phase-2-TDD/${step.cycle}/${kind}`]?.status !== "in_progress")
    await markCycleStep(run, step.cycle, kind, "in_progress");
  const { test } = run.cycle(step.cycle);
  if (run.journal.open?.step !== step.id)
    run.world.note(`Cycle ${step.cycle} of ${run.journal.cycles.length}, ${kind.toUpperCase()}: ${test}`);
  await performCreative(run, step, creative);
  await markCycleStep(run, step.cycle, kind, "completed");
}

/** A step that changes the test command in RED weakens the tests as it would in GREEN. */
function guardedRejection(guarded: readonly string[]): Rejection | undefined {
  if (guarded[0] === undefined) return undefined;
  const detail = `${guarded[0]}: the test command or its configuration was changed`;
  return { code: "TESTS_WEAKENED", detail, lastRun: null, isFinal: false };
}

function testChanges({ all, roles }: StepChanges) {
  const tests = new Set(roles.tests);
  return all.filter(({ path }) => tests.has(path));
}

async function rejectEdits(run: Run, step: Step, changes: StepChanges): Promise<void> {
  const { taskId, lastCommit } = run.journal;
  const ref = `refs/x-skills/${taskId}/refactor-${step.cycle}`;
  const tree = await snapshotTree(run.work);
  await keepTree(run.work, tree, { ref, parent: lastCommit!, message: `Rejected refactoring of cycle ${step.cycle}` });
  await restoreTree(run.work, run.journal.open!.tree, changes.all);
  run.world.note(`The tree is as it was before the refactoring; the rejected edits are kept as ${ref}`);
}
