/** One round: actors at work on fresh files for a while, then a last write to each file, a last look, and the checker's word. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CACHE } from "../harness/repository.ts";
import type { Runtime } from "../harness/runtime.ts";
import { act } from "./act.ts";
import { makeActor } from "./actor.ts";
import { type Arena, allLanes, openArena, processesIn } from "./arena.ts";
import { undisturbed } from "./call.ts";
import { checkHistory } from "./checker/check-history.ts";
import { type LogRecord, parseLog } from "./checker/records.ts";
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
    const [file, value] = [place.file.name, actors[0]!.value("s")];
    await undisturbed(actors[0]!, {
      place,
      action: "last write",
      program: "x-internal-update-status",
      args: ["--type", "story", "--id", owned(0).story, "--field", "status", "--value", value],
      claim: { kind: "lane", lane: laneName(file, 0, "status"), values: [value] },
      lockTimeoutMs: 30_000,
    });
    const text = readFileSync(place.path, "utf8");
    journal.append({ at: "quiet", file, text, names: readdirSync(place.folder), processes: processesIn(place.folder) });
  }
}

function keep(arena: Arena, seed: number): string {
  const folder = join(CACHE, "soak", `seed-${seed}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(arena.root, folder, { recursive: true });
  return folder;
}
