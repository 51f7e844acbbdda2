/** Runs of real runners on small projects of ours, kept in `test/fixtures/runs` with the project at `/repo`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Place } from "../../lib/repo-path.ts";
import { readJunit } from "../../lib/testing/junit.ts";
import type { TestReport } from "../../lib/testing/test-report.ts";
import type { RunEnd, TestRun } from "../../lib/testing/test-run.ts";

const FOLDER = join(import.meta.dir, "../fixtures/runs");
const CODES = JSON.parse(readFileSync(join(FOLDER, "exit-codes.json"), "utf8")) as Record<string, number>;

export const place: Place = { root: "/repo", workdir: "" };

/** The report of a run that wrote one. */
export function observedReport(name: string): TestReport {
  return readJunit(readFileSync(join(FOLDER, `${name}.xml`), "utf8"), name, place);
}

/** A run as it was seen: end, output, and report if there was one. `withReport: false` is the same run without reporter. */
export function observed(name: string, { withReport = true } = {}): TestRun {
  const hasReport = withReport && existsSync(join(FOLDER, `${name}.xml`));
  return {
    end: { kind: "exited", code: CODES[name]! },
    output: readFileSync(join(FOLDER, `${name}.txt`), "utf8"),
    reportExpected: withReport && !name.startsWith("cargo") && !name.startsWith("maven"),
    report: hasReport ? observedReport(name) : undefined,
  };
}

/** A run put together by hand. */
export function run(end: RunEnd | number, rest: Partial<TestRun> = {}): TestRun {
  const how: RunEnd = typeof end === "number" ? { kind: "exited", code: end } : end;
  return { end: how, output: "", reportExpected: rest.report !== undefined, report: undefined, ...rest };
}
