/** The commit of a step, made once: announced in the journal before, recognised after a kill by its parent and subject. */
import { resolve } from "@std/path";
import { readText } from "../../git/run-git.ts";
import { changesFrom } from "../../git/snapshot.ts";
import { commitChanges } from "../commit/commit-changes.ts";
import { ChainFailedError, CommitFailedError, CommitPathError, NothingStagedError } from "../commit/commit-errors.ts";
import type { MessageParts } from "../commit/commit-message.ts";
import { stampOf } from "./guard-tree.ts";
import type { Journal } from "./journal.ts";
import { finished, type Step, stepsOf } from "./program.ts";
import type { Run } from "./run.ts";
import { committable, type StepChanges } from "./step-changes.ts";
import { TaskFailure } from "./task-failure.ts";

export interface CommitWords extends Pick<MessageParts, "type" | "subject" | "body"> {
  /** RED: what is not written yet does not build. */
  readonly skipCompile: boolean;
}

/** Commits what the step changed, and nothing else that is in the tree. */
export async function commitStep(run: Run, step: Step, words: CommitWords, changes: StepChanges): Promise<void> {
  const paths = await uncommitted(run, committable(run, changes));
  const before = new Set(run.journal.dirtyBefore);
  const kept = changes.all.filter(({ path }) => before.has(path)).length;
  if (kept > 0) run.world.warn(`${kept} file(s) that were changed before the run stay out of the commit`);
  if (paths.length > 0) await commitPaths(run, step, words, paths);
}

/** After a failure the user may have committed some of the step's work. */
async function uncommitted(run: Run, paths: readonly string[]): Promise<readonly string[]> {
  if (!run.hasAdopted) return paths;
  const open = new Set((await changesFrom(run.work, "HEAD")).map(({ path }) => path));
  return paths.filter((path) => open.has(path));
}

/** Commits these paths, seen from the top of the tree. Commit and end of the step are one entry in the journal, unless the step has more to do. */
export async function commitPaths(run: Run, step: Step, words: CommitWords, paths: readonly string[]): Promise<void> {
  const { type, subject, body, skipCompile } = words;
  const { scope, lastCommit } = run.journal;
  const { format, lint, compile } = run.toolchain;
  const commands = { format, lint, compile: skipCompile ? undefined : compile };
  const chain = { commands, cwd: resolve(run.work.top, run.config.workdir), timeoutMs: run.config.timeouts.command * 1000 };
  run.update({ intent: { kind: "commit", step: step.id, parent: lastCommit!, subject: `${type}(${scope}): ${subject}` } });
  try {
    const request = { type, scope, subject, body, paths, amend: false, chain, canSign: true };
    const { sha } = await commitChanges({ ...run.work, env: run.childEnv }, request, { warn: run.world.warn, note: () => undefined });
    commitMade(run, step, sha);
  } catch (error) {
    const sha = await announcedCommit(run);
    if (sha !== undefined) return commitMade(run, step, sha);
    run.update({ intent: null });
    throw asFailure(error);
  }
}

function commitMade(run: Run, step: Step, sha: string): void {
  const subject = run.journal.intent?.subject;
  run.update({ ...entryOf(run, step), lastCommit: sha });
  run.indexStamp = stampOf(run.work);
  run.world.note(`Committed ${sha.slice(0, 12)} ${subject}`);
}

/** HEAD, if it is the commit that the journal announces: made before a kill, or after it by a git that outlived the killed call. */
async function announcedCommit(run: Run): Promise<string | undefined> {
  const { intent } = run.journal;
  if (intent === null) return undefined;
  const [sha, parent, subject] = (await readText(run.work, ["log", "-1", "--format=%H%n%P%n%s"])).split("\n");
  return parent === intent.parent && subject === intent.subject ? sha : undefined;
}

/** After a kill between the commit and its entry in the journal: the commit that was announced is taken as made, and its step as finished. */
export async function settleIntent(run: Run): Promise<void> {
  const { intent } = run.journal;
  if (intent === null) return;
  const sha = await announcedCommit(run);
  const step = stepsOf(run.journal).find(({ id }) => id === intent.step);
  if (sha === undefined || step === undefined) return run.update({ intent: null });
  run.world.note(`Found the commit of '${step.id}', which was made before the run was interrupted`);
  run.update({ ...entryOf(run, step), lastCommit: sha });
}

/** The final commit's step goes on to the files that git does not track. */
function entryOf({ journal }: Run, step: Step): Partial<Journal> {
  return step.kind === "final-commit" ? { intent: null } : finished(journal, step);
}

function asFailure(error: unknown): unknown {
  if (error instanceof CommitFailedError) return new TaskFailure("COMMIT_FAILED", error.message, error.kind);
  if (error instanceof ChainFailedError) return new TaskFailure("COMMIT_FAILED", error.message, `chain-${error.step}`);
  const isNothing = error instanceof NothingStagedError || error instanceof CommitPathError;
  return isNothing ? new TaskFailure("COMMIT_FAILED", error.message, "nothing-to-commit") : error;
}
