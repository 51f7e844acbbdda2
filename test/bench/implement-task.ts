/** What the engine itself costs: an honest task of two cycles with a suite that takes no time, against one `git add` and `git commit`. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GIT_ENV } from "../git/sandbox.ts";
import { cleanEnvironment } from "../harness/runtime.ts";
import { type Project, project } from "../implement-task/project.ts";
import { runTask } from "../implement-task/run-task.ts";
import { median } from "./paired.ts";
import { fixed, table } from "./table.ts";

const RUNS = 9;
const AT_MOST = 40;

interface Measured {
  readonly totalMs: number;
  readonly suiteMs: number;
  readonly workerMs: number;
  readonly commitMs: number;
  readonly suites: number;
  readonly workers: number;
}

/** A table of where the time goes, and the ratio against the bar. Compiled binary, in the folder itself (LEGACY). */
export async function taskOverhead(): Promise<string> {
  const runs: Measured[] = [];
  for (let i = -1; i < RUNS; i++) {
    const measured = await measure();
    if (i >= 0) runs.push(measured);
  }
  const own = ({ totalMs, suites, suiteMs, workers, workerMs }: Measured) => totalMs - suites * suiteMs - workers * workerMs;
  const ratio = median(runs.map((run) => own(run) / run.commitMs));
  const { suites, workers } = runs[0]!;
  const git = await gitProcesses();
  const of = (pick: (run: Measured) => number) => fixed(median(runs.map(pick)));
  const rows = [
    ["the whole task", "", of(({ totalMs }) => totalMs)],
    ["test runs", suites, of((run) => run.suites * run.suiteMs)],
    ["workers", workers, of((run) => run.workers * run.workerMs)],
    ["the engine: all the rest", "", of(own)],
    ["of which git (another run, traced)", git.count, fixed(git.ms)],
    ["one `git add` + `git commit`", 2, of(({ commitMs }) => commitMs)],
  ];
  const verdict = ratio <= AT_MOST ? `≤ ${AT_MOST}: bar met` : `> ${AT_MOST}: bar MISSED`;
  return `${table(["part", "processes", "ms"], rows)}\n\nThe engine takes ${fixed(ratio)} times one \`git add\` + \`git commit\` (${verdict}; median of ${RUNS} paired runs). Calls of git: ${git.calls}.`;
}

async function measure(): Promise<Measured> {
  using box = project();
  using other = project();
  mkdirSync(box.path("repo/reports"));
  writeFileSync(box.path("repo/reports/runs"), "");
  const started = performance.now();
  const { last, stderr } = await runTask(box, { runtime: "compiled" });
  const totalMs = performance.now() - started;
  if (last.status !== "DONE") throw new Error(`Cannot time a task that ends with ${JSON.stringify(last)}\n${stderr}`);
  const request = readFileSync(box.path("worker/requests"), "utf8").split("\n")[1]!;
  return {
    totalMs,
    suites: box.read("reports/runs").trimEnd().split("\n").length,
    workers: box.calls().length,
    suiteMs: timed(other, ["sh", "tools/suite.sh"]),
    workerMs: timed(other, ["sh", other.path("worker/run.sh")], request),
    commitMs: timed(other, ["sh", "-c", "echo change >> src/calc.js; git add -- src/calc.js && git commit -q -m change -- src/calc.js"]),
  };
}

/** Median of five. */
function timed(box: Project, words: string[], stdin = ""): number {
  const times = Array.from({ length: 5 }, () => {
    const started = Bun.nanoseconds();
    const { exitCode, stderr } = Bun.spawnSync(words, { cwd: box.path("repo"), env: cleanEnvironment(GIT_ENV), stdin: Buffer.from(stdin) });
    if (exitCode !== 0) throw new Error(`Cannot time ${words.join(" ")}: ${stderr}`);
    return (Bun.nanoseconds() - started) / 1e6;
  });
  return median(times);
}

/** How many git processes a task starts, and how long they run, as git's own trace says. */
async function gitProcesses(): Promise<{ readonly count: number; readonly ms: number; readonly calls: string }> {
  using box = project();
  mkdirSync(box.path("trace"));
  await runTask(box, { runtime: "compiled", env: { GIT_TRACE2_EVENT: box.path("trace") } });
  const names = new Map<string, number>();
  let ms = 0;
  const files = readdirSync(box.path("trace"));
  for (const file of files) {
    const events = readFileSync(join(box.path("trace"), file), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; name?: string; t_abs?: number });
    const name = events.find(({ event }) => event === "cmd_name")?.name ?? "?";
    names.set(name, (names.get(name) ?? 0) + 1);
    ms += (events.findLast(({ event }) => event === "atexit")?.t_abs ?? 0) * 1000;
  }
  const calls = [...names].sort(([, a], [, b]) => b - a).map(([name, count]) => `${name} ${count}`);
  return { count: files.length, ms, calls: calls.join(", ") };
}

if (import.meta.main) process.stdout.write(`${await taskOverhead()}\n`);
