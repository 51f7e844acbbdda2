/** What happens around the programs: holders of the lock, a disk that is full, clocks that step, files of writers that died. */
import { appendFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Actor } from "./actor.ts";
import { DISK_KB, type Place } from "./arena.ts";
import { undisturbed } from "./call.ts";
import { STATE } from "./state-template.ts";

/** A shell that holds the lock for a moment; now and then longer than most of the others wait. */
export async function holdLock(actor: Actor, place: Place): Promise<void> {
  const kind = actor.random() < 0.7 ? "-x" : "-s";
  const seconds = actor.random() < 0.05 ? 8 : 0.05 + actor.random() * 0.6;
  const words = ["flock", "-w", "10", "-F", kind, `${STATE}.lock`, "sleep", seconds.toFixed(2)];
  const claim = { kind: "none" } as const;
  const lockTimeoutMs = 10_000 + seconds * 1000;
  await undisturbed(actor, { place, action: `shell flock ${kind}`, program: "flock", args: [], words, claim, lockTimeoutMs });
}

/** Fills the disk for a moment, to the last block or nearly. */
export async function fillDisk(actor: Actor, place: Place): Promise<void> {
  if (!place.file.canBeFull) return stepClock(actor, place);
  const sparedKb = actor.random() < 0.5 ? 0 : Math.floor(actor.random() * 16);
  await whileFull(actor, place, sparedKb, () => Bun.sleep(100 + actor.random() * 700));
}

/** Does something while no more than `sparedKb` of the disk are free, and frees the rest afterwards. */
export async function whileFull(
  { journal, index }: Actor,
  { folder }: Place,
  sparedKb: number,
  doThis: () => Promise<void>,
): Promise<void> {
  const ballast = join(folder, `ballast-${index}`);
  journal.note("disk filled");
  try {
    fill(ballast, DISK_KB - sparedKb);
    await doThis();
  } finally {
    rmSync(ballast, { force: true });
  }
}

function fill(path: string, maxKb: number): void {
  try {
    for (let kb = 0; kb < maxKb; kb++) appendFileSync(path, "b".repeat(1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

const [PAST, FUTURE] = [0, 4_102_444_800];

/** Gives the state, the lock, a story or a temporary file a time between 1970 and 2100. */
export async function stepClock({ journal, random, pick }: Actor, { folder }: Place): Promise<void> {
  const seconds = PAST + Math.floor(random() * FUTURE);
  const path = join(folder, pick(readdirSync(folder)));
  try {
    utimesSync(path, seconds, seconds);
    journal.note("file time stepped");
  } catch {
    // A temporary file that has been renamed or removed since.
  }
}

/** What a writer leaves that was killed long ago. */
export async function leaveTemporary({ journal, random }: Actor, { folder }: Place): Promise<void> {
  const digits = Array.from({ length: 16 }, () => Math.floor(random() * 16).toString(16)).join("");
  journal.note("temporary file left");
  try {
    writeFileSync(join(folder, `.${STATE}.${digits}.tmp`), '{"half": ');
  } catch (error) {
    // On a full disk it is left all the same, empty.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
