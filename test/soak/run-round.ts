/** One round: actors at work on fresh files for a while, then a last write to each file, a last look, and the checker's word. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE } from "../harness/repository.ts";
import type { Runtime } from "../harness/runtime.ts";
import { act } from "./act.ts";
import { type Actor, makeActor } from "./actor.ts";
import { type Arena, allLanes, openArena, type Place, processesIn } from "./arena.ts";
import { undisturbed } from "./call.ts";
import { checkHistory } from "./checker/check-history.ts";
import { type LogRecord, parseLog } from "./checker/records.ts";
import { whileFull } from "./disturbances.ts";
import { Journal } from "./journal.ts";
import { laneName, owned } from "./state-template.ts";

export interface RoundOptions {
  readonly seed: number;
  readonly workers: number;
  readonly withDisk: boolean;
  readonly runtime?: Runtime | undefined;
  /** Asked before each action. */
  goesOn(): boolean;
  /** Told of each call, for those who watch. */
  onCall?(): void;
}

export interface Round {
  readonly records: readonly LogRecord[];
  readonly checked: ReturnType<typeof checkHistory>;
  /** Where log and files are kept; only when something was wrong. */
  readonly keptIn?: string;
}

/** Plays a round and checks it. */
export async function runRound(options: RoundOptions): Promise<Round> {
  await using arena = await openArena(options.workers, options.withDisk);
  await play(arena, options);
  const records = parseLog(readFileSync(arena.logPath, "utf8"));
  const checked = checkHistory(records);
  return { records, checked, ...(checked.tally.faults.length === 0 ? {} : { keptIn: keep(arena, options.seed) }) };
}

async function play(arena: Arena, { seed, workers, runtime, goesOn, onCall = () => undefined }: RoundOptions): Promise<void> {
  using journal = new Journal(arena.logPath, onCall);
  const { places } = arena;
  journal.append({ at: "start", files: places.map(({ file }) => file), lanes: allLanes(arena, workers) });
  const actors = Array.from({ length: workers }, (_, index) => makeActor({ seed, index, count: workers, journal, runtime }));
  await Promise.all(actors.map((actor) => act(actor, places, goesOn)));
  for (const place of places) {
    if (place.file.canBeFull) await whileFull(actors[0]!, place, 0, () => writeAlone(actors[0]!, place, "full, alone"));
    await writeAlone(actors[0]!, place, "last write");
    const text = readFileSync(place.path, "utf8");
    journal.append({ at: "quiet", file: place.file.name, text, names: readdirSync(place.folder), processes: processesIn(place.folder) });
  }
}

/** A write of the first actor, when nobody else is at work. */
async function writeAlone(actor: Actor, place: Place, action: string): Promise<void> {
  const value = actor.value("s");
  await undisturbed(actor, {
    place,
    action,
    program: "x-internal-update-status",
    args: ["--type", "story", "--id", owned(0).story, "--field", "status", "--value", value],
    claim: { kind: "lane", lane: laneName(place.file.name, 0, "status"), values: [value] },
    lockTimeoutMs: 30_000,
  });
}

function keep(arena: Arena, seed: number): string {
  const folder = join(CACHE, "soak", `seed-${seed}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(arena.root, folder, { recursive: true });
  return folder;
}
