/** One call of x-implement-task for one task: finds or begins its run, drives it, says how it ended. */

import { existsSync } from "@std/fs";
import { NotARepositoryError, NoWorkTreeError } from "../../git/git-errors.ts";
import { type Checkout, openCheckout } from "../../git/repository.ts";
import type { HeldLock } from "../../platform/file-lock.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { type Agent, chooseAgent } from "../worker/choose-agent.ts";
import { beginRun } from "./begin-run.ts";
import { runToEnd } from "./engine.ts";
import type { Journal } from "./journal.ts";
import { type Done, doneLine, type Failed, failedLine } from "./result.ts";
import { Run, type TaskWorld } from "./run.ts";
import { loadJournal, lockRun, type RunFolder, runFolder, saveJournal } from "./run-folder.ts";
import { agreedOptions, type RunOptions } from "./run-options.ts";
import type { Subject } from "./subject.ts";
import { TaskFailure } from "./task-failure.ts";

export interface TaskCall {
  readonly subject: Exclude<Subject, { readonly kind: "story" }>;
  readonly operand: string;
  readonly options: RunOptions;
  /** `--agent` as it was given. */
  readonly agentFlag: string | undefined;
  readonly restart: boolean;
  /** The tree that a story works in, absolute. */
  readonly tree?: string;
}

export type TaskEnd = { readonly line: Done } | { readonly line: Failed; readonly failure: TaskFailure };

/** Throws `BusyError`, `AwaitingError`, `UsageError`, and what nobody expected; a failed task is an end like another. */
export async function implementTask(call: TaskCall, world: TaskWorld): Promise<TaskEnd> {
  const { taskId } = call.subject;
  let folder: RunFolder | undefined;
  let lock: HeldLock | undefined;
  let run: Run | undefined;
  try {
    const start = await startCheckout(world);
    folder = runFolder(start.layout.commonDir, taskId);
    lock = await lockRun(folder, taskId, formatTimestamp(world.nowSeconds()), world.signal);
    const kept = call.restart ? undefined : keptRun(folder, call);
    if (kept?.status === "DONE") return { line: doneLine(kept) };
    const journal = kept ?? {
      ...(await beginRun(call.subject, call.operand, call.options, { start, world })),
      givenTree: call.tree ?? null,
    };
    saveJournal(folder, journal);
    run = new Run({ journal, folder, world, start: await runStart(journal, start, world), agent: agentFor(call, journal, world) });
    await runToEnd(run);
    return { line: doneLine(run.journal) };
  } catch (error) {
    const failure = asFailure(error, run);
    return { line: failedLine(taskId, failure, { journal: run?.journal, folder }), failure };
  } finally {
    lock?.release();
  }
}

/** Without the repository's own folder nothing works, whatever failed first. */
function asFailure(error: unknown, run: Run | undefined): TaskFailure {
  if (error instanceof TaskFailure) return error;
  const commonDir = run?.start.layout.commonDir;
  if (commonDir !== undefined && !existsSync(commonDir)) return new TaskFailure("NOT_A_REPOSITORY", `${commonDir} is gone; the run stops`);
  throw error;
}

/** The checkout that the command was started in. Throws `NOT_A_REPOSITORY`. */
export async function startCheckout(world: TaskWorld): Promise<Checkout> {
  try {
    return await openCheckout({ cwd: world.cwd, env: world.env, signal: world.signal });
  } catch (error) {
    const isNone = error instanceof NotARepositoryError || error instanceof NoWorkTreeError;
    throw isNone ? new TaskFailure("NOT_A_REPOSITORY", error.message) : error;
  }
}

/** The run to go on with, if the call agrees with it. One that never got a working tree has done nothing: it begins anew. */
function keptRun(folder: RunFolder, { subject, options }: TaskCall): Journal | undefined {
  const journal = loadJournal(folder);
  if (journal === undefined || journal.status === "ABORTED" || journal.tree === null) return undefined;
  return { ...journal, options: agreedOptions(subject.taskId, journal.options, options) };
}

/** A run is tied to the folder that it was started in: a later call from elsewhere goes on there. */
async function runStart(journal: Journal, here: Checkout, world: TaskWorld): Promise<Checkout> {
  if (journal.startFolder === world.cwd) return here;
  return openCheckout({ cwd: journal.startFolder, env: world.env, signal: world.signal });
}

function agentFor({ agentFlag }: TaskCall, journal: Journal, { env }: TaskWorld): Agent | undefined {
  return chooseAgent({ flag: agentFlag, variable: env.X_SKILLS_AGENT, configured: journal.config.agent });
}
