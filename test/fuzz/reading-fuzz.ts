/** Runs both reading skills on one mutated folder after the other and says what they did wrong. */
import { writeFileSync } from "node:fs";
import type { Command } from "../../lib/cli/command.ts";
import { run as load } from "../../scripts/x-internal-load-story-context.ts";
import { run as resume } from "../../scripts/x-internal-resume-story.ts";
import { seeded } from "../harness/random.ts";
import { runInProcess } from "../harness/run-in-process.ts";
import { type Outcome, runScript } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";
import { mutatedState, mutatedStory, type Random } from "./mutations.ts";

const LIMIT_MS = 1000;
const CODES: readonly (number | null)[] = [0, 1, 2, 65];
/** In turn: as a feature's story, with every kit flag, as a bug's story. */
const FOLDERS = ["f", "f", "bugs/b"];
const FLAGS: readonly (readonly string[])[] = [[], ["--done-status", "SUCCESS"], []];

export interface FuzzResult {
  readonly runs: number;
  readonly slowestMs: number;
  /** How often each code came. */
  readonly codes: ReadonlyMap<number | null, number>;
  readonly faults: readonly string[];
}

/** `count` folders from `seed` on; `runtimes` are started too, and must answer to the byte as this process does. */
export async function fuzzReading(seed: number, count: number, runtimes: readonly Runtime[] = []): Promise<FuzzResult> {
  using dir = tree({ f: { dir: true }, "bugs/b": { dir: true } });
  const faults: string[] = [];
  const codes = new Map<number | null, number>();
  let slowestMs = 0;
  for (let i = seed; i < seed + count; i++) {
    const random = seeded(i);
    const folder = FOLDERS[i % FOLDERS.length]!;
    writeFolder(random, dir.path(folder));
    for (const command of [load, resume]) {
      const args = ["--story-id", "story-0049-0011", "--context-path", folder, ...FLAGS[i % FLAGS.length]!, ...extraFlags(command, i)];
      const started = performance.now();
      const outcome = await runInProcess(command, args, { cwd: dir.root });
      const ms = performance.now() - started;
      slowestMs = Math.max(slowestMs, ms);
      codes.set(outcome.code, (codes.get(outcome.code) ?? 0) + 1);
      const wrong = [...faultsOf(outcome), ...(ms > LIMIT_MS ? [`took ${Math.round(ms)} ms`] : [])];
      for (const runtime of runtimes)
        wrong.push(...differences(outcome, await runScript(command.contract.name, args, { cwd: dir.root, runtime }), runtime));
      faults.push(...wrong.map((fault) => `seed ${i}, ${command.contract.name}: ${fault}`));
    }
  }
  return { runs: 2 * count, slowestMs, codes, faults };
}

function writeFolder(random: Random, folder: string): void {
  writeFileSync(`${folder}/story-0049-0011.md`, mutatedStory(random));
  writeFileSync(`${folder}/story-0049-0001.md`, mutatedStory(random));
  writeFileSync(`${folder}/execution-state.json`, mutatedState(random));
}

function extraFlags(command: Command, i: number): readonly string[] {
  return command === load && i % 3 === 1 ? ["--reasons"] : [];
}

function faultsOf({ stdout, stderr, code }: Outcome): string[] {
  const faults: string[] = [];
  if (!CODES.includes(code)) faults.push(`exit ${code}: ${stderr}`);
  if (/internal error|^ {4}at |\[object |undefined|NaN/m.test(stderr)) faults.push(`stderr: ${stderr}`);
  const lines = stderr.split("\n");
  const said = lines.slice(0, -1).filter((line) => !/^(?:warn|reason): /.test(line));
  if (lines.at(-1) !== "" || said.length !== (code === 0 ? 0 : 1))
    faults.push(`stderr has ${said.length} lines beside warnings: ${stderr}`);
  if (code === 0 ? !isOneLineOfJson(stdout) : stdout !== "") faults.push(`stdout: ${stdout}`);
  return faults;
}

function isOneLineOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return text.indexOf("\n") === text.length - 1;
  } catch {
    return false;
  }
}

function differences(here: Outcome, there: Outcome, runtime: Runtime): string[] {
  const same = here.code === there.code && here.stdout === there.stdout && here.stderr === there.stderr;
  return same ? [] : [`${runtime} says ${JSON.stringify(there)}, this process ${JSON.stringify(here)}`];
}
