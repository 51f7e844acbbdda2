/** From the flags of x-implement-task to its last line: one task, a story's tasks, or a question about a run. */
import { UsageError } from "../../errors.ts";
import { storyFolder } from "../../story/story-folder.ts";
import { AwaitingError } from "./awaiting.ts";
import { abortTask, taskStatus } from "./control.ts";
import { dryRun } from "./dry-run.ts";
import type { ImplementLine } from "./envelopes.ts";
import { implementTask, type TaskEnd } from "./implement-task.ts";
import { initTask } from "./init-task.ts";
import { failedLine } from "./result.ts";
import type { TaskWorld } from "./run.ts";
import type { RunOptions } from "./run-options.ts";
import { implementStory } from "./story-run.ts";
import { type Subject, subjectOf } from "./subject.ts";
import { BusyError, TaskFailure } from "./task-failure.ts";

/** The skill's flags, by their names on the command line. */
export interface ImplementFlags {
  readonly operand: string;
  readonly worktree: boolean;
  readonly "no-ci-watch": boolean;
  readonly orchestrated: boolean;
  readonly interactive: boolean;
  readonly "allow-baseline-red": boolean;
  readonly "target-branch"?: string | undefined;
  readonly "context-path"?: string | undefined;
  readonly "feature-id"?: string | undefined;
  readonly "epic-id"?: string | undefined;
  readonly config?: string | undefined;
  readonly agent?: string | undefined;
  readonly init: boolean;
  readonly "dry-run": boolean;
  readonly status: boolean;
  readonly abort: boolean;
  readonly restart: boolean;
}

type ExitName = "FAILED" | "PHASE_GATE_FAILED" | "PHASE_GATE_MALFORMED" | "PHASE_GATE_TIMEOUT" | "AWAITING";

export type End =
  /** Exit 0. */
  | { readonly line: ImplementLine; readonly exit?: never; readonly message: string }
  /** Without a line: it has been printed. */
  | { readonly line?: ImplementLine; readonly exit: ExitName; readonly message: string };

/** `emit` gets the lines before the last one. Throws `UsageError` and what nobody expected. */
export async function implement(flags: ImplementFlags, world: TaskWorld, emit: (line: ImplementLine) => void): Promise<End> {
  const subject = subjectOf(flags.operand, { isBugFolder: isBugFolder(flags, world) });
  if (flags.orchestrated && flags.worktree) throw new UsageError("--orchestrated goes without --worktree");
  try {
    if (flags.status) return ok(await taskStatus(idOf(subject), world));
    if (flags.abort) return ok(await abortTask(idOf(subject), world));
    if (flags.init) return ok(await initTask(subject, optionsOf(flags), world));
    if (flags["dry-run"]) return ok(await dryRun(subject, optionsOf(flags), world));
    const call = { operand: flags.operand, options: optionsOf(flags), agentFlag: flags.agent, restart: flags.restart };
    if (subject.kind === "story") return endOf(await implementStory({ ...call, subject }, world, emit));
    return endOf(await implementTask({ ...call, subject }, world));
  } catch (error) {
    if (error instanceof AwaitingError)
      return { exit: "AWAITING", message: `Waiting for ${error.request.step} of ${error.request.taskId}` };
    if (error instanceof BusyError) {
      const { taskId, pid, since, message } = error;
      return { line: { status: "BUSY", taskId, pid, since }, exit: "AWAITING", message };
    }
    if (error instanceof TaskFailure)
      return endOf({ line: failedLine(idOf(subject), error, { journal: undefined, folder: undefined }), failure: error });
    throw error;
  }
}

function ok(line: ImplementLine): End {
  return { line, message: "" };
}

/** A gate's failure has an exit code of its own. */
function endOf(end: TaskEnd): End {
  if (!("failure" in end)) return ok(end.line);
  const { code, message } = end.failure;
  const exit = code === "PHASE_GATE_FAILED" || code === "PHASE_GATE_MALFORMED" || code === "PHASE_GATE_TIMEOUT" ? code : "FAILED";
  return { line: end.line, exit, message: `${code}: ${message}` };
}

function idOf(subject: Subject): string {
  return subject.kind === "story" ? subject.storyId : subject.taskId;
}

function isBugFolder(flags: ImplementFlags, { cwd }: TaskWorld): boolean {
  return flags["context-path"] !== undefined && storyFolder(flags, cwd).isGiven;
}

function optionsOf(flags: ImplementFlags): RunOptions {
  return {
    worktree: flags.worktree,
    noCiWatch: flags["no-ci-watch"],
    orchestrated: flags.orchestrated,
    interactive: flags.interactive,
    allowBaselineRed: flags["allow-baseline-red"],
    targetBranch: flags["target-branch"] ?? null,
    contextPath: flags["context-path"] ?? null,
    featureId: flags["feature-id"] ?? null,
    epicId: flags["epic-id"] ?? null,
    config: flags.config ?? null,
  };
}
