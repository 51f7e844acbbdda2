/** One call of the worker, with what else it might have done in mind. */
import { atomicWrite } from "../../platform/atomic-write.ts";
import { openOutputLog } from "../../platform/output-log.ts";
import type { JsonObject } from "../../state/json-document.ts";
import type { WorkerRequest } from "../worker/request.ts";
import { runWorker } from "../worker/run-worker.ts";
import { editedElsewhere, otherTrees } from "./other-trees.ts";
import { answerFile } from "./request.ts";
import type { Run } from "./run.ts";
import { TaskFailure } from "./task-failure.ts";

/** How a call of the worker ended. */
export interface WorkerEnd {
  /** The answer of a step that changes no file. */
  readonly answer: JsonObject | undefined;
  /** Why it failed; it may have changed files all the same. */
  readonly failure: string | undefined;
  readonly lastLine: string | undefined;
}

/** Asks and waits. Throws `TaskFailure` for a worker that does not end: asking again would take as long. */
export async function askWorker(run: Run, request: WorkerRequest): Promise<WorkerEnd> {
  const agent = run.agent!;
  const { worker: timeoutSeconds, workerIdle: idleSeconds } = run.config.timeouts;
  const before = await otherTrees(run);
  const log = openOutputLog(run.folder.log);
  run.world.note(`${request.kind.toUpperCase()}${request.cycle === null ? "" : ` cycle ${request.cycle.n}`}: asking ${agent.name}`);
  const outcome = await runWorker(agent, request, {
    env: run.childEnv,
    signal: run.world.signal,
    limits: { timeoutSeconds, idleSeconds },
    onOutput: log.write,
    beforeStart: run.beforeStart,
  }).finally(() => log.close());
  run.remember({ child: null });
  for (const path of editedElsewhere(before, await otherTrees(run))) {
    run.world.warn(`files changed in another worktree while the worker ran: ${path}`);
  }
  if (outcome.status === "timeout") throw new TaskFailure("WORKER_TIMEOUT", outcome.reason);
  if (outcome.status !== "finished") return { answer: undefined, failure: outcome.reason, lastLine: undefined };
  const file = answerFile(run, request.kind);
  if (file !== null && outcome.object !== undefined) atomicWrite(file, `${JSON.stringify(outcome.object)}\n`, { fsync: false });
  run.update({ open: { ...run.journal.open!, workerEnded: true } });
  if (outcome.summary !== undefined) run.world.note(outcome.summary);
  return { answer: file === null ? undefined : outcome.object, failure: undefined, lastLine: outcome.lastLine };
}
