/** The items of a merged container in their order: ours' order, and each that theirs brings behind its neighbour there. Pure. */
import { type Item, lastOf, textOf } from "./merge-place.ts";
import { isAlwaysThere, type Outcome, type Piece } from "./merge-render.ts";

export interface Decisions {
  /** What comes of each key; undefined: it goes. */
  readonly outcomes: ReadonlyMap<string, Outcome | undefined>;
  /** Whether only ours has that key. */
  isOnlyOurs(key: string): boolean;
}

type Slot = Omit<Piece, "outcome"> & { readonly key: string; readonly outcome: Outcome | undefined };

/** What is to be written; `theirs` without duplicates. What theirs brings stands behind what only ours has at the same place. */
export function inOrder(ours: readonly Item[], theirs: readonly Item[], decisions: Decisions): readonly Piece[] {
  const following = newcomers(ours, theirs, decisions);
  const slots: Slot[] = [];
  let waiting = following.get(undefined) ?? [];
  for (const slot of slotsOf(ours, decisions)) {
    if (slot.outcome !== undefined && !decisions.isOnlyOurs(slot.key)) slots.push(...waiting.splice(0));
    slots.push(slot);
    waiting = [...waiting, ...(following.get(slot.key) ?? [])];
    following.delete(slot.key);
  }
  return [...slots, ...waiting].filter((slot): slot is Slot & Piece => slot.outcome !== undefined);
}

/** Of duplicates the last is the one meant; the others stay beside it, or go where it may go. */
function slotsOf(ours: readonly Item[], { outcomes }: Decisions): readonly Slot[] {
  const last = lastOf(ours);
  return ours.map((item, i) => {
    const previous = ours[i - 1];
    const before = previous === undefined ? undefined : item.value.text.slice(previous.value.end, item.start);
    const decided = outcomes.get(item.key);
    const beside = decided !== undefined && isAlwaysThere(decided) ? ({ kind: "kept", text: textOf(item) } as const) : undefined;
    return { key: item.key, before, outcome: last.get(item.key) === item ? decided : beside };
  });
}

/** What only theirs has, by the key of the last item before it that ours has too. */
function newcomers(ours: readonly Item[], theirs: readonly Item[], { outcomes }: Decisions): Map<string | undefined, Slot[]> {
  const known = lastOf(ours);
  const following = new Map<string | undefined, Slot[]>();
  let neighbour: string | undefined;
  for (const { key } of theirs) {
    const slot = { key, before: undefined, outcome: outcomes.get(key) };
    const group = following.get(neighbour);
    if (known.has(key)) neighbour = key;
    else if (group === undefined) following.set(neighbour, [slot]);
    else group.push(slot);
  }
  return following;
}
