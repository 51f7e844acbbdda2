/** Drives a task by what the skill prints and how it exits, and by nothing else, as a coding agent in its own loop does. */
import { chmodSync, writeFileSync } from "node:fs";
import { run } from "../harness/run-script.ts";
import { commandLine } from "../harness/runtime.ts";
import type { Project } from "./project.ts";
import { runTask, SKILL, type TaskOptions, type TaskOutcome, taskEnvironment, withLines } from "./run-task.ts";

/** One line of a request in step mode. */
export interface Awaiting {
  readonly status: "AWAITING";
  readonly step: "PLAN" | "RED" | "GREEN" | "REFACTOR" | "COVERAGE" | "REVIEW";
  readonly taskId: string;
  readonly cycle: number | null;
  readonly attempt: number;
  readonly prompt: string;
  readonly cwd: string;
  readonly answerFile: string | null;
  readonly next: string;
}

const MOST_CALLS = 40;

/** Puts the skill into the project's `bin` under its name, since `next` calls it so. */
export function installSkill(box: Project): void {
  const words = commandLine(SKILL).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  writeFileSync(`${box.bin}/${SKILL}`, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`);
  chmodSync(`${box.bin}/${SKILL}`, 0o755);
}

/** The request that the outcome shows. */
export function awaiting(outcome: TaskOutcome): Awaiting | undefined {
  return outcome.code === 75 && outcome.last.status === "AWAITING" ? (outcome.last as unknown as Awaiting) : undefined;
}

/** Calls once more, by the line that was printed, from an unrelated folder. */
export async function callNext(box: Project, { next }: Awaiting): Promise<TaskOutcome> {
  return withLines(await run(["sh", "-c", next], { cwd: box.root, env: taskEnvironment(box) }));
}

/** Does one step the way the project's worker does it; what it prints is the answer of PLAN and REVIEW. */
export async function doStep(box: Project, { step, taskId, cycle, attempt, cwd, answerFile }: Awaiting): Promise<void> {
  const request = { kind: step.toLowerCase(), taskId, role: "general", cycle: cycle === null ? null : { n: cycle, test: "" }, attempt };
  const { code, stderr, stdout } = await run(["sh", box.path("worker/run.sh")], {
    cwd,
    stdin: JSON.stringify(request),
    env: taskEnvironment(box),
  });
  if (code !== 0) throw new Error(`The scripted worker failed at ${step}: ${stderr}`);
  if (answerFile !== null) writeFileSync(answerFile, stdout);
}

/** From the first call to the first that does not wait for a step; every outcome in order. */
export async function drive(box: Project, options: TaskOptions = {}): Promise<readonly TaskOutcome[]> {
  installSkill(box);
  const outcomes = [await runTask(box, { ...options, agent: "none" })];
  for (let open = awaiting(outcomes[0]!); open !== undefined; open = awaiting(outcomes.at(-1)!)) {
    if (outcomes.length > MOST_CALLS) throw new Error(`No end after ${MOST_CALLS} calls: ${JSON.stringify(open)}`);
    await doStep(box, open);
    outcomes.push(await callNext(box, open));
  }
  return outcomes;
}
