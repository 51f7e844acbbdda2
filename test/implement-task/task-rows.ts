/** Tables of whole runs: a project, what the worker does in it, how the run ends, and what the repository then looks like. */
import { expect, test } from "bun:test";
import { RUNTIME } from "../harness/runtime.ts";
import { changes, leftovers, subjects, workChanges } from "./observed.ts";
import { SHORT } from "./planning.ts";
import { type Project, type ProjectOptions, project } from "./project.ts";
import { runTask, type TaskOptions, type TaskOutcome } from "./run-task.ts";

export interface TaskRow extends Omit<TaskOptions, "env"> {
  readonly name: string;
  /** The task is `SHORT` unless it says otherwise. */
  readonly project?: ProjectOptions;
  readonly before?: (box: Project) => unknown;
  readonly env?: (box: Project) => Readonly<Record<string, string | undefined>>;
  /** Default: 1 with an error code, else 0. */
  readonly code?: number;
  readonly errorCode?: string;
  /** What the failure's message must say. */
  readonly message?: RegExp;
  readonly stderr?: RegExp;
  /** Of the task's branch, first to last. */
  readonly subjects?: readonly string[];
  /** Changes that stay uncommitted, as `git status` prints them; of a run that is not done the task's own file does not count. */
  readonly changes?: readonly string[];
  readonly after?: (box: Project, outcome: TaskOutcome) => unknown;
}

/** Registers each row as one test on the chosen runtime. While one runs, the next one has begun: they wait for programs most of the time. */
export function taskRows(rows: readonly TaskRow[]): void {
  const begun = new Map<TaskRow, Promise<void>>();
  const begin = (row: TaskRow | undefined): Promise<void> | undefined => {
    const run = row === undefined ? undefined : (begun.get(row) ?? check(row));
    if (row !== undefined && run !== undefined) begun.set(row, run);
    run?.catch(() => undefined);
    return run;
  };
  rows.forEach((row, i) => {
    taskTest(row.name, async () => {
      const run = begin(row);
      begin(rows[i + 1]);
      await run;
    });
  });
}

/** A test of whole runs on the chosen runtime. */
export function taskTest(name: string, run: () => Promise<unknown>, timeoutMs = 60_000): void {
  test(`${name} (${RUNTIME})`, () => run() as Promise<void>, timeoutMs);
}

async function check(row: TaskRow): Promise<void> {
  using box = project({ tasks: [SHORT], ...row.project });
  await row.before?.(box);
  const env = row.env?.(box) ?? {};
  const outcome = await runTask(box, { ...row, env });
  expectEnd(outcome, row);
  if (row.subjects !== undefined) expect(subjects(box)).toEqual([...row.subjects]);
  if (row.changes !== undefined) expect(outcome.code === 0 ? changes(box) : workChanges(box)).toEqual([...row.changes]);
  await row.after?.(box, outcome);
  expect(leftovers(box).filter((line) => !line.startsWith("worktree ") && !line.startsWith("refs/"))).toEqual([]);
}

/** The last line, the exit status, and what a failure says. */
export function expectEnd(outcome: TaskOutcome, want: Pick<TaskRow, "code" | "errorCode" | "message" | "stderr">): void {
  const { errorCode, code = errorCode === undefined ? 0 : 1, message, stderr } = want;
  const said = { status: outcome.last.status, errorCode: outcome.last.errorCode, code: outcome.code, signal: outcome.signal };
  const hint = `${outcome.last.message ?? ""}\n${outcome.stderr}`;
  const isNamed = code === 0 || errorCode !== undefined;
  const end = isNamed ? { status: code === 0 ? "DONE" : "FAILED", errorCode } : { status: said.status, errorCode: said.errorCode };
  expect({ ...said, hint }).toEqual({ ...end, code, signal: undefined, hint });
  if (message !== undefined) expect(String(outcome.last.message)).toMatch(message);
  if (stderr !== undefined) expect(outcome.stderr).toMatch(stderr);
}
