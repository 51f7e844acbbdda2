/** What is validated before and after the cycles: baseline, final run, coverage, declared outputs, status (spec page 6). */

import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import type { CoverageByPath } from "../../coverage/covered-files.ts";
import { describeHole, judgeCoverage } from "../../coverage/judge-coverage.ts";
import { diffTrees } from "../../git/snapshot.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { readTaskFile } from "../../story/task-file.ts";
import { unmetAcceptance } from "../../testing/acceptance.ts";
import { fileRoles } from "../../testing/file-roles.ts";
import { judgeBaseline } from "../../testing/judge-baseline.ts";
import { judgeFinal } from "../../testing/judge-refactor.ts";
import type { TestReport } from "../../testing/test-report.ts";
import { checkOutputs } from "./check-outputs.ts";
import { stepCommit } from "./commit-texts.ts";
import { performCreative, type Rejection } from "./creative-step.ts";
import { judgedRun, rejectionOf, surroundings } from "./judged-run.ts";
import { baselineCoverage, keepBaseline, measureCoverage } from "./measure-coverage.ts";
import type { Step } from "./program.ts";
import { repositoryFiles } from "./project-names.ts";
import type { Run } from "./run.ts";
import { runCommand, runSuite, shownCommand } from "./run-suite.ts";
import { changesSince, rulesOf, type StepChanges } from "./step-changes.ts";
import { TaskFailure } from "./task-failure.ts";
import { textOf } from "./task-files.ts";
import { beforeOf, greenTests, keepTests } from "./test-record.ts";

/** The suite passes before the first cycle; tests that were red are let be only when asked for. */
export async function baseline(run: Run, step: Step): Promise<void> {
  run.world.note(`Baseline: ${shownCommand(run.toolchain.test.command)}`);
  const testRun = await runSuite(run);
  const { verdict, tests, ignored } = judgeBaseline(testRun, await surroundings(run, testRun), {
    allowRed: run.journal.options.allowBaselineRed,
  });
  if (!verdict.holds) throw new TaskFailure(verdict.code, verdict.detail);
  if (ignored.size > 0) run.world.warn(verdict.detail);
  keepTests(run, step, testRun.report ?? (tests.size > 0 ? { tests: [...tests.values()], broken: [] } : undefined));
  keepBaseline(run, await measureCoverage(run));
  run.remember({ ignored: [...ignored], evidence: verdict.source });
}

/** The last run: green, with every acceptance test among the passing ones. */
export async function finalRun(run: Run, step: Step): Promise<void> {
  const judged = await judgedRun(run, (testRun, around) => judgeFinal(testRun, { before: beforeOf(run), around }));
  const rejection = rejectionOf(run, judged);
  if (rejection !== undefined) throw new TaskFailure(rejection.code, rejection.detail);
  keepTests(run, step, judged.testRun.report);
  run.remember({ evidence: judged.verdict.source });
  await checkAcceptance(run, judged.testRun.report);
}

async function checkAcceptance(run: Run, report: TestReport | undefined): Promise<void> {
  const wanted = run.journal.acceptance.map(({ id, test }) => ({ id, test: test ?? undefined }));
  if (wanted.length === 0) return;
  if (report !== undefined) {
    const [first] = unmetAcceptance(wanted, report.tests);
    if (first !== undefined)
      throw new TaskFailure(
        "OUTPUT_CONTRACT_VIOLATION",
        `no passing test for ${first.id}${first.test === undefined ? "" : ` (${first.test})`}`,
      );
    return;
  }
  const { acceptance } = run.toolchain;
  if (acceptance === undefined) return;
  const { end } = await runCommand(run, acceptance, { timeoutSeconds: run.config.timeouts.test });
  if (end.kind !== "exited" || end.code !== 0) throw new TaskFailure("OUTPUT_CONTRACT_VIOLATION", `${shownCommand(acceptance)} failed`);
}

/** Line and branch coverage of the production files that the task changed; missing tests are asked for. */
export async function coverage(run: Run, step: Step): Promise<void> {
  const measured = await coverageRejection(run);
  if (measured === undefined && !(await hasAnswer(run, step))) return;
  const { detail = "", lastCoverage = null } = measured ?? {};
  if (measured !== undefined) run.world.note(`Coverage is short: ${detail}`);
  await performCreative(run, step, {
    kind: "coverage",
    attempts: 2,
    extras: { coverage: lastCoverage, scope: null },
    idle: { code: "COVERAGE_BELOW_THRESHOLD", detail },
    judge: async (changes) => forbidden(changes) ?? (await stillGreen(run, step)) ?? (await coverageRejection(run)),
    commit: { ...stepCommit("coverage", 0), body: "", skipCompile: false },
  });
}

/** The tests that were asked for are there: measured with them, and still to be judged and committed. */
async function hasAnswer(run: Run, step: Step): Promise<boolean> {
  const { open } = run.journal;
  return open?.step === step.id && (await changesSince(run, open.tree)).all.length > 0;
}

function forbidden({ roles, guarded }: StepChanges): Rejection | undefined {
  const touched = [...guarded, ...roles.production][0];
  return touched === undefined
    ? undefined
    : { code: "TESTS_WEAKENED", detail: `${touched}: only tests may be added here`, lastRun: null, isFinal: false };
}

async function stillGreen(run: Run, step: Step): Promise<Rejection | undefined> {
  const judged = await judgedRun(run, (testRun, around) => judgeFinal(testRun, { before: beforeOf(run), around }));
  const rejection = rejectionOf(run, judged);
  if (rejection === undefined) keepTests(run, step, judged.testRun.report);
  return rejection === undefined || rejection.isFinal ? rejection : { ...rejection, code: "COVERAGE_BELOW_THRESHOLD" };
}

interface CoverageRejection extends Rejection {
  readonly lastCoverage: { readonly file: string; readonly lines: readonly number[] }[];
}

/** Measures and judges; keeps the delta for the result. */
async function coverageRejection(run: Run): Promise<CoverageRejection | undefined> {
  const { coverage: wanted } = run.config;
  const after = await measureCoverage(run);
  const changed = await changedProduction(run);
  if (wanted.exclude.length > 0) run.world.note(`Coverage leaves out ${wanted.exclude.join(", ")} (x-skills.json)`);
  const verdict = judgeCoverage({
    after,
    before: baselineCoverage(run),
    changed,
    extensions: languageOf(run, after, changed),
    exclude: wanted.exclude,
    thresholds: { line: wanted.line, branch: wanted.branch },
  });
  run.remember({ coverage: verdict.delta });
  if (verdict.holds) {
    run.world.note(`Coverage: ${verdict.detail}`);
    return undefined;
  }
  const holes = verdict.holes.map(describeHole).join(" ");
  const missing = after === undefined ? ` (${[...(run.toolchain.coverage?.reports ?? ["no command measures it"])].join(", ")})` : "";
  const detail =
    missing !== ""
      ? verdict.detail + missing
      : holes === "" || verdict.detail.includes(holes)
        ? verdict.detail
        : `${verdict.detail}; ${holes}`;
  return {
    code: "COVERAGE_BELOW_THRESHOLD",
    detail,
    lastRun: null,
    isFinal: false,
    lastCoverage: verdict.holes.map(({ file, lines }) => ({ file, lines })),
  };
}

/** Extensions of the stack's language; where the stack is not known, of the files that the report mentions, or that were changed. */
function languageOf(run: Run, report: CoverageByPath | undefined, changed: readonly string[]): readonly string[] {
  const { extensions } = run.toolchain;
  if (extensions.length > 0) return extensions;
  return [...new Set([...(report?.keys() ?? changed)].flatMap((path) => /\.[^./]+$/.exec(path)?.[0] ?? []))];
}

/** Repository paths of the production files that the task changed and that are still there. */
async function changedProduction(run: Run): Promise<readonly string[]> {
  const changes = await diffTrees(run.work, run.tree.base, "HEAD");
  const there = changes.filter(({ change }) => change !== "deleted").map(({ path }) => path);
  return fileRoles(there, rulesOf(run)).production.filter((path) => existsSync(join(run.work.top, path)));
}

/** The outputs that the task declares: files, names, tests, build. */
export async function outputs(run: Run): Promise<void> {
  const { task } = run.journal.files;
  if (task === null) return;
  const files = await repositoryFiles(run);
  const planning = (path: string) =>
    path.endsWith(".md") && /(?:^|\/)(?:task|plan|tests|story|tasks|task-implementation-map)-/.test(basename(path));
  const texts = files.filter((path) => !planning(path)).map((path) => readTextOrNothing(join(run.work.top, path)));
  const { violations, warnings } = checkOutputs(readTaskFile(textOf(task)).outputs, {
    files: new Set(files),
    contains: (text) => texts.some((content) => content.includes(text)),
    tests: greenTests(run)?.tests,
    isGreen: true,
  });
  for (const warning of warnings) run.world.warn(warning);
  if (violations[0] !== undefined) throw new TaskFailure("OUTPUT_CONTRACT_VIOLATION", violations.join("; "));
}

/** A file that is no text declares nothing. */
function readTextOrNothing(path: string): string {
  try {
    return readTextIfExists(path) ?? "";
  } catch {
    return "";
  }
}
