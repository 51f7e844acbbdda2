/** Tables of black-box tests on real repositories: each row runs in this process (in the bun run) and spawned on the chosen runtime. */
import { test } from "bun:test";
import type { Command } from "../../lib/cli/command.ts";
import { type Expectation, expectOutcome } from "../harness/expectation.ts";
import { runInProcess } from "../harness/run-in-process.ts";
import { runScript } from "../harness/run-script.ts";
import { cleanEnvironment, RUNTIME } from "../harness/runtime.ts";
import { GIT_ENV, type Sandbox, sandbox } from "./sandbox.ts";

export interface GitRow extends Omit<Expectation, "after"> {
  readonly name: string;
  readonly box?: Parameters<typeof sandbox>[0];
  readonly setup?: (box: Sandbox) => unknown;
  /** Relative to the box; default: the repository. */
  readonly cwd?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Looks at what came of it; `$CWD` in texts is the box, not the repository. */
  readonly after?: (box: Sandbox) => unknown;
}

/** A busy machine, and what waits on purpose (a locked index, a signer). */
const LIMIT_MS = 45_000;

export function gitRows(command: Command, rows: readonly GitRow[]): void {
  for (const row of rows) {
    if (RUNTIME === "bun")
      test(
        `${row.name} (in process)`,
        () => check(row, (cwd, env) => runInProcess(command, row.args, { cwd, env: cleanEnvironment(env) })),
        LIMIT_MS,
      );
    test(`${row.name} (${RUNTIME})`, () => check(row, (cwd, env) => runScript(command.contract.name, row.args, { cwd, env })), LIMIT_MS);
  }
}

type Run = (cwd: string, env: Readonly<Record<string, string>>) => ReturnType<typeof runScript>;

async function check(row: GitRow, run: Run): Promise<void> {
  using box = sandbox(row.box);
  await row.setup?.(box);
  const { after, ...want } = row;
  const outcome = await run(box.path(row.cwd ?? box.repo), { ...GIT_ENV, ...row.env });
  expectOutcome(outcome, want, box.root);
  await after?.(box);
}
