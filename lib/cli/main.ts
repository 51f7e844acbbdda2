/**
 * The only place that touches argv, the standard streams, signals and the exit code (S6).
 * Signals only ask: a write under way is finished and answered first, a wait ends at once, and the driver returns 128 + n.
 */
import process from "node:process";
import { existsSync } from "@std/fs";
import { resolve } from "@std/path";
import { InterruptedError } from "../errors.ts";
import { readStandardInput } from "../platform/read-file.ts";
import { prepareWriting, writeAll } from "../platform/write-all.ts";
import type { Command } from "./command.ts";
import { COMMON } from "./exit.ts";
import type { Host } from "./host.ts";

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type SignalName = keyof typeof SIGNALS;

/** Longer output can fill a pipe (64 KiB); while it waits for the reader a signal must be able to end the program. */
const MAY_BLOCK = 32 * 1024;

/** Runs the command on this process and sets its exit code; returns at once. */
export function main(run: Command, argv: readonly string[] = process.argv.slice(2)): void {
  const interrupt = new AbortController();
  const onSignal = (name: SignalName) => interrupt.abort(new InterruptedError(SIGNALS[name]));
  const failed = (error: unknown) => {
    process.exitCode = run.contract.internalErrorCode ?? COMMON.SOFTWARE.code;
    writeAll(2, `internal error: ${String(error).replaceAll("\n", " ")}\n`);
  };
  process.on("uncaughtException", failed);
  listen(onSignal);
  prepareWriting()
    .then(() => run(realHost(argv, interrupt.signal, onSignal)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch(failed)
    .finally(() => unlisten(onSignal));
}

function realHost(argv: readonly string[], signal: AbortSignal, onSignal: (name: SignalName) => void): Host {
  const cwd = process.cwd();
  return {
    argv,
    cwd,
    env: process.env,
    signal,
    out: (text) => {
      if (text.length <= MAY_BLOCK) return writeAll(1, text);
      unlisten(onSignal);
      writeAll(1, text);
      listen(onSignal);
    },
    err: (text) => writeAll(2, text),
    stdin: readStandardInput,
    isTerminal: (fd) => process.getBuiltinModule("node:tty").isatty(fd),
    enter: (dir) => {
      const path = resolve(cwd, dir);
      return existsSync(path, { isDirectory: true }) ? path : undefined;
    },
    nowSeconds: () => fixedNow(process.env.X_SKILLS_NOW) ?? Math.floor(Date.now() / 1000),
  };
}

function listen(onSignal: (name: SignalName) => void): void {
  for (const name of Object.keys(SIGNALS)) process.on(name, onSignal);
}

function unlisten(onSignal: (name: SignalName) => void): void {
  for (const name of Object.keys(SIGNALS)) process.removeListener(name, onSignal);
}

/** Epoch seconds for tests (spec page 0, Time); anything that is not a whole number counts as not set. */
function fixedNow(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
