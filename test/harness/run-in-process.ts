import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "../../lib/cli/command.ts";
import type { Host } from "../../lib/cli/host.ts";
import { OutputError } from "../../lib/errors.ts";
import type { Outcome } from "./run-script.ts";

export interface InProcessOptions {
  readonly cwd: string;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The wall clock; `X_SKILLS_NOW` in `env` is the real host's business. */
  readonly nowSeconds?: number;
  readonly signal?: AbortSignal;
  readonly isTerminal?: boolean;
  /** stdout takes nothing and fails with this reason. */
  readonly stdoutFails?: string;
}

const ENCODER = new TextEncoder();

/** Runs a command in this process through a fake host, so that failures have stacks and coverage sees it. */
export async function runInProcess(command: Command, args: readonly string[], options: InProcessOptions): Promise<Outcome> {
  let stdout = "";
  let stderr = "";
  const { cwd, stdin = "", env = {}, stdoutFails } = options;
  const fixed = env.X_SKILLS_NOW === undefined ? undefined : Number(env.X_SKILLS_NOW);
  const host: Host = {
    argv: args,
    cwd,
    env,
    signal: options.signal ?? new AbortController().signal,
    out(text) {
      if (stdoutFails !== undefined) throw new OutputError(stdoutFails);
      stdout += text;
    },
    err(text) {
      stderr += text;
    },
    stdin: () => (typeof stdin === "string" ? ENCODER.encode(stdin) : stdin),
    isTerminal: () => options.isTerminal ?? false,
    enter: (dir) => enter(resolve(cwd, dir)),
    nowSeconds: () => options.nowSeconds ?? fixed ?? Math.floor(Date.now() / 1000),
  };
  const code = await command(host);
  return { stdout, stderr, code };
}

function enter(path: string): string | undefined {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
}
