import { expect, test } from "bun:test";
import type { Command } from "../../lib/cli/command.ts";
import { type Expectation, expectFiles, expectOutcome, snapshot } from "./expectation.ts";
import { runInProcess } from "./run-in-process.ts";
import { type Outcome, runScript } from "./run-script.ts";
import { RUNTIME } from "./runtime.ts";
import { type Files, tree } from "./tree.ts";

/** One row of a black-box table: a situation, what is called, and what must come of it. */
export interface Row extends Expectation {
  readonly name: string;
  readonly files?: Files;
  readonly args: readonly string[];
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Registers each row as two tests: in this process (once, in the bun run, for stacks and coverage) and spawned on the chosen runtime.
 * After each run the tree must hold no temporary file of ours.
 */
export function blackBox(command: Command, rows: readonly Row[]): void {
  const { name } = command.contract;
  for (const row of rows) {
    if (RUNTIME === "bun") test(`${row.name} (in process)`, () => check(row, (options) => runInProcess(command, row.args, options)));
    test(`${row.name} (${RUNTIME})`, () => check(row, (options) => runScript(name, row.args, options)));
  }
}

type Run = (options: { cwd: string; stdin?: string; env?: Readonly<Record<string, string>> }) => Promise<Outcome>;

async function check(row: Row, run: Run): Promise<void> {
  using dir = tree(row.files);
  const { after = {}, withinMs } = row;
  const before = new Map(Object.keys(after).map((relative) => [relative, snapshot(dir.path(relative))]));
  const started = performance.now();
  const outcome = await run({
    cwd: dir.root,
    ...(row.stdin === undefined ? {} : { stdin: row.stdin }),
    ...(row.env === undefined ? {} : { env: row.env }),
  });
  const elapsedMs = performance.now() - started;
  expectOutcome(outcome, row, dir.root);
  expectFiles(dir.root, after, before);
  expect(temporaryFiles(dir.root).filter((path) => !Object.hasOwn(row.files ?? {}, path))).toEqual([]);
  if (withinMs !== undefined) expect(elapsedMs).toBeLessThan(withinMs);
}

/** The names that an atomic write uses (spec page 1), relative to `root`. */
function temporaryFiles(root: string): readonly string[] {
  return [...new Bun.Glob("**/.*.tmp").scanSync({ cwd: root, dot: true })].filter((path) => /\.[0-9a-f]{16}\.tmp$/.test(path));
}
