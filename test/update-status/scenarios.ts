/** What many writers at once must not break. Each scenario returns its faults in words, and what it measured; small in the tests, full in the proof. */
import { readdirSync, readFileSync } from "node:fs";
import { seeded } from "../harness/random.ts";
import { type Outcome, runScript, startScript } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import { tree } from "../harness/tree.ts";
import { S } from "./fixtures.ts";

export interface Result {
  readonly faults: readonly string[];
  readonly measured: Readonly<Record<string, number>>;
}

const name = "x-internal-update-status";
const storyId = (i: number) => `story-0049-${String(i).padStart(4, "0")}`;

/** A state with that many stories, each with a status. */
function bigState(stories: number): string {
  const nodes = Object.fromEntries(Array.from({ length: stories }, (_, i) => [storyId(i), { status: "PENDING", title: `story ${i}` }]));
  return `${JSON.stringify({ version: "1.0", stories: nodes }, null, 2)}\n`;
}

interface Timed {
  readonly outcome: Outcome;
  readonly ms: number;
}

async function timed(runtime: Runtime, cwd: string, args: readonly string[]): Promise<Timed> {
  const started = performance.now();
  const outcome = await runScript(name, args, { cwd, runtime });
  return { outcome, ms: performance.now() - started };
}

/** All at once on different fields of one file: none is lost, all exit 0. */
export async function differentFields(runtime: Runtime, writers: number): Promise<Result> {
  using dir = tree({ [S]: bigState(writers) });
  const runs = await Promise.all(
    Array.from({ length: writers }, (_, i) =>
      timed(runtime, dir.root, ["--type", "story", "--id", storyId(i), "--field", "status", "--value", `W${i}`]),
    ),
  );
  const { stories } = JSON.parse(readFileSync(dir.path(S), "utf8"));
  const faults = runs.flatMap(({ outcome }, i) => [
    ...(outcome.code === 0 && outcome.stderr === "" ? [] : [`writer ${i}: exit ${outcome.code} ${outcome.stderr}`]),
    ...(stories[storyId(i)].status === `W${i}` ? [] : [`writer ${i}: its value is lost`]),
  ]);
  return { faults, measured: { writers, slowestMs: Math.max(...runs.map(({ ms }) => ms)) } };
}

/** All at once on one field with the same `--expect`: exactly one wins, the others exit 5. */
export async function oneWinner(runtime: Runtime, writers: number): Promise<Result> {
  using dir = tree({ [S]: bigState(1) });
  const args = (i: number) => ["--type", "story", "--id", storyId(0), "--field", "status", "--value", `W${i}`, "--expect", "PENDING"];
  const runs = await Promise.all(Array.from({ length: writers }, (_, i) => timed(runtime, dir.root, args(i))));
  const winners = runs.filter(({ outcome }) => outcome.code === 0).length;
  const losers = runs.filter(({ outcome }) => outcome.code === 5).length;
  const faults = winners === 1 && losers === writers - 1 ? [] : [`${winners} winners, ${losers} losers of ${writers}`];
  return { faults, measured: { writers, winners, slowestMs: Math.max(...runs.map(({ ms }) => ms)) } };
}

/** All at once on one field without `--expect`: the previous values form one chain without a gap. */
export async function unbrokenChain(runtime: Runtime, writers: number): Promise<Result> {
  using dir = tree({ [S]: bigState(1) });
  const args = (i: number) => ["--type", "story", "--id", storyId(0), "--field", "status", "--value", `W${i}`];
  const runs = await Promise.all(Array.from({ length: writers }, (_, i) => timed(runtime, dir.root, args(i))));
  const next = new Map(
    runs.map(({ outcome }) => JSON.parse(outcome.stdout)).map(({ previousValue, newValue }) => [previousValue, newValue]),
  );
  let links = 0;
  for (let value = "PENDING"; next.has(value); value = next.get(value)) links++;
  return { faults: links === writers ? [] : [`the chain has ${links} links of ${writers}`], measured: { writers, links } };
}

/** Writers killed with SIGKILL at random moments: the file is whole, what was acknowledged is there, the next write leaves no temporary file. */
export async function killedWriters(runtime: Runtime, writers: number, seed: number): Promise<Result> {
  const random = seeded(seed);
  using dir = tree({ [S]: bigState(200) });
  const faults: string[] = [];
  const alone = await timed(runtime, dir.root, ["--type", "story", "--id", storyId(0), "--field", "status", "--value", "first"]);
  let killed = 0;
  const acknowledged = new Map<number, string>();
  const one = async (i: number) => {
    const story = i % 200;
    await using writer = startScript(name, ["--type", "story", "--id", storyId(story), "--field", `f${i}`, "--value", `v${i}`], {
      cwd: dir.root,
      runtime,
    });
    await Bun.sleep(random() * alone.ms * 2.5);
    writer.kill("SIGKILL");
    const { code, signal, stderr } = await writer.outcome;
    if (signal === "SIGKILL") killed++;
    else if (code === 0) acknowledged.set(i, `v${i}`);
    else faults.push(`writer ${i}: exit ${code} ${stderr}`);
    check(i);
  };
  const check = (i: number) => {
    try {
      JSON.parse(readFileSync(dir.path(S), "utf8"));
    } catch (error) {
      faults.push(`after writer ${i} the file is torn: ${error}`);
    }
  };
  const PARALLEL = 4;
  for (let i = 0; i < writers; i += PARALLEL)
    await Promise.all(Array.from({ length: Math.min(PARALLEL, writers - i) }, (_, k) => one(i + k)));
  const last = await timed(runtime, dir.root, ["--type", "story", "--id", storyId(0), "--field", "status", "--value", "last"]);
  if (last.outcome.code !== 0) faults.push(`the next write: exit ${last.outcome.code} ${last.outcome.stderr}`);
  const { stories } = JSON.parse(readFileSync(dir.path(S), "utf8"));
  for (const [i, value] of acknowledged)
    if (stories[storyId(i % 200)][`f${i}`] !== value) faults.push(`writer ${i} was acknowledged and is lost`);
  const left = readdirSync(dir.root).filter((file) => file !== S && file !== `${S}.lock`);
  if (left.length > 0) faults.push(`left behind: ${left.join(", ")}`);
  return { faults, measured: { writers, killed, acknowledged: acknowledged.size } };
}

/** A writer among readers in a loop gets its turn; no reader sees anything but whole states. */
export async function writersAmongReaders(runtime: Runtime, readers: number, writes: number): Promise<Result> {
  using dir = tree({ [S]: bigState(20), [`${S}.lock`]: "" });
  const faults: string[] = [];
  let reads = 0;
  let writing = true;
  const reader = async () => {
    while (writing) {
      const { outcome } = await timed(runtime, dir.root, ["--type", "story", "--id", storyId(1), "--read-only"]);
      reads++;
      if (outcome.code !== 0 || outcome.stderr !== "") faults.push(`a reader: exit ${outcome.code} ${outcome.stderr}`);
    }
  };
  const loops = Array.from({ length: readers }, reader);
  const times: number[] = [];
  for (let i = 0; i < writes; i++) {
    const { outcome, ms } = await timed(runtime, dir.root, [
      "--type",
      "story",
      "--id",
      storyId(1),
      "--field",
      "status",
      "--value",
      `W${i}`,
    ]);
    if (outcome.code !== 0) faults.push(`writer ${i}: exit ${outcome.code} ${outcome.stderr}`);
    times.push(ms);
  }
  writing = false;
  await Promise.all(loops);
  return { faults, measured: { readers, reads, writes, slowestWriteMs: Math.max(...times) } };
}
