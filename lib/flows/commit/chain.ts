/**
 * Purpose: format, lint and compile before a commit, each by the project's own command, in this order.
 * Does not: touch the index. The first step that fails ends the chain.
 */
import { IoError, MissingProgramError } from "../../errors.ts";
import { lastLine } from "../../git/run-git.ts";
import type { Environment } from "../../platform/child-environment.ts";
import { commandArgv, type Ended, spawn } from "../../platform/spawn.ts";
import { ChainFailedError } from "./commit-errors.ts";

export const CHAIN_STEPS = ["format", "lint", "compile"] as const;
type ChainStepName = (typeof CHAIN_STEPS)[number];

export interface Chain {
  /** A step without a command is skipped. */
  readonly commands: { readonly [step in ChainStepName]?: string | readonly string[] | undefined };
  /** Absolute: where the commands run. */
  readonly cwd: string;
  /** For each command; 0: no limit. */
  readonly timeoutMs: number;
}

export interface ChainStep {
  readonly step: ChainStepName;
  readonly status: "passed" | "skipped";
  readonly ms: number;
}

/** Runs the chain; `note` is told of each step as it begins. Throws `ChainFailedError`. */
export async function runChain(
  chain: Chain,
  { env, signal, note }: { readonly env: Environment; readonly signal: AbortSignal; readonly note: (text: string) => void },
): Promise<readonly ChainStep[]> {
  const steps: ChainStep[] = [];
  for (const step of CHAIN_STEPS) {
    const command = chain.commands[step];
    if (command === undefined) {
      steps.push({ step, status: "skipped", ms: 0 });
      continue;
    }
    note(step);
    const ended = await started(step, () => spawn(commandArgv(command), { cwd: chain.cwd, env, signal, timeoutMs: chain.timeoutMs }));
    if (ended.code !== 0) throw failed(step, ended, chain.timeoutMs);
    steps.push({ step, status: "passed", ms: ended.elapsedMs });
  }
  return steps;
}

/** A program that is not there, or a folder, is the step's failure and not ours. */
async function started(step: ChainStepName, run: () => Promise<Ended>): Promise<Ended> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof MissingProgramError || error instanceof IoError) throw new ChainFailedError(step, error.message, "");
    throw error;
  }
}

function failed(step: ChainStepName, { code, signal, cause, stdout, stderr }: Ended, timeoutMs: number): ChainFailedError {
  const output = `${stdout.text}${stderr.text}`;
  if (cause === "timeout") return new ChainFailedError(step, `no end after ${timeoutMs / 1000} s`, output);
  const line = lastLine(stderr.text) ?? lastLine(stdout.text);
  return new ChainFailedError(step, line ?? (signal === undefined ? `status ${code}` : `ended by ${signal}`), output);
}
