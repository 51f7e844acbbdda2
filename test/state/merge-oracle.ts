/** What a three-way merge of JSON values must come to, computed on values alone; and the two ways out of a conflict. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The merged value when every conflict is settled for one side; undefined stands for "not there". */
export interface Settled {
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
  readonly conflicts: number;
}

export function threeWay(base: Json | undefined, ours: Json | undefined, theirs: Json | undefined): Settled {
  if (isObject(ours) && isObject(theirs)) return members(isObject(base) ? base : {}, ours, theirs);
  if (same(ours, theirs)) return settled(ours);
  if (same(base, theirs)) return settled(ours);
  if (Array.isArray(ours) && Array.isArray(theirs) && (base === undefined || Array.isArray(base))) {
    const joined = append(base ?? [], ours, theirs);
    if (joined !== undefined) return settled(joined);
  }
  if (base === undefined ? ours === undefined : same(base, ours)) return settled(theirs);
  if (base === undefined && theirs === undefined) return settled(ours);
  return { ours, theirs, conflicts: 1 };
}

/** The text with each conflict block replaced by one of its sides; `pick` is asked for each. */
export function resolved(text: string, pick: () => "ours" | "theirs"): string {
  const block = /<{7} ours\r?\n([\s\S]*?)={7}\r?\n([\s\S]*?)>{7} theirs(?:\r?\n|$)/g;
  return text.replace(block, (_, ours: string, theirs: string) => (pick() === "ours" ? ours : theirs));
}

function members(base: { [key: string]: Json }, ours: { [key: string]: Json }, theirs: { [key: string]: Json }): Settled {
  const all = { ours: {} as { [key: string]: Json }, theirs: {} as { [key: string]: Json }, conflicts: 0 };
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const merged = threeWay(own(base, key), own(ours, key), own(theirs, key));
    if (merged.ours !== undefined) all.ours[key] = merged.ours;
    if (merged.theirs !== undefined) all.theirs[key] = merged.theirs;
    all.conflicts += merged.conflicts;
  }
  return all;
}

function append(base: Json[], ours: Json[], theirs: Json[]): Json[] | undefined {
  if (![ours, theirs].every((side) => same(side.slice(0, base.length), base))) return undefined;
  let shared = base.length;
  while (shared < ours.length && shared < theirs.length && same(ours[shared], theirs[shared])) shared++;
  return [...ours, ...theirs.slice(shared)];
}

function settled(value: Json | undefined): Settled {
  return { ours: value, theirs: value, conflicts: 0 };
}

function own(object: { [key: string]: Json }, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return Bun.deepEquals(a, b, true);
}
