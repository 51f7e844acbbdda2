import { cleanEnvironment, commandLine, RUNTIME, type Runtime } from "./runtime.ts";

/** How a program ended. `code` is null when a signal ended it. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
  readonly signal?: string;
}

export interface RunOptions {
  readonly cwd: string;
  /** Absent: /dev/null. */
  readonly stdin?: string | Uint8Array;
  /** On top of the clean environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly runtime?: Runtime;
  /** An open descriptor in place of the pipe that is read into the outcome. */
  readonly stdout?: number;
  /** After that the program is killed, which no test accepts. */
  readonly timeoutMs?: number;
}

/** A program that is still running; at the end of an `await using` block it is killed if need be. */
export interface Background extends AsyncDisposable {
  readonly pid: number;
  kill(signal: NodeJS.Signals): void;
  readonly outcome: Promise<Outcome>;
}

const TIMEOUT_MS = 60_000;

/** Starts a program on the chosen runtime and returns at once. */
export function startScript(name: string, args: readonly string[], options: RunOptions): Background {
  return start([...commandLine(name, options.runtime ?? RUNTIME), ...args], options);
}

/** Runs the real program on the chosen runtime, to its end. */
export async function runScript(name: string, args: readonly string[], options: RunOptions): Promise<Outcome> {
  await using program = startScript(name, args, options);
  return await program.outcome;
}

/** Starts any program in the same clean environment: a shell, git, flock. */
export function start(words: string[], { cwd, stdin, env, stdout: descriptor, timeoutMs = TIMEOUT_MS }: RunOptions): Background {
  const child = Bun.spawn(words, {
    cwd,
    env: cleanEnvironment(env),
    stdin: stdin === undefined ? "ignore" : Buffer.from(stdin as string),
    stdout: descriptor ?? "pipe",
    stderr: "pipe",
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const ended = async (): Promise<Outcome> => {
    const [stdout, stderr] = await Promise.all([textOf(child.stdout), new Response(child.stderr).text(), child.exited]);
    if (child.signalCode !== null) return { stdout, stderr, code: null, signal: String(child.signalCode) };
    return { stdout, stderr, code: child.exitCode };
  };
  const outcome = ended();
  return {
    pid: child.pid,
    kill: (signal) => child.kill(signal),
    outcome,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await outcome;
    },
  };
}

/** Runs any program in the same clean environment, to its end. */
export async function run(words: string[], options: RunOptions): Promise<Outcome> {
  await using program = start(words, options);
  return await program.outcome;
}

async function textOf(stream: ReadableStream<Uint8Array<ArrayBuffer>> | number | undefined): Promise<string> {
  return stream instanceof ReadableStream ? await new Response(stream).text() : "";
}
