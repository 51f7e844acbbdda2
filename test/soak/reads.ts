/** The reading actions: three skills, and a plain reader that takes no lock. */
import { readFileSync } from "node:fs";
import type { Actor } from "./actor.ts";
import type { Place } from "./arena.ts";
import { type Call, undisturbed } from "./call.ts";
import { laneName, owned, STATE } from "./state-template.ts";

const LOCK_TIMEOUTS = [0.3, 10];

function call(actor: Actor, place: Place, rest: Omit<Call, "place" | "lockTimeoutMs">): Call {
  const seconds = actor.pick(LOCK_TIMEOUTS);
  return { place, ...rest, args: [...rest.args, "--lock-timeout", String(seconds)], lockTimeoutMs: seconds * 1000 };
}

/** Another actor's status. */
export async function readField(actor: Actor, place: Place): Promise<void> {
  const other = actor.anyIndex();
  const args = ["--type", "story", "--id", owned(other).story, "--field", "status", "--read-only", "--file", STATE];
  const claim = { kind: "read", lane: laneName(place.file.name, other, "status"), from: "previousValue" } as const;
  await undisturbed(actor, call(actor, place, { action: "--read-only", program: "x-internal-update-status", args, claim }));
}

/** The commit of another actor's one task. */
export async function resumeStory(actor: Actor, place: Place): Promise<void> {
  const other = actor.anyIndex();
  const args = ["--story-id", owned(other).story, "--context-path", "."];
  const claim = { kind: "read", lane: laneName(place.file.name, other, "task"), from: "lastCommitSha" } as const;
  await undisturbed(actor, call(actor, place, { action: "resume story", program: "x-internal-resume-story", args, claim }));
}

/** A story is blocked by the next actor's, whose status its refusal names. */
export async function loadContext(actor: Actor, place: Place): Promise<void> {
  const other = actor.anyIndex();
  const args = ["--story-id", owned(other).story, "--context-path", "."];
  const lane = laneName(place.file.name, (other + 1) % actor.count, "status");
  const claim = { kind: "read", lane, from: "blocker" } as const;
  await undisturbed(actor, call(actor, place, { action: "load context", program: "x-internal-load-story-context", args, claim }));
}

const LOOKS = 30;

/** Reads the whole file many times in a row, without a lock, and logs each text that is new: nothing else of the driver happens in between. */
export async function readPlainly(actor: Actor, place: Place): Promise<void> {
  let last = "";
  for (let look = 0; look < LOOKS; look++) {
    const text = readFileSync(place.path, "utf8");
    if (text !== last) actor.journal.append({ at: "seen", file: place.file.name, text });
    last = text;
    await Bun.sleep(1);
  }
}
