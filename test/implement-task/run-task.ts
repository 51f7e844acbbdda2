import { delimiter } from "node:path";
import { GIT_ENV } from "../git/sandbox.ts";
import { type Background, type Outcome, type RunOptions, startScript } from "../harness/run-script.ts";
import { CALC } from "./planning.ts";
import type { Project } from "./project.ts";

export const SKILL = "x-implement-task";

export interface TaskOptions extends Partial<RunOptions> {
  /** Default: the task `CALC`. */
  readonly args?: readonly string[];
  /** `worker`: the scripted one; `none`: step mode. */
  readonly agent?: "worker" | "none";
}

export interface TaskOutcome extends Outcome {
  /** The last line of stdout. */
  readonly last: Readonly<Record<string, unknown>>;
  /** All lines of stdout. */
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/** What the skill starts with; the clock stands still, the project's own `bin` comes first. */
export function taskEnvironment(box: Project): Record<string, string> {
  return { ...GIT_ENV, X_SKILLS_NOW: "1767225600", PATH: [box.bin, process.env.PATH].join(delimiter) };
}

/** Starts it and returns at once. */
export function startTask(box: Project, options: TaskOptions = {}): Background {
  const { args = [CALC.id], agent = "worker", cwd = box.repo, env, ...rest } = options;
  const worker = agent === "worker" ? ["--agent", box.agent] : [];
  return startScript(SKILL, [...args, ...worker], { ...rest, cwd: box.path(cwd), env: { ...taskEnvironment(box), ...env } });
}

/** Runs it to its end. */
export async function runTask(box: Project, options: TaskOptions = {}): Promise<TaskOutcome> {
  await using program = startTask(box, options);
  return withLines(await program.outcome);
}

/** The outcome with its stdout read as JSON lines; a line that is none is a failure of the test. */
export function withLines(outcome: Outcome): TaskOutcome {
  const lines = outcome.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { ...outcome, lines, last: lines.at(-1) ?? {} };
}
