/** Long runs of the reading skills, small in the tests and full in test/proof. */
import { writeFileSync } from "node:fs";
import { runScript } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import { type Tree, tree } from "../harness/tree.ts";
import { storyText } from "../story/story-text.ts";

export interface Result {
  readonly faults: readonly string[];
  /** What a person wants to know of the run, by its name and unit. */
  readonly measured: Readonly<Record<string, number>>;
}

const LOAD = "x-internal-load-story-context";
const RESUME = "x-internal-resume-story";
const ARGS = ["--story-id", "story-0049-0011", "--context-path", "f"];
const TASKS = Array.from({ length: 8 }, (_, i) => `TASK-0049-0011-00${i + 1}`);
const BLOCKERS = ["story-0049-0001", "story-0049-0002"];
/** Forty equal letters: a mixture of two writes would show. */
const SHA = /^([a-z])\1{39}$/;
const shaOf = (round: number) => String.fromCharCode(97 + (round % 26)).repeat(40);

function stateText(): string {
  const task = { status: "DONE", commitSha: shaOf(0), completedAt: "2026-01-01T00:00:00Z" };
  const tasks = Object.fromEntries(TASKS.map((id) => [id, task]));
  const others = Array.from({ length: 60 }, (_, i) => [`story-0048-00${10 + i}`, { status: "DONE", tasks }]);
  const blockers = BLOCKERS.map((id) => [id, { status: "DONE" }]);
  return JSON.stringify(
    { version: 1, stories: { ...Object.fromEntries([...others, ...blockers]), "story-0049-0011": { status: "IN_PROGRESS", tasks } } },
    null,
    2,
  );
}

/** `writers` programs update the state one after another each, until `reads` of each skill are done and `seconds` are over. */
export async function readersAmongWriters(runtime: Runtime, options: { writers: number; reads: number; seconds: number }): Promise<Result> {
  using dir = tree({ "f/story-0049-0011.md": storyText({ blockedBy: BLOCKERS.join(", ") }), "f/execution-state.json": stateText() });
  const faults: string[] = [];
  const started = performance.now();
  let writes = 0;
  let reads = 0;
  let reading = true;
  const writer = async (number: number) => {
    for (let round = 0; reading; round++, writes++) {
      const node =
        round % 2 === 0
          ? ["--type", "task", "--id", TASKS[number % 8]!, "--set", `commitSha=${shaOf(writes)}`, "--set", "completedAt=now"]
          : ["--type", "story", "--id", BLOCKERS[number % 2]!, "--field", "status", "--value", writes % 2 === 0 ? "DONE" : "MERGED"];
      const { code, stderr } = await runScript("x-internal-update-status", ["--file", "f/execution-state.json", ...node], {
        cwd: dir.root,
        runtime,
      });
      if (code !== 0) faults.push(`a writer: exit ${code} ${stderr}`);
    }
  };
  const reader = async () => {
    while (reads < 2 * options.reads || performance.now() - started < options.seconds * 1000) {
      const name = reads++ % 2 === 0 ? LOAD : RESUME;
      const { code, stdout, stderr } = await runScript(name, ARGS, { cwd: dir.root, runtime });
      const fault = code !== 0 || stderr !== "" ? `exit ${code} ${stderr}` : name === LOAD ? loadFault(stdout) : resumeFault(stdout);
      if (fault !== undefined) faults.push(`${name}: ${fault}`);
    }
  };
  const writing = Array.from({ length: options.writers }, (_, number) => writer(number));
  await Promise.all([reader(), reader(), reader(), reader()]);
  reading = false;
  await Promise.all(writing);
  return { faults, measured: { writers: options.writers, reads, writes, seconds: (performance.now() - started) / 1000 } };
}

function loadFault(stdout: string): string | undefined {
  const { dependencies } = JSON.parse(stdout) as { dependencies: readonly { id: string; status: string }[] };
  const isWhole =
    dependencies.length === 2 && dependencies.every(({ id, status }, i) => id === BLOCKERS[i] && /^(DONE|MERGED)$/.test(status));
  return isWhole ? undefined : stdout;
}

function resumeFault(stdout: string): string | undefined {
  const { resumePoint, tasksCompleted } = JSON.parse(stdout) as {
    resumePoint: string;
    tasksCompleted: readonly { id: string; commitSha: string }[];
  };
  const isWhole =
    resumePoint === "all-done" &&
    tasksCompleted.length === 8 &&
    tasksCompleted.every(({ id, commitSha }, i) => id === TASKS[i] && SHA.test(commitSha));
  return isWhole ? undefined : stdout;
}

/** The two stories of the issue: one line, and 200,000 headings at 5 MB. */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  "one line": (bytes) => "word | ".repeat(bytes / 7),
  headings: (bytes) => "## 8. Tasks and some more\n".repeat(bytes / 25).slice(0, bytes),
};

export interface GrowthOptions {
  readonly bytes: number;
  /** Of each size the best of so many runs counts, as other programs run beside this one. */
  readonly runs: number;
  /** What a time may be off by. */
  readonly slackMs: number;
}

/** Times of one story in three sizes up to `bytes`; twice the size may take at most three times as long. */
export async function growth(runtime: Runtime, { bytes, runs, slackMs }: GrowthOptions): Promise<Result> {
  using dir = tree({ f: { dir: true } });
  const faults: string[] = [];
  const measured: Record<string, number> = {};
  for (const [title, textOf] of Object.entries(TEXTS)) {
    const times: number[] = [];
    for (const size of [bytes / 4, bytes / 2, bytes]) {
      const ms = await readingMs(dir, runtime, textOf(size), runs);
      measured[`${title}, ${(size / 1e6).toFixed(2)} MB, ms`] = ms;
      times.push(ms);
    }
    const [quarter, half, whole] = times as [number, number, number];
    if (whole > 3 * half + slackMs || half > 3 * quarter + slackMs)
      faults.push(`${title}: ${times.map(Math.round).join(", ")} ms for a quarter, a half and the whole`);
  }
  return { faults, measured };
}

async function readingMs(dir: Tree, runtime: Runtime, text: string, runs: number): Promise<number> {
  writeFileSync(dir.path("f/story-0049-0011.md"), text);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    const { code, stderr } = await runScript(LOAD, ARGS, { cwd: dir.root, runtime });
    if (code !== 0) throw new Error(`exit ${code}: ${stderr}`);
    best = Math.min(best, performance.now() - started);
  }
  return best;
}
