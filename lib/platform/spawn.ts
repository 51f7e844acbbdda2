/**
 * Purpose: the one place that starts other programs. Each child gets an argv array, a clean environment, an empty or given
 *   standard input, and a session and process group of its own, so that nothing can ask at the terminal and all of it can be ended.
 * Does not: use a shell, but for a user's own command line (`commandArgv`).
 * Ends: by itself, at `timeoutMs`, after `idle.ms` without output, or when `signal` is aborted: TERM to the group, KILL after `graceMs`.
 *   A process that outlives the child in its group is ended too, unless `leftovers` says to leave it.
 * Failures: `MissingProgramError`; `IoError` when it cannot be started; the signal's own error. A status other than 0 is no failure here.
 */
import type { ChildProcess } from "node:child_process";
import process from "node:process";
import { IoError, MissingProgramError } from "../errors.ts";
import { type Captured, OutputBuffer } from "./captured-output.ts";
import type { Channels, Sink } from "./channels.ts";
import { openChannels } from "./child-channels.ts";
import { childEnvironment, type Environment } from "./child-environment.ts";
import { type Cause, ChildWatch, type Limits } from "./child-watch.ts";
import { findProgram } from "./find-program.ts";
import { reasonOf } from "./io-error.ts";
import { endMembers, type GroupRecord, groupExists, isEmptyWithin, recordGroup } from "./process-group.ts";
import { fileStatus } from "./read-file.ts";

export interface SpawnOptions extends Limits {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Environment;
  /** Set on top of what is left of `env` when it has been cleaned, so it may hold a repository's variables. */
  readonly addedEnv?: Environment;
  readonly signal: AbortSignal;
  /** Absent: nothing to read. */
  readonly stdin?: string | Uint8Array;
  readonly graceMs?: number;
  /** Of each stream; what is beyond is counted, not kept. */
  readonly keepBytes?: number;
  readonly leftovers?: "end" | "leave";
  /** For commands that git itself calls: the repository's variables stay. */
  readonly keepRepository?: boolean;
  /** Gets every chunk as it comes, for a log. */
  readonly onOutput?: Sink;
  /** Called with the group before the program's first instruction; when we die in it, the program never runs. */
  readonly beforeStart?: (group: GroupRecord) => void;
}

export interface Ended {
  /** Exactly one of `code` and `signal` is set. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** Why it ended: by itself, or which limit was reached. */
  readonly cause: Cause;
  readonly stdout: Captured;
  readonly stderr: Captured;
  /** A process of the group outlived the child, or one held its output open; false when the group was told to end. */
  readonly hadLeftovers: boolean;
  readonly elapsedMs: number;
}

const GRACE_MS = 5_000;
const KEEP_BYTES = 1024 * 1024;
/** The rest of a pipeline may die a moment after its shell. */
const DYING_MS = 50;

/** Waits for one line on descriptor 3, then becomes the program: the pid stays. At end of file it ends without a trace. */
const GATE = ["/bin/sh", "-c", 'read -r _ <&3 && exec "$@" 3<&-', "sh"];

/** The words for a command as the user wrote it: an argv array, or a line for `sh -c`, passed unchanged. */
export function commandArgv(command: string | readonly string[]): readonly string[] {
  return typeof command === "string" ? ["sh", "-c", command] : command;
}

/** Runs a program to its end. */
export async function spawn(argv: readonly string[], options: SpawnOptions): Promise<Ended> {
  const { signal, stdin, leftovers = "end", keepBytes = KEEP_BYTES, graceMs = GRACE_MS } = options;
  signal.throwIfAborted();
  const program = programOf(argv, options);
  const startedAt = performance.now();
  const channels = await openChannels(typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin);
  const child = await start([program, ...argv.slice(1)], channels, options);
  const pgid = child.pid!;
  const exit = exitOf(child);
  const watch = new ChildWatch(pgid, graceMs, signal, options);
  const output = { stdout: new OutputBuffer(keepBytes), stderr: new OutputBuffer(keepBytes) };
  channels.attach(child, (stream, chunk) => {
    watch.heard();
    output[stream].add(chunk);
    attempt(watch, () => options.onOutput?.(stream, chunk));
  });
  attempt(watch, () => openGate(child, options));
  const { code, signal: endedBy } = await exit;
  const wasAsked = watch.stop();
  const isHeld = await channels.finish();
  const isLeft = groupExists(pgid) && !(await isEmptyWithin(pgid, DYING_MS));
  if (isLeft && (wasAsked || leftovers === "end")) await endMembers(pgid, graceMs);
  signal.throwIfAborted();
  if (watch.failure !== undefined) throw watch.failure.error;
  return {
    code,
    signal: endedBy,
    cause: watch.cause,
    stdout: output.stdout.captured(),
    stderr: output.stderr.captured(),
    hadLeftovers: !wasAsked && (isHeld || isLeft),
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

/** A caller's function that fails ends the child; `spawn` then throws what it threw. */
function attempt(watch: ChildWatch, act: () => void): void {
  try {
    act();
  } catch (error) {
    watch.fail(error);
  }
}

function programOf([name = ""]: readonly string[], { env, cwd }: SpawnOptions): string {
  if (fileStatus(cwd)?.isDirectory !== true) throw new IoError(`run ${name} in`, cwd, "no such directory");
  const program = findProgram(name, env, cwd);
  if (program === undefined) throw new MissingProgramError(name);
  return program;
}

/** Resolves when the child is there; a failure to start it becomes an `IoError`. */
function start(argv: readonly string[], channels: Channels, options: SpawnOptions): Promise<ChildProcess> {
  const { cwd, beforeStart, keepRepository = false } = options;
  const [file, ...args] = beforeStart === undefined ? argv : [...GATE, ...argv];
  const stdio = beforeStart === undefined ? [...channels.stdio] : [...channels.stdio, "pipe" as const];
  const env = childEnvironment(options.env, cwd, { keepRepository, added: options.addedEnv });
  const failed = (error: unknown) => {
    channels.abandon();
    return new IoError("run", argv[0]!, reasonOf(error));
  };
  return new Promise((resolve, reject) => {
    try {
      const child = process.getBuiltinModule("node:child_process").spawn(file!, args, { cwd, env, detached: true, stdio });
      if (child.pid !== undefined) return resolve(child);
      child.once("error", (error) => reject(failed(error)));
    } catch (error) {
      reject(failed(error));
    }
  });
}

function openGate(child: ChildProcess, { beforeStart }: SpawnOptions): void {
  if (beforeStart === undefined) return;
  const gate = child.stdio[3] as NodeJS.WritableStream;
  gate.on("error", () => undefined);
  beforeStart(recordGroup(child.pid!));
  gate.end("\n");
}

function exitOf(child: ChildProcess): Promise<{ code: number | undefined; signal: string | undefined }> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
  });
}
