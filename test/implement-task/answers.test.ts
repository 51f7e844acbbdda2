/** Step mode where the answer is a file: PLAN and REVIEW, and COVERAGE, which is a change like any other. On bun only. */
import { expect } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { HONEST, oneCycle, put, SHORT_SUBJECTS } from "./honest-steps.ts";
import { leftovers, subjects, taskBranch } from "./observed.ts";
import { SHORT } from "./planning.ts";
import { project } from "./project.ts";
import { runTask, type TaskOutcome } from "./run-task.ts";
import { awaiting, callNext, doStep, drive, installSkill } from "./step-mode.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const PLAN = `echo '{"cycles":[{"test":"one is there","phase":"degenerate","green":"a constant","refactor":"-"}]}'`;
const WORDS = { agent: "none", args: ["add the number one"] } as const;
const asked = (outcomes: readonly TaskOutcome[]) => outcomes.slice(0, -1).map(({ last }) => `${last.step} ${last.cycle} ${last.attempt}`);

taskTest("a description in words: PLAN is answered in a file, then its cycle is asked for", async () => {
  using box = project({ steps: { plan: PLAN, ...oneCycle("one") }, state: null });
  const outcomes = await drive(box, WORDS);
  expectEnd(outcomes.at(-1)!, {});
  expect(asked(outcomes)).toEqual(["PLAN null 1", "RED 1 1", "GREEN 1 1", "REFACTOR 1 1"]);
  expect(outcomes[0]!.last).toMatchObject({ answerFile: expect.any(String), test: null });
  expect(existsSync(String(outcomes[0]!.last.answerFile))).toBe(false);
});

taskTest("an answer that is no plan: asked again; no answer: the same request", async () => {
  using box = project({ steps: { plan: PLAN, ...oneCycle("one") }, state: null });
  installSkill(box);
  const first = await runTask(box, WORDS);
  expect((await runTask(box, WORDS)).last).toEqual(first.last);
  writeFileSync(String(first.last.answerFile), '{"cycles":[]}');
  const second = await callNext(box, awaiting(first)!);
  expect(second.last).toMatchObject({ status: "AWAITING", step: "PLAN", attempt: 2 });
  await doStep(box, awaiting(second)!);
  expect((await callNext(box, awaiting(second)!)).last).toMatchObject({ step: "RED", test: "one is there" });
});

taskTest("COVERAGE and REVIEW", async () => {
  const source = "export const zero = 0;\nexport const add = (a, b) => a + b;\nexport const lost = 1; // covered by finds";
  using box = project({
    tasks: [{ ...SHORT, frontMatter: ["expects-reviews: [qa, security]"] }],
    steps: {
      "green-1": `${HONEST["green-1"]}\n${put("src/calc.js", source)}`,
      coverage: put("tests/lost.js", 'test("finds", lost);'),
      review: `echo '{"verdict":"GO","findings":[]}'`,
    },
  });
  const outcomes = await drive(box);
  expectEnd(outcomes.at(-1)!, {});
  expect(asked(outcomes)).toEqual(["RED 1 1", "GREEN 1 1", "REFACTOR 1 1", "COVERAGE null 1", "REVIEW null 1", "REVIEW null 1"]);
  expect(String(outcomes.at(-4)!.last.prompt)).toContain("src/calc.js");
  expect(subjects(box)).toEqual([...SHORT_SUBJECTS.slice(0, -1), "test(TASK-0049-0005-001): cover missing lines", SHORT_SUBJECTS.at(-1)!]);
  expect(
    outcomes
      .slice(-3, -1)
      .map(({ last }) => /Scope: (\w+)\.[\s\S]*Write the answer to \S*\.(\w+)\.json/.exec(String(last.prompt))?.slice(1)),
  ).toEqual([
    ["qa", "qa"],
    ["security", "security"],
  ]);
  expect([leftovers(box), box.git(["log", "-1", "--format=%s", taskBranch(box)])]).toEqual([[], SHORT_SUBJECTS.at(-1)!]);
});
