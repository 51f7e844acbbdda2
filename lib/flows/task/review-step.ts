/** The specialists' exit gate (spec page 6, Phase-3.7): the seed's log lines word for word. */

import { ensureDirSync } from "@std/fs";
import { dirname } from "@std/path";
import { DataError } from "../../errors.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { readTaskFile } from "../../story/task-file.ts";
import { ReviewWorkerError, VerdictsMissingError } from "../review/review-errors.ts";
import { verdictPath } from "../review/review-files.ts";
import { reviewTask } from "../review/review-task.ts";
import { AwaitingError } from "./awaiting.ts";
import type { Step } from "./program.ts";
import { awaiting, workerRequest } from "./request.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";
import { textOf } from "./task-files.ts";

/** Asks the reviewers that the task file names; a task of kind `code-review` has none. */
export async function review(run: Run, step: Step): Promise<void> {
  const { files, taskId, storyId, base, context } = run.journal;
  const task = readTaskFile(files.task === null ? "" : textOf(files.task));
  if (task.type === "code-review") return;
  const scopes = task.expectsReviews;
  const note = (text: string) => run.world.note(`[EXIT-GATE] ${text}`);
  if (scopes.length === 0) return note("No expects-reviews declared — skipping specialist exit gate.");
  const names = scopes.join(",");
  note(`Running specialists: ${names}`);
  const subject = {
    taskId,
    cwd: run.work.top,
    role: "general" as const,
    files: { task: files.task, plan: files.plan, story: files.story },
    context,
  };
  const { worker: timeoutSeconds, workerIdle: idleSeconds } = run.config.timeouts;
  const worker = { env: run.childEnv, signal: run.world.signal, limits: { timeoutSeconds, idleSeconds }, beforeStart: run.beforeStart };
  const reviewer = run.agent === undefined ? undefined : { agent: run.agent, run: worker, onScope: (scope: string) => note(scope) };
  try {
    const timestamp = formatTimestamp(run.world.nowSeconds());
    const { decision } = await reviewTask({ ...subject, storyId: storyId!, scopes, folder: base!, timestamp }, reviewer);
    if (decision === "NO-GO") {
      note(`Task exit gate FAILED — NO-GO from specialists: ${names}`);
      throw new TaskFailure("TASK_EXIT_GATE_FAILED", `NO-GO from specialists: ${names}`);
    }
    note(`Task exit gate PASSED — verdict: ${decision}`);
  } catch (error) {
    if (error instanceof VerdictsMissingError) throw awaitVerdict(run, step, scopes, error);
    throw error instanceof ReviewWorkerError || error instanceof DataError ? new TaskFailure("WORKER_FAILED", error.message) : error;
  } finally {
    run.remember({ child: null });
  }
}

/** Step mode: the caller writes one verdict file for each scope, and is asked for them one after the other. */
function awaitVerdict(run: Run, step: Step, scopes: readonly string[], { paths }: VerdictsMissingError): AwaitingError {
  const { base, taskId } = run.journal;
  const pathOf = (scope: string) => verdictPath(base!, taskId, scope);
  const scope = scopes.find((name) => paths.includes(pathOf(name)))!;
  makeFolder(dirname(pathOf(scope)));
  run.update({ status: "AWAITING" });
  const request = awaiting(run, workerRequest(run, step, "review", { coverage: null, scope }), pathOf(scope));
  run.world.show(request);
  return new AwaitingError(request);
}

/** The caller may then simply write the file. */
function makeFolder(folder: string): void {
  try {
    ensureDirSync(folder);
  } catch {
    throw new TaskFailure("PRECONDITION_FAILED", `${folder} cannot be made: a file is in the way, or it may not be`);
  }
}
