/** Coverage of the tree as it is, by the project's own tools. */

import { join } from "@std/path";
import * as v from "valibot";
import { type CoverageByPath, coverageByPath } from "../../coverage/covered-files.ts";
import { readCoverage } from "../../coverage/read-coverage.ts";
import { DataError } from "../../errors.ts";
import { atomicWrite } from "../../platform/atomic-write.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { inRunFolder } from "../config/stack.ts";
import { repositoryFiles } from "./project-names.ts";
import type { Run } from "./run.ts";
import { placeOf, runReporting } from "./run-suite.ts";

/** Undefined when nothing can measure it, or no report was written. */
export async function measureCoverage(run: Run): Promise<CoverageByPath | undefined> {
  const { coverage } = run.toolchain;
  if (coverage === undefined) return undefined;
  const { reports } = await runReporting(run, inRunFolder(coverage, run.folder.reports));
  const read = reports.flatMap(({ path, text }) => {
    try {
      return [readCoverage(text, path)];
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      run.world.warn(error.message);
      return [];
    }
  });
  return read.length === 0 ? undefined : coverageByPath(read, new Set(await repositoryFiles(run)), placeOf(run));
}

/** Keeps the baseline's coverage, which the result compares with. */
export function keepBaseline(run: Run, coverage: CoverageByPath | undefined): void {
  const files = [...(coverage ?? [])].map(([path, file]) => ({
    path,
    lines: [...file.lines],
    branches: file.branches && [...file.branches],
  }));
  atomicWrite(baselinePath(run), `${JSON.stringify(coverage === undefined ? null : files)}\n`, { fsync: false, mode: 0o600 });
}

const count = v.number();
const Kept = v.nullable(
  v.array(
    v.object({
      path: v.string(),
      lines: v.array(v.tuple([count, count])),
      branches: v.optional(v.array(v.tuple([v.string(), v.object({ line: count, hits: count })]))),
    }),
  ),
);

/** The baseline's coverage; undefined when it had none. */
export function baselineCoverage(run: Run): CoverageByPath | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Kept), readTextIfExists(baselinePath(run)) ?? "null");
  if (!parsed.success || parsed.output === null) return undefined;
  const files = parsed.output.map(({ path, lines, branches }) => ({
    path,
    lines: new Map(lines),
    branches: branches && new Map(branches),
  }));
  return new Map(files.map((file) => [file.path, file]));
}

function baselinePath(run: Run): string {
  return join(run.folder.path, "coverage-baseline.json");
}
