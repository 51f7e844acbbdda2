/** The request of a creative step, for a worker and for the caller of step mode. */
import { join } from "@std/path";
import { shellQuoted } from "../../shell-quote.ts";
import type { WorkerKind, WorkerRequest } from "../worker/request.ts";
import type { Awaiting } from "./awaiting.ts";
import type { LastRun } from "./journal.ts";
import type { Step } from "./program.ts";
import { promptFor } from "./prompts.ts";
import type { Run } from "./run.ts";
import { optionWords } from "./run-options.ts";
import { shownCommand } from "./run-suite.ts";

/** What a step adds to the request. */
export interface Extras {
  readonly coverage: WorkerRequest["coverage"];
  /** The reviewers' scope. */
  readonly scope: string | null;
}

/** As a worker reads it on its standard input. */
export function workerRequest(run: Run, step: Step, kind: WorkerKind, extras: Extras): WorkerRequest {
  const { taskId, open, context, files } = run.journal;
  const facts = {
    kind,
    taskId,
    role: run.toolchain.stack === "maven" || run.toolchain.stack === "gradle" ? "java-developer" : "general",
    cycle: step.cycle === 0 ? null : run.cycle(step.cycle),
    attempt: open?.attempt ?? 1,
    cwd: run.work.top,
    allowedPaths: allowedPaths(run, kind),
    files: { task: files.task, plan: files.plan, story: files.story },
    context,
    lastRun: open?.lastRun ?? null,
    coverage: extras.coverage,
  } as const;
  const scope = extras.scope === null ? "" : `Scope: ${extras.scope}.\n`;
  return { ...facts, prompt: scope + promptFor(facts) };
}

/** As the caller of step mode reads it on standard output; `answer` is the file to write, where the step has one. */
export function awaiting(run: Run, request: WorkerRequest, answer = answerFile(run, request.kind)): Awaiting {
  const { kind, taskId, cycle, attempt, prompt, cwd, allowedPaths: allowed, lastRun } = request;
  return {
    status: "AWAITING",
    step: kind.toUpperCase(),
    taskId,
    cycle: cycle?.n ?? null,
    attempt,
    test: cycle?.test ?? null,
    prompt: answer === null ? prompt : `${prompt}Write the answer to ${answer}.\n`,
    cwd,
    allowedPaths: [...allowed],
    verify: shownCommand(run.toolchain.test.command),
    lastRun: lastRun as LastRun | null,
    answerFile: answer,
    next: nextCommand(run),
  };
}

/** Where the answer of a step that changes no file is written; null for the others. */
export function answerFile(run: Run, kind: WorkerKind): string | null {
  return kind === "plan" || kind === "review" ? join(run.folder.path, `answer-${kind}.json`) : null;
}

/** The full command with every flag of this run. */
function nextCommand(run: Run): string {
  const { operand, options, startFolder } = run.journal;
  return shellQuoted([...run.world.self, operand, ...optionWords(options), "-C", startFolder]);
}

function allowedPaths(run: Run, kind: WorkerKind): readonly string[] {
  const tests = run.toolchain.testGlobs;
  switch (kind) {
    case "red":
    case "coverage":
      return tests;
    case "green":
    case "refactor":
      return ["**", ...tests.map((glob) => `!${glob}`)];
    case "plan":
    case "review":
      return [];
  }
}
