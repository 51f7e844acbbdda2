/** One word for what a run of the tests shows (spec page 6, Evidence). */

import { type Place, repoPath } from "../repo-path.ts";
import type { LoadProblem } from "./load-problem.ts";
import { readLoadProblems } from "./load-problems.ts";
import { isProjectModule, type ProjectNames } from "./missing-module.ts";
import { tallyIn } from "./output-counts.ts";
import { isRed } from "./test-report.ts";
import { describeEnd, endSignal, startProblem, succeeded, type TestRun } from "./test-run.ts";

export const EVIDENCE = [
  "behavioural-red",
  "compile-error",
  "load-error",
  "zero-tests",
  "all-skipped",
  "timeout",
  "signal",
  "could-not-start",
  "green",
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** What a run is judged against. */
export interface Surroundings {
  readonly place: Place;
  readonly names: ProjectNames;
  /** Repository paths of the test files that this step changed. */
  readonly changedTests: ReadonlySet<string>;
  /** Ids of the tests that were red before the task and are left out of account. */
  readonly ignored: ReadonlySet<string>;
}

export interface Finding {
  readonly evidence: Evidence;
  /** One line for people. */
  readonly detail: string;
  /** Files (repository paths) that did not load, as far as they are named; beside failing tests only where RED (b) would let them. */
  readonly brokenFiles: readonly string[];
}

/** Classifies one run. A failing end without a failing test is never `green`, and neither is an absent report. */
export function classify(run: TestRun, around: Surroundings): Finding {
  const notStarted = startProblem(run);
  if (notStarted !== undefined) return found("could-not-start", notStarted);
  if (run.end.kind === "timed-out") return found("timeout", describeEnd(run.end));
  const red = run.report?.tests.filter((test) => isRed(test) && !around.ignored.has(test.id)) ?? [];
  const signal = run.end.kind === "signalled" || red.length === 0 ? endSignal(run) : undefined;
  if (signal !== undefined) return found("signal", `ended by ${signal}`);
  const problems = succeeded(run) ? [] : readLoadProblems(run.output);
  const isBroken = problems.length > 0 || (run.report?.broken.length ?? 0) > 0;
  const load = isBroken ? unloaded(run, problems, around) : undefined;
  if (red.length > 0) {
    return found("behavioural-red", `${red.length} failing: ${red[0]!.id}`, load?.evidence === "compile-error" ? load.brokenFiles : []);
  }
  if (load !== undefined) return load;
  return run.report === undefined ? withoutReport(run) : withReport(run, run.report.tests, around);
}

/** Repository paths of the files that the report or the output says did not load. */
function brokenIn(run: TestRun, { place }: Surroundings): readonly string[] {
  const reported = run.report?.broken.flatMap(({ file }) => file ?? []) ?? [];
  const named = readLoadProblems(run.output).flatMap(({ importer, loading }) => [importer ?? "", loading ?? ""]);
  const printed = named.flatMap((file) => (file === "" ? [] : (repoPath(file, place) ?? [])));
  return [...new Set([...reported, ...printed])];
}

function unloaded(run: TestRun, problems: readonly LoadProblem[], around: Surroundings): Finding {
  const broken = brokenIn(run, around);
  const reason =
    problems.map((problem) => objection(problem, around)).find((text) => text !== undefined) ?? unexplained(run, problems, around);
  return reason === undefined ? found("compile-error", describeMissing(problems[0]!), broken) : found("load-error", reason, broken);
}

/** What the report says of a broken file that no problem in the output accounts for (runners may print one for several files). */
function unexplained({ report }: TestRun, problems: readonly LoadProblem[], { place }: Surroundings): string | undefined {
  const broken = report?.broken ?? [];
  if (problems.length >= broken.length && problems.length > 0) return undefined;
  const importers = new Set(problems.map(({ importer }) => importer && repoPath(importer, place)));
  const left = broken.find(({ file, message }) => !importers.has(file) && readLoadProblems(message).length === 0);
  return left === undefined ? (problems.length === 0 ? "a file did not load" : undefined) : `${left.label}: ${left.message}`;
}

/** Why the problem is not one that a new test has with code that is still to be written; undefined when it is. */
function objection({ importer, missing }: LoadProblem, { place, names, changedTests }: Surroundings): string | undefined {
  const file = importer === undefined ? undefined : repoPath(importer, place);
  const at = file ?? importer ?? "a file that the output does not name";
  if (missing.kind === "other") return `${at}: ${missing.text}`;
  if (file === undefined || !changedTests.has(file)) return `${at} is no test file of this step`;
  if (missing.kind === "name") return undefined;
  const module = { specifier: missing.specifier, language: missing.language, importer: file };
  return isProjectModule(module, names, place) ? undefined : `${at}: '${missing.specifier}' is no module of the project`;
}

function describeMissing({ importer, missing }: LoadProblem): string {
  const what = missing.kind === "module" ? missing.specifier : missing.kind === "name" ? missing.name : missing.text;
  return `'${what}' is missing for ${importer}`;
}

function withReport(run: TestRun, tests: readonly { readonly id: string; readonly status: string }[], around: Surroundings): Finding {
  if (tests.length === 0) return found("zero-tests", "the report has no test");
  const considered = tests.filter(({ id }) => !around.ignored.has(id));
  if (considered.length > 0 && considered.every(({ status }) => status === "skipped")) return found("all-skipped", "every test is skipped");
  const isExplained = tests.some(({ id, status }) => around.ignored.has(id) && (status === "failed" || status === "errored"));
  if (succeeded(run) || isExplained) return found("green", `${tests.length} tests`);
  return found("load-error", `${describeEnd(run.end)} although no test failed`);
}

function withoutReport(run: TestRun): Finding {
  const tally = tallyIn(run.output);
  if (tally === "no-tests") return found("zero-tests", "the output says that no test ran");
  if (tally === "all-skipped" && succeeded(run)) return found("all-skipped", "the output says that every test was skipped");
  if (run.reportExpected) return found("load-error", `${describeEnd(run.end)} without a report`);
  return succeeded(run) ? found("green", "exit status 0") : found("behavioural-red", describeEnd(run.end));
}

function found(evidence: Evidence, detail: string, brokenFiles: readonly string[] = []): Finding {
  return { evidence, detail, brokenFiles };
}
