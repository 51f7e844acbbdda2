/** The results of the runs that later runs are compared with, as files in the run folder. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import * as v from "valibot";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { schemaProblem } from "../../schema-problem.ts";
import type { Before } from "../../testing/compare-tests.ts";
import { byId, type TestReport } from "../../testing/test-report.ts";
import type { Step } from "./program.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";

const text = v.string();
const Report = v.object({
  tests: v.array(
    v.object({
      id: text,
      file: v.optional(text),
      group: text,
      name: text,
      status: v.picklist(["passed", "failed", "errored", "skipped"]),
      message: text,
    }),
  ),
  broken: v.array(v.object({ file: v.optional(text), label: text, message: text })),
});

/** Keeps the report of a step's run; undefined when the run had none. It counts once the step is finished. */
export function keepTests(run: Run, step: Step, report: TestReport | undefined): void {
  atomicWrite(pathOf(run, step.id), `${JSON.stringify(report ?? null)}\n`, { fsync: false, mode: 0o600 });
}

/** The report of the RED step of a cycle; undefined when its run had none. */
export function redTests(run: Run, cycle: number): TestReport | undefined {
  return keptTests(run, `red ${cycle}`);
}

/** The report of the last finished step that was green; undefined when its run had none. */
export function greenTests(run: Run): TestReport | undefined {
  const last = run.journal.done.findLast((id) => !id.startsWith("red ") && existsSync(pathOf(run, id)));
  return last === undefined ? undefined : keptTests(run, last);
}

/** What the next run is compared with. */
export function beforeOf(run: Run): Before {
  return { tests: byId(greenTests(run)?.tests ?? []), ignored: new Set(run.journal.ignored) };
}

function keptTests(run: Run, stepId: string): TestReport | undefined {
  const path = pathOf(run, stepId);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.nullable(Report)), readTextIfExists(path) ?? "null");
  if (!parsed.success) throw new TaskFailure("JOURNAL_UNREADABLE", `${path}: ${schemaProblem(parsed.issues)}`);
  return (parsed.output as TestReport | null) ?? undefined;
}

function pathOf(run: Run, stepId: string): string {
  return join(run.folder.path, `tests-${stepId.replaceAll(" ", "-")}.json`);
}
