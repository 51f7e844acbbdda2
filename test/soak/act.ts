/** What an actor does next, drawn from its seed. */
import type { Actor } from "./actor.ts";
import type { Place } from "./arena.ts";
import { fillDisk, holdLock, leaveTemporary, stepClock } from "./disturbances.ts";
import { loadContext, readField, readPlainly, resumeStory } from "./reads.ts";
import { writeBatch, writeByShell, writeChain, writeExtra, writeGate, writeSet, writeStatus, writeTask } from "./writes.ts";

/** How often, out of all. */
const ACTIONS: readonly (readonly [weight: number, act: (actor: Actor, place: Place) => Promise<void>])[] = [
  [14, writeStatus],
  [8, writeTask],
  [10, writeSet],
  [8, writeExtra],
  [12, writeBatch],
  [10, writeChain],
  [6, writeGate],
  [5, writeByShell],
  [5, readField],
  [5, resumeStory],
  [5, loadContext],
  [14, readPlainly],
  [3, holdLock],
  [2, fillDisk],
  [5, stepClock],
  [4, leaveTemporary],
];
/** Each action as often as it weighs: any card is as likely as another. */
const DECK = ACTIONS.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));

/** Acts, with short breaks, as long as it is asked to. */
export async function act(actor: Actor, places: readonly Place[], goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    await actor.pick(DECK)(actor, actor.pick(places));
    await Bun.sleep(actor.random() * 30);
  }
}
