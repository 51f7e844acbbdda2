/**
 * Purpose: asks a worker for one step, within its limits, and reports how it ended. Its process group ends with it.
 * Does not: judge what it did (git and the tests do), or throw for a worker that fails: a failed worker is an outcome.
 */
import { MissingProgramError } from "../../errors.ts";
import type { Environment } from "../../platform/child-environment.ts";
import { commandArgv, type Ended, type SpawnOptions, spawn } from "../../platform/spawn.ts";
import { watchActivity } from "../../platform/tree-activity.ts";
import { readAnswer, type WorkerAnswer } from "./answer.ts";
import type { Agent } from "./choose-agent.ts";
import type { WorkerRequest } from "./request.ts";

interface WorkerLimits {
  /** The whole call; 0: no limit. */
  readonly timeoutSeconds: number;
  /** Neither output nor a changed file; 0: no limit. */
  readonly idleSeconds: number;
}

export interface WorkerRun extends Pick<SpawnOptions, "signal" | "onOutput" | "beforeStart" | "graceMs"> {
  readonly env: Environment;
  readonly limits: WorkerLimits;
}

export type WorkerOutcome =
  | ({ readonly status: "finished" } & WorkerAnswer)
  /** `reason` is one line; the worker may have changed files all the same. */
  | { readonly status: "failed" | "timeout"; readonly reason: string };

/** Bytes of output that are kept to find the answer in; a log gets all of it through `onOutput`. */
const KEEP_BYTES = 4 * 1024 * 1024;

/** One call of the worker. Throws only the signal's own error, and `IoError` when its folder is gone. */
export async function runWorker(agent: Agent, request: WorkerRequest, run: WorkerRun): Promise<WorkerOutcome> {
  const activity = watchActivity(request.cwd, run.limits.idleSeconds * 1000);
  try {
    const ended = await spawn(commandArgv(agent.command), {
      cwd: request.cwd,
      env: workerEnvironment(agent, request, run.env),
      signal: run.signal,
      stdin: agent.input === "prompt" ? request.prompt : JSON.stringify(request),
      keepBytes: KEEP_BYTES,
      timeoutMs: run.limits.timeoutSeconds * 1000,
      idle: activity.limit,
      onOutput: (stream, chunk) => {
        activity.heard();
        run.onOutput?.(stream, chunk);
      },
      ...(run.beforeStart === undefined ? {} : { beforeStart: run.beforeStart }),
      ...(run.graceMs === undefined ? {} : { graceMs: run.graceMs }),
    });
    return outcomeOf(agent, ended, run.limits);
  } catch (error) {
    if (!(error instanceof MissingProgramError)) throw error;
    return { status: "failed", reason: `worker ${agent.name} cannot be started: no such program` };
  }
}

/** Tests and tools of the worker can tell that they run in a task; a run within a run has no worker of its own. */
function workerEnvironment({ without }: Agent, { taskId }: WorkerRequest, env: Environment): Environment {
  const removed = Object.fromEntries(["X_SKILLS_AGENT", ...without].map((name) => [name, undefined]));
  return { ...env, ...removed, X_SKILLS_RUN: taskId };
}

function outcomeOf({ name }: Agent, ended: Ended, { timeoutSeconds, idleSeconds }: WorkerLimits): WorkerOutcome {
  const { code, signal, cause, stdout, stderr } = ended;
  if (cause === "timeout") return { status: "timeout", reason: `worker ${name} ran longer than ${timeoutSeconds}s` };
  if (cause === "idle") return { status: "timeout", reason: `worker ${name} was idle for ${idleSeconds}s: no output, no file change` };
  const answer = readAnswer(stdout.text);
  if (code === 0) return { status: "finished", ...answer };
  const how = signal === undefined ? `exit status ${code}` : `signal ${signal}`;
  const said = readAnswer(stderr.text).lastLine ?? answer.lastLine;
  return { status: "failed", reason: `worker ${name} failed with ${how}${said === undefined ? "" : `: ${said}`}` };
}
