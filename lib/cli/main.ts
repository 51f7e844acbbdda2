/**
 * The only place that touches argv, the standard streams, signals and the exit code (S6).
 * Signals only ask: a write under way is finished and answered first, a wait ends at once, and the driver returns 128 + n.
 */
import { existsSync } from "@std/fs";
import { resolve } from "@std/path";
import { InterruptedError } from "../errors.ts";
import { discardLoaderLog } from "../platform/loader-log.ts";
import { readStandardInput } from "../platform/read-file.ts";
import { writeAll } from "../platform/write-all.ts";
import type { Command } from "./command.ts";
import type { Contract } from "./contract.ts";
import { escapeLine } from "./escape.ts";
import { failureLine, internalErrorCode } from "./failure-line.ts";
import type { Host } from "./host.ts";

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type SignalName = keyof typeof SIGNALS;

/** Longer output can fill a pipe (64 KiB); while it waits for the reader a signal must be able to end the program. */
const MAY_BLOCK = 32 * 1024;

/** Runs the command on this process and sets its exit code; returns at once. */
export function main(run: Command, argv: readonly string[] = process.argv.slice(2)): void {
  const interrupt = new AbortController();
  const onSignal = (name: SignalName) => interrupt.abort(new InterruptedError(SIGNALS[name]));
  const crash = crashHandler(run.contract, interrupt);
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  listen(onSignal);
  const start = () => run(realHost(argv, interrupt.signal, onSignal));
  const end = (code: number) => {
    process.exitCode ??= code;
  };
  const running = discardLoaderLog()?.then(start) ?? start();
  running.then(end, crash).then(() => unlisten(onSignal));
}

/** An error that reached nobody (a timer, a forgotten promise) is a bug of ours: 70, whatever the command still returns. */
function crashHandler(contract: Contract, interrupt: AbortController): (error: unknown) => void {
  return (error) => {
    if (process.exitCode !== undefined) return;
    const code = internalErrorCode(contract);
    process.exitCode = code;
    writeError(`${escapeLine(failureLine(contract, error, code, process.env.X_SKILLS_DEBUG === "1"))}\n`);
    interrupt.abort(error);
  };
}

/** Nothing more is said after a crash: its line stands alone, and a failure has nothing on stdout. */
function realHost(argv: readonly string[], signal: AbortSignal, onSignal: (name: SignalName) => void): Host {
  const cwd = process.cwd();
  const crashed = () => process.exitCode !== undefined;
  return {
    argv,
    cwd,
    get env() {
      return process.env;
    },
    signal,
    out: (text) => {
      if (crashed()) return;
      if (text.length <= MAY_BLOCK) return writeAll(1, text);
      unlisten(onSignal);
      writeAll(1, text);
      listen(onSignal);
    },
    err: (text) => {
      if (!crashed()) writeAll(2, text);
    },
    stdin: readStandardInput,
    isTerminal: (fd) => process.getBuiltinModule("node:tty").isatty(fd),
    enter: (dir) => {
      const path = resolve(cwd, dir);
      return existsSync(path, { isDirectory: true }) ? path : undefined;
    },
    nowSeconds: () => fixedNow(process.env.X_SKILLS_NOW) ?? Math.floor(Date.now() / 1000),
  };
}

function writeError(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // Nobody is there to read it; the exit code still says it.
  }
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
