/** Random pairs of edits of random documents against an oracle that knows values only: no field is lost, no JSON is broken. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { appendElement, putValue, removeMember } from "../../lib/state/edit.ts";
import { type JsonDocument, parseText } from "../../lib/state/json-document.ts";
import { valueAt } from "../../lib/state/locate.ts";
import { mergeStates } from "../../lib/state/merge-state.ts";
import { jsonObject } from "./json-generator.ts";
import { type Json, resolved, threeWay } from "./merge-oracle.ts";

const PAIRS = 1_000;
const SEED = 20_261_201;

interface Edit {
  readonly pick: number;
  readonly key: string;
  readonly kind: "set" | "remove" | "append";
  readonly json: string;
}

const KEYS = ["status", "new", "0", "a b", "tasks", "x"] as const;
/** Values that no generated document has, some the same on both sides. */
const VALUES = ['"MERGED"', "612", '{"a":[1,2]}', "1.50", '["p"]', "[]", "{}", '"\\u00fc"'] as const;

const edit = fc.record<Edit>({
  pick: fc.nat(),
  key: fc.constantFrom(...KEYS),
  kind: fc.constantFrom("set", "set", "remove", "append"),
  json: fc.constantFrom(...VALUES),
});
const edits = fc.array(edit, { minLength: 1, maxLength: 5 });

const parse = (text: string): JsonDocument => parseText(text, "state.json");

function places(value: unknown, wanted: (value: unknown) => boolean, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Array.isArray(value) ? [] : Object.entries(value).flatMap(([key, member]) => places(member, wanted, [...path, key]));
  return [...(wanted(value) ? [[...path]] : []), ...inside];
}

function applied(text: string, changes: readonly Edit[]): string {
  let document = parse(text);
  for (const { pick, key, kind, json } of changes) {
    const holders = places(JSON.parse(document.text), (value) => Array.isArray(value) === (kind === "append"));
    const holder = holders[pick % holders.length];
    if (holder === undefined) continue;
    const path = kind === "append" ? holder : [...holder, key];
    if (kind === "append") document = appendElement(document, path, json);
    else if (kind === "set") document = putValue(document, path, json);
    else if (valueAt(document, path) !== undefined) document = removeMember(document, path);
  }
  return document.text;
}

function merged(base: string, ours: string, theirs: string) {
  return mergeStates({ base: parse(base), ours: parse(ours), theirs: parse(theirs) });
}

test(`${PAIRS} random pairs of edits: every field of both sides is there, or in a conflict`, () => {
  let conflicted = 0;
  fc.assert(
    fc.property(jsonObject, edits, edits, fc.infiniteStream(fc.boolean()), (base, mine, other, coins) => {
      const [ours, theirs] = [applied(base, mine), applied(base, other)];
      const { text, conflicts } = merged(base, ours, theirs);
      const want = threeWay(JSON.parse(base) as Json, JSON.parse(ours) as Json, JSON.parse(theirs) as Json);
      expect(conflicts.length).toBe(want.conflicts);
      expect(/^<{7} /m.test(text)).toBe(want.conflicts > 0);
      if (want.conflicts > 0) conflicted++;
      expect(JSON.parse(resolved(text, () => "ours"))).toEqual(want.ours);
      expect(JSON.parse(resolved(text, () => "theirs"))).toEqual(want.theirs);
      expect(() => JSON.parse(resolved(text, () => (coins.next().value ? "ours" : "theirs")))).not.toThrow();
    }),
    { numRuns: PAIRS, seed: SEED },
  );
  expect(conflicted).toBeGreaterThan(PAIRS / 10);
  expect(conflicted).toBeLessThan(PAIRS / 1.5);
});

test("what one side did alone: ours to the byte, theirs by value in ours' bytes", () => {
  fc.assert(
    fc.property(jsonObject, edits, (base, mine) => {
      const changed = applied(base, mine);
      expect(merged(base, changed, base)).toEqual({ text: changed, taken: [], conflicts: [] });
      expect(merged(base, changed, changed)).toEqual({ text: changed, taken: [], conflicts: [] });
      expect(JSON.parse(merged(base, base, changed).text)).toEqual(JSON.parse(changed));
    }),
    { numRuns: PAIRS, seed: SEED },
  );
});

test("the same fields win whichever side is called ours, where there is no conflict", () => {
  fc.assert(
    fc.property(jsonObject, edits, edits, (base, mine, other) => {
      const sets = (changes: readonly Edit[]) => changes.filter(({ kind }) => kind !== "append");
      const [ours, theirs] = [applied(base, sets(mine)), applied(base, sets(other))];
      const [there, back] = [merged(base, ours, theirs), merged(base, theirs, ours)];
      expect(back.conflicts.length).toBe(there.conflicts.length);
      if (there.conflicts.length === 0 && !hasArrays(there.text)) expect(JSON.parse(back.text)).toEqual(JSON.parse(there.text));
    }),
    { numRuns: PAIRS, seed: SEED },
  );
});

/** Additions to an array that both sides made come in another order. */
function hasArrays(text: string): boolean {
  return text.includes("[");
}
