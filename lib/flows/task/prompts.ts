/** What the one who acts is asked, in plain text: all of the request once more, for agents that read only words. Pure. */
import type { WorkerKind, WorkerRequest } from "../worker/request.ts";

type Facts = Omit<WorkerRequest, "prompt">;

const TASK: Readonly<Record<WorkerKind, (facts: Facts) => readonly string[]>> = {
  plan: () => [
    "Plan this task as TDD cycles, the first of them degenerate, each later one needing a little more (Transformation Priority Premise).",
    'Answer with one JSON object: {"cycles":[{"test":"name of the failing test","phase":"degenerate|unconditional|conditional|iteration|complex","green":"what makes it pass","refactor":"what to tidy, or -"}]}.',
    "Change no file of the project.",
  ],
  red: ({ cycle }) => [
    `RED, cycle ${cycle?.n}: write the failing test "${cycle?.test}".`,
    "Change test files only. The test must fail, or not build for want of the code that is still to be written; every other test must still pass.",
  ],
  green: ({ cycle }) => [
    `GREEN, cycle ${cycle?.n}: make the test "${cycle?.test}" pass with the least code${cycle?.green ? `: ${cycle.green}` : ""}.`,
    "The test files stay as they are. The whole suite must pass.",
  ],
  refactor: ({ cycle }) => [
    `REFACTOR, cycle ${cycle?.n}: improve the design without changing what it does${cycle?.refactor ? `: ${cycle.refactor}` : ""}.`,
    "The test files stay as they are. The whole suite must stay green. If there is nothing to improve, change nothing.",
  ],
  coverage: ({ coverage }) => [
    "COVERAGE: add tests for the lines that no test reaches. Production code stays as it is; the tests need not fail first.",
    ...(coverage ?? []).map(({ file, lines }) => `  ${file}: lines ${lines.join(", ")}`),
  ],
  review: () => [
    "Review what this task changed, as the specialist whose scope is named.",
    'Answer with one JSON object: {"verdict":"GO|GO-WITH-RESERVATIONS|NO-GO","findings":["..."]}. Change no file of the project.',
  ],
};

/** The request in words. */
export function promptFor(facts: Facts): string {
  const { taskId, kind, files, context, cwd, allowedPaths, lastRun, attempt } = facts;
  const lines = [`Task ${taskId}.`, ...TASK[kind](facts), "", `Work in ${cwd}. Do not commit, do not switch branches.`];
  if (allowedPaths.length > 0) lines.push(`You may change: ${allowedPaths.join(", ")}.`);
  const reading = [files.task, files.plan, files.story, ...context].filter((path) => path !== null);
  if (reading.length > 0) lines.push("Read first:", ...reading.map((path) => `  ${path}`));
  if (lastRun !== null) {
    lines.push("", `Attempt ${attempt}. The last run (${lastRun.command}) was ${lastRun.evidence}:`);
    if (lastRun.failing.length > 0) lines.push(...lastRun.failing.map((test) => `  ${test}`));
    lines.push(lastRun.output);
  }
  return `${lines.join("\n")}\n`;
}
