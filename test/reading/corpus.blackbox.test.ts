/** Every story of real planning data, answered as its table of truth says; both skills end as their pages document. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../lib/cli/command.ts";
import { run as load } from "../../scripts/x-internal-load-story-context.ts";
import { run as resume } from "../../scripts/x-internal-resume-story.ts";
import { ROOT } from "../harness/repository.ts";
import { runInProcess } from "../harness/run-in-process.ts";
import { type Outcome, runScript } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";

const CORPUS = join(ROOT, "../shared/corpus");
const TRUTH = join(CORPUS, "truth.tsv");
const present = existsSync(TRUTH);
if (!present) process.stderr.write("skipped: the corpus is not here (../shared/corpus)\n");

/** The words that mean done when a caller of that project asks. */
const DONE = /^(done|merged|complete|concluída|concluida|success)$/i;
/** Where the table is wrong, and why: none so far. */
const DISAGREEMENTS: Readonly<Record<string, string>> = {};
/** Of each epic every fourth (sixteenth) story is also asked of the real program; `X_SKILLS_CORPUS=all` asks all. */
const STEP = process.env.X_SKILLS_CORPUS === "all" ? 1 : RUNTIME === "compiled" ? 4 : 16;

interface Truth {
  readonly id: string;
  readonly dependencies: readonly { readonly id: string; readonly status: string }[];
  readonly scenarios: number;
  readonly taskHeadings: number;
}

interface Context {
  readonly dependencies: unknown;
  readonly scenarioCount: number;
  readonly taskCount: number;
}

function readTruth(): readonly Truth[] {
  const [, ...rows] = readFileSync(TRUTH, "utf8").trimEnd().split("\n");
  return rows.map((row) => {
    const [id, ids, statuses, , scenarios, headings] = row.split("\t") as [string, string, string, string, string, string];
    const found = statuses.split(",");
    const dependencies = ids === "-" ? [] : ids.split(",").map((blocker, i) => ({ id: blocker, status: found[i]! }));
    return { id, dependencies, scenarios: Number(scenarios), taskHeadings: Number(headings) };
  });
}

const truths = present ? readTruth().filter(({ id }) => DISAGREEMENTS[id] === undefined) : [];
const epicOf = (id: string) => `plans/epic-${id.slice(6, 10)}`;

/** The state file of the story's epic; undefined when there is none. */
function stateOf(id: string): { readonly stories?: unknown } | undefined {
  const path = join(CORPUS, epicOf(id), "execution-state.json");
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}

type Run = (command: Command, args: readonly string[]) => Promise<Outcome>;

async function checkLoad(truth: Truth, run: Run): Promise<void> {
  const args = ["--story-id", truth.id, "--context-path", epicOf(truth.id)];
  const gate = await run(load, [...args, "--done-status", "SUCCESS"]);
  const unmet = truth.dependencies.find(({ status }) => !DONE.test(status));
  const said = unmet === undefined ? "" : `Blocker ${unmet.id} is ${unmet.status}`;
  expect([truth.id, lastLine(gate.stderr), gate.code]).toEqual([truth.id, said, unmet === undefined ? 0 : 2]);
  const open = truth.dependencies.flatMap(({ status }) => ["--done-status", status]);
  const { stdout } = await run(load, [...args, ...open]);
  const { dependencies, scenarioCount, taskCount } = JSON.parse(stdout) as Context;
  expect({ dependencies, scenarioCount, taskCount } as object).toEqual({
    dependencies: truth.dependencies,
    scenarioCount: truth.scenarios,
    taskCount: truth.taskHeadings,
  });
}

async function checkResume({ id }: Truth, run: Run): Promise<void> {
  const { code, stdout } = await run(resume, ["--story-id", id, "--context-path", epicOf(id), "--done-status", "SUCCESS"]);
  const stories = stateOf(id)?.stories;
  const isThere = typeof stories === "object" && stories !== null && Object.hasOwn(stories, id);
  expect([id, code, stdout === ""]).toEqual([id, stateOf(id) === undefined ? 1 : isThere ? 0 : 2, !isThere]);
}

function lastLine(stderr: string): string {
  return stderr.split("\n").findLast((line) => line !== "" && !line.startsWith("warn: ")) ?? "";
}

const inProcess: Run = (command, args) => runInProcess(command, args, { cwd: CORPUS });
const spawned: Run = (command, args) => runScript(command.contract.name, args, { cwd: CORPUS });

describe.skipIf(!present)(`${truths.length} stories`, () => {
  for (const epic of new Set(truths.map(({ id }) => epicOf(id)))) {
    const stories = truths.filter(({ id }) => epicOf(id) === epic);
    const inThisProcess = async () => {
      for (const truth of stories) await Promise.all([checkLoad(truth, inProcess), checkResume(truth, inProcess)]);
    };
    if (RUNTIME === "bun") test(`${epic} (in process)`, inThisProcess);
    test(`${epic} (${RUNTIME})`, async () => {
      for (const truth of stories.filter((_, i) => i % STEP === 0))
        await Promise.all([checkLoad(truth, spawned), checkResume(truth, spawned)]);
    });
  }
});
