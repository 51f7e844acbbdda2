/** The results of the runs that later runs are compared with, as files in the run folder. */
import { join } from "@std/path";
import * as v from "valibot";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import type { Before } from "../../testing/compare-tests.ts";
import { byId, type TestReport } from "../../testing/test-report.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";

/** `green`: the last run that was green; `red`: the run of the running cycle's RED step. */
export type RecordName = "green" | "red";

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

/** Keeps a report; undefined when the run had none. */
export function keepTests(run: Run, name: RecordName, report: TestReport | undefined): void {
  atomicWrite(pathOf(run, name), `${JSON.stringify(report ?? null)}\n`, { fsync: false, mode: 0o600 });
}

/** The report that was kept; undefined when the run had none. */
export function keptTests(run: Run, name: RecordName): TestReport | undefined {
  const path = pathOf(run, name);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.nullable(Report)), readTextIfExists(path) ?? "null");
  if (!parsed.success) throw new TaskFailure("JOURNAL_UNREADABLE", `${path}: ${parsed.issues[0].message}`);
  return (parsed.output as TestReport | null) ?? undefined;
}

/** What the next run is compared with. */
export function beforeOf(run: Run): Before {
  return { tests: byId(keptTests(run, "green")?.tests ?? []), ignored: new Set(run.journal.ignored) };
}

function pathOf(run: Run, name: RecordName): string {
  return join(run.folder.path, `tests-${name}.json`);
}
