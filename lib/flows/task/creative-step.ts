/**
 * Purpose: one creative step: ask (the worker, or the caller of step mode), look at what was really changed, judge it, commit it.
 * Order: the request is in the journal before anyone is asked; a worker that was killed with us is asked again, one that came to its end is
 *   judged; a commit is announced before it is made. So a kill anywhere loses nothing and does nothing twice.
 * Failures: `AwaitingError` in step mode; `TaskFailure` when the attempts are spent, or at once where trying again is senseless.
 */
import { DataError } from "../../errors.ts";
import { snapshotTree } from "../../git/snapshot.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { isObject, type JsonObject } from "../../state/json-document.ts";
import type { WorkerKind } from "../worker/request.ts";
import { askWorker, type WorkerEnd } from "./ask-worker.ts";
import { AwaitingError } from "./awaiting.ts";
import { type CommitWords, commitStep } from "./commit-step.ts";
import { guardTree } from "./guard-tree.ts";
import type { LastRun, OpenRequest } from "./journal.ts";
import type { Step } from "./program.ts";
import { answerFile, awaiting, type Extras, workerRequest } from "./request.ts";
import type { Run } from "./run.ts";
import { changesSince, isStill, type StepChanges } from "./step-changes.ts";
import { type ErrorCode, TaskFailure } from "./task-failure.ts";

/** Why an attempt does not hold. */
export interface Rejection {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly lastRun: LastRun | null;
  /** Trying again is senseless: a suite that is flaky, tests that hang. */
  readonly isFinal: boolean;
}

export interface CreativeStep {
  readonly kind: WorkerKind;
  /** In all. */
  readonly attempts: number;
  readonly extras?: Extras;
  /** What it means when nothing was changed; absent: nothing to do is fine. */
  readonly idle?: { readonly code: ErrorCode; readonly detail: string };
  /** Judges what was changed, or the answer of a step that changes nothing. */
  judge(changes: StepChanges, answer: JsonObject | undefined): Promise<Rejection | undefined>;
  /** How the change is committed; absent: it is not. */
  readonly commit?: CommitWords;
  /** Cleans up after the last attempt failed. */
  giveUp?(changes: StepChanges): Promise<void>;
}

const NO_EXTRAS: Extras = { coverage: null, scope: null };

/** Does the step to its end. Returns true when something was changed. */
export async function performCreative(run: Run, step: Step, creative: CreativeStep): Promise<boolean> {
  let open = await openRequest(run, step, creative);
  for (;;) {
    const ended = await ask(run, step, creative, open);
    open = run.journal.open!;
    await guardTree(run);
    const changes = await changesSince(run, open.tree);
    const isIdle = ended.failure === undefined && answerFile(run, creative.kind) === null && (await isIdleTree(run, open, changes));
    if (isIdle && creative.idle === undefined && changes.all.length === 0) return false;
    if (isIdle && run.agent === undefined) throw awaitAgain(run, step, creative);
    const rejection =
      isIdle || ended.failure !== undefined ? withoutWork(creative, ended, open) : await creative.judge(changes, ended.answer);
    if (rejection === undefined) {
      if (creative.commit !== undefined) await commitStep(run, step, creative.commit, changes);
      return true;
    }
    if (rejection.isFinal || open.attempt >= creative.attempts) await giveUp(run, creative, { rejection, changes });
    open = {
      ...open,
      attempt: open.attempt + 1,
      seen: await snapshotTree(run.work),
      printed: false,
      workerEnded: false,
      ...lastOf(rejection),
    };
    run.update({ open, status: "RUNNING" });
    run.world.note(`${creative.kind.toUpperCase()} does not hold: ${rejection.detail}; attempt ${open.attempt} of ${creative.attempts}`);
  }
}

async function openRequest(run: Run, step: Step, { kind }: CreativeStep): Promise<OpenRequest> {
  const { open } = run.journal;
  if (open !== null && open.step === step.id) return open;
  const tree = await snapshotTree(run.work);
  const made = { step: step.id, kind, attempt: 1, tree, seen: tree, printed: false, workerEnded: false, lastRun: null, verdict: null };
  run.update({ open: made });
  return made;
}

/** Has the step done by the worker, or by the caller: then the first time only prints the request. */
async function ask(run: Run, step: Step, creative: CreativeStep, open: OpenRequest): Promise<WorkerEnd> {
  const { kind, extras = NO_EXTRAS } = creative;
  const file = answerFile(run, kind);
  if (run.agent !== undefined && !open.workerEnded) return askWorker(run, workerRequest(run, step, kind, extras));
  if (run.agent === undefined && !open.printed) throw awaitAgain(run, step, creative);
  const answer = file === null ? undefined : readAnswerFile(file);
  if (run.agent === undefined && file !== null && answer === undefined) throw awaitAgain(run, step, creative);
  if (file !== null) removeIfExists(file);
  return { answer, failure: undefined, lastLine: undefined };
}

/** Killed in between, the next call prints it again. */
function awaitAgain(run: Run, step: Step, { kind, extras = NO_EXTRAS }: CreativeStep): AwaitingError {
  const request = awaiting(run, workerRequest(run, step, kind, extras));
  run.update({ status: "AWAITING" });
  run.world.show(request);
  run.update({ open: { ...run.journal.open!, printed: true } });
  return new AwaitingError(request);
}

function readAnswerFile(path: string): JsonObject | undefined {
  const text = readTextIfExists(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    throw new DataError(`${path}: not valid JSON`);
  }
  throw new DataError(`${path}: expected a JSON object`);
}

/** Whether nothing was done since the request was made. */
async function isIdleTree(run: Run, { tree, seen }: OpenRequest, changes: StepChanges): Promise<boolean> {
  return seen === tree ? changes.all.length === 0 : isStill(run, seen);
}

/** A worker that failed, or that ended without a change, has spent an attempt; what the last change came to still stands. */
function withoutWork({ idle }: CreativeStep, { failure, lastLine }: WorkerEnd, { verdict, lastRun }: OpenRequest): Rejection {
  if (failure !== undefined) return { code: "WORKER_FAILED", detail: failure, lastRun, isFinal: false };
  const said = lastLine === undefined ? "" : `; the worker said: ${lastLine}`;
  if (verdict !== null) return { code: verdict.code, detail: verdict.detail, lastRun, isFinal: false };
  return { code: idle?.code ?? "WORKER_FAILED", detail: `${idle?.detail ?? "nothing was changed"}${said}`, lastRun, isFinal: false };
}

/** The step fails; the next call begins it with fresh attempts, on the tree as it then is. */
async function giveUp(
  run: Run,
  creative: CreativeStep,
  { rejection, changes }: { rejection: Rejection; changes: StepChanges },
): Promise<never> {
  await creative.giveUp?.(changes);
  const seen = creative.giveUp === undefined ? await snapshotTree(run.work) : run.journal.open!.tree;
  run.update({
    open: { ...run.journal.open!, attempt: 1, seen, printed: creative.giveUp === undefined, workerEnded: false, ...lastOf(rejection) },
  });
  throw new TaskFailure(rejection.code, rejection.detail);
}

function lastOf({ code, detail, lastRun }: Rejection): Pick<OpenRequest, "lastRun" | "verdict"> {
  return { lastRun, verdict: { code, detail } };
}
