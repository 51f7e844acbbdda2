/** Runs that are killed with SIGKILL at random moments and called again each time, until they are done (page 7, case 27). */
import { seeded } from "../harness/random.ts";
import type { Outcome } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import { branches, changes, commitsOf, leftovers, taskBranch, taskState } from "./observed.ts";
import { CALC } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { startTask, type TaskOptions, withLines } from "./run-task.ts";
import { type Awaiting, doStep } from "./step-mode.ts";

export interface KilledRuns {
  readonly faults: readonly string[];
  /** How often a run was killed, in how many tasks, which took how many calls in all. */
  readonly kills: number;
  readonly tasks: number;
  readonly calls: number;
}

interface Undisturbed {
  readonly commits: string;
  /** Of the longest call: with a worker there is only one. */
  readonly elapsedMs: number;
}

const CREATE = [CALC.id, "--worktree", "--no-ci-watch"];
/** In the folder itself, in a worktree, and step by step. */
const MODES: readonly TaskOptions[] = [{ args: [CALC.id] }, { args: CREATE }, { args: CREATE, agent: "none" }];
const MOST_CALLS = 300;
/** Kills of one task after which the moments spread over twice the time: the machine may be busier than when it was measured. */
const WIDER_AFTER = 12;

const MOST_FAULTS = 5;

/** At least `kills` kills, over as many tasks as that takes, in each mode by turns; ends early after five faults. */
export async function killedRuns(runtime: Runtime, kills: number, seed: number): Promise<KilledRuns> {
  const random = seeded(seed);
  const faults: string[] = [];
  const references = await Promise.all(MODES.map((mode) => undisturbed({ ...mode, runtime })));
  const sum = { kills: 0, tasks: 0, calls: 0 };
  for (; sum.kills < kills && faults.length < MOST_FAULTS; sum.tasks++) {
    const mode = sum.tasks % MODES.length;
    using box = project();
    const run = await untilDone(
      box,
      { ...MODES[mode]!, runtime },
      (kills) => random() * references[mode]!.elapsedMs * 2 ** Math.floor(kills / WIDER_AFTER),
    );
    sum.kills += run.kills;
    sum.calls += run.calls;
    const at = `task ${sum.tasks + 1} (mode ${mode + 1}), killed ${run.kills} times at ${run.moments.map(Math.round).join(", ")} ms`;
    const found = run.faults.length > 0 ? run.faults : compare(box, references[mode]!.commits);
    faults.push(...found.map((fault) => `${at}: ${fault}`));
  }
  return { faults, ...sum };
}

async function undisturbed(options: TaskOptions): Promise<Undisturbed> {
  using box = project();
  const { longestMs, faults } = await untilDone(box, options, () => Number.POSITIVE_INFINITY);
  if (faults.length > 0) throw new Error(`The undisturbed run ${faults[0]}`);
  return { commits: commitsOf(box), elapsedMs: longestMs };
}

interface OneTask {
  readonly faults: readonly string[];
  readonly kills: number;
  readonly calls: number;
  readonly longestMs: number;
  readonly moments: readonly number[];
}

async function untilDone(box: Project, options: TaskOptions, moment: (kills: number) => number): Promise<OneTask> {
  const moments: number[] = [];
  let longestMs = 0;
  for (let calls = 1; calls <= MOST_CALLS; calls++) {
    const started = performance.now();
    await using program = startTask(box, options);
    const afterMs = moment(moments.length);
    const wasOver = await isOverWithin(program.outcome, afterMs);
    if (!wasOver) {
      program.kill("SIGKILL");
      moments.push(afterMs);
      await actOn(box, await program.outcome);
      continue;
    }
    longestMs = Math.max(longestMs, performance.now() - started);
    const outcome = withLines(await program.outcome);
    if (await actOn(box, outcome)) continue;
    const faults =
      outcome.last.status === "DONE" && outcome.code === 0 ? [] : [`ended with ${outcome.code}: ${outcome.stdout}${outcome.stderr}`];
    return { faults, kills: moments.length, calls, longestMs, moments };
  }
  return { faults: [`no end after ${MOST_CALLS} calls`], kills: moments.length, calls: MOST_CALLS, longestMs, moments };
}

/** A caller does the step that it was shown, also when the program was killed right after. Returns whether there was one. */
async function actOn(box: Project, { stdout }: Outcome): Promise<boolean> {
  const line = stdout.endsWith("\n") ? stdout.trimEnd().split("\n").at(-1)! : "{}";
  const said: { readonly status?: string } = JSON.parse(line === "" ? "{}" : line);
  if (said.status !== "AWAITING") return false;
  await doStep(box, said as Awaiting);
  return true;
}

async function isOverWithin(outcome: Promise<unknown>, ms: number): Promise<boolean> {
  const over = outcome.then(() => true);
  return ms === Number.POSITIVE_INFINITY ? await over : await Promise.race([over, Bun.sleep(ms).then(() => false)]);
}

/** What differs from the undisturbed run. */
function compare(box: Project, commits: string): readonly string[] {
  const branch = taskBranch(box);
  const found = commitsOf(box, branch);
  const left = [...leftovers(box), ...changes(box), ...branches(box).filter((name) => name !== "develop" && name !== branch)];
  const { status, commitSha } = taskState(box);
  return [
    ...(found === commits ? [] : [`other commits:\n${found}\ninstead of\n${commits}`]),
    ...(left.length === 0 ? [] : [`left over: ${left.join(", ")}`]),
    ...(status === "DONE" && commitSha === box.git(["rev-parse", branch]) ? [] : [`the state says ${status} ${commitSha}`]),
  ];
}
