/** A run of the suite and what is concluded from it; a verdict that asks for it is seen twice on the same tree. */
import type { Surroundings } from "../../testing/evidence.ts";
import { changedOutcomes } from "../../testing/flaky-suite.ts";
import type { ProjectNames } from "../../testing/missing-module.ts";
import { succeeded, type TestRun } from "../../testing/test-run.ts";
import { nameTests, type Verdict } from "../../testing/verdict.ts";
import type { Rejection } from "./creative-step.ts";
import type { LastRun } from "./journal.ts";
import { projectNames } from "./project-names.ts";
import type { Run } from "./run.ts";
import { placeOf, runCommand, runSuite, shownCommand } from "./run-suite.ts";
import { plannedText } from "./task-files.ts";

export interface Judged {
  readonly verdict: Verdict;
  readonly testRun: TestRun;
}

/** Runs the suite and judges it; a second run with another outcome is `FLAKY_SUITE`. */
export async function judgedRun(run: Run, judge: (testRun: TestRun, around: Around) => Verdict): Promise<Judged> {
  const testRun = await runSuite(run);
  const verdict = judge(testRun, await surroundings(run, testRun));
  if (verdict.holds || !verdict.repeat) return { verdict, testRun };
  const second = await runSuite(run);
  const changed = changedOutcomes(testRun, second);
  if (changed.length === 0) return { verdict, testRun };
  const detail = `another outcome on the same tree: ${nameTests(changed)}`;
  return { verdict: { ...verdict, code: "FLAKY_SUITE", detail, failing: changed }, testRun };
}

export type Around = Omit<Surroundings, "ignored" | "changedTests">;

const NO_NAMES: ProjectNames = { files: new Set(), own: [], declared: new Set(), planned: "" };

/** What a run is judged against, but for the files that a step changed. Names only matter where something did not load. */
export async function surroundings(run: Run, testRun: TestRun): Promise<Around> {
  return { place: placeOf(run), names: succeeded(testRun) ? NO_NAMES : await projectNames(run, plannedText(run)) };
}

/** Why an attempt is rejected; undefined for a verdict that holds. */
export function rejectionOf(run: Run, { verdict, testRun }: Judged): Rejection | undefined {
  if (verdict.holds) return undefined;
  const isFinal = verdict.code === "FLAKY_SUITE" || verdict.code === "TEST_TIMEOUT";
  return { code: verdict.code, detail: verdict.detail, isFinal, lastRun: lastRunOf(run, testRun, verdict) };
}

/** Output as the next request repeats it: the end of it, where runners say what was wrong. */
const KEPT_OUTPUT = 16_000;

function lastRunOf(run: Run, { end, output }: TestRun, verdict: Verdict): LastRun {
  return {
    command: shownCommand(run.toolchain.test.command),
    exitCode: end.kind === "exited" ? end.code : null,
    evidence: verdict.evidence,
    failing: verdict.holds ? [] : [...verdict.failing],
    output: output.length > KEPT_OUTPUT ? `…${output.slice(-KEPT_OUTPUT)}` : output,
  };
}

/** Runs the project's compile command, if it has one. */
export async function compiles(run: Run): Promise<Rejection | undefined> {
  const { compile } = run.toolchain;
  if (compile === undefined) return undefined;
  const { end, output } = await runCommand(run, compile, { timeoutSeconds: run.config.timeouts.command });
  if (end.kind === "exited" && end.code === 0) return undefined;
  const exitCode = end.kind === "exited" ? end.code : null;
  const lastRun = {
    command: shownCommand(compile),
    exitCode,
    evidence: "compile-error" as const,
    failing: [],
    output: output.slice(-KEPT_OUTPUT),
  };
  return { code: "GREEN_NOT_REACHED", detail: `the build fails: ${shownCommand(compile)}`, isFinal: false, lastRun };
}
