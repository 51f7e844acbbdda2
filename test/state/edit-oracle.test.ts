/** The editor against two oracles on generated documents: jsonc-parser says where values stand, `JSON.parse` what they are. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { appendElement, putValue, removeMember } from "../../lib/state/edit.ts";
import { type JsonDocument, parseDocument } from "../../lib/state/json-document.ts";
import { jsonProblem } from "../../lib/state/json-problem.ts";
import { elementsOf, membersOf } from "../../lib/state/json-text.ts";
import { locate, valueAt } from "../../lib/state/locate.ts";
import { jsonObject } from "./json-generator.ts";

const DOCUMENTS = 10_000;
const SEED = 20_261_130;
const NEW_VALUES = ['"MERGED"', "612", "null", "{}", '{"a":[1,2]}', "1.50"];

const parse = (text: string): JsonDocument => parseDocument(new TextEncoder().encode(text), "state.json");

/** Every path of object keys in the document, the root's empty one included. */
function objectPaths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return [[...path], ...Object.entries(value).flatMap(([key, member]) => objectPaths(member, [...path, key]))];
}

/** jsonc-parser takes the first of duplicate keys; the last is the one meant. */
function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node?.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
  return node;
}

test(`set, add, remove on ${DOCUMENTS} documents: value, document and untouched bytes agree with the oracles`, () => {
  const arbitrary = fc.tuple(
    jsonObject,
    fc.nat(),
    fc.constantFrom(...NEW_VALUES),
    fc.constantFrom("status", "new", "0", "a b"),
    fc.boolean(),
  );
  fc.assert(
    fc.property(arbitrary, ([text, pick, json, key, remove]) => {
      const before = parse(text);
      const holders = objectPaths(JSON.parse(text));
      const holder = holders[pick % holders.length]!;
      const path = [...holder, key];
      const existed = valueAt(before, path) !== undefined;
      const want = JSON.parse(text);
      const owner = holder.reduce((node, step) => node[step], want);
      if (remove && !existed) return;
      if (remove) delete owner[key];
      else owner[key] = JSON.parse(json);
      const node = nodeAt(parseTree(text)!, path);
      const after = remove ? removeMember(before, path) : putValue(before, path, json);
      expect(JSON.parse(after.text)).toEqual(want);
      expect(after.root as object).toEqual(want);
      if (!remove && existed) expect(after.text).toBe(text.slice(0, node!.offset) + json + text.slice(node!.offset + node!.length));
      if (!remove && !existed) expectOnlyAdded(text, after.text, path, json);
      if (remove) expect(isSubsequence(after.text, text)).toBe(true);
    }),
    { numRuns: DOCUMENTS, seed: SEED },
  );
}, 120_000);

/** Taking the new member out again, with the comma and space before it, must give the old bytes. */
function expectOnlyAdded(before: string, after: string, path: readonly string[], json: string): void {
  const value = nodeAt(parseTree(after)!, path)!;
  expect(after.slice(value.offset, value.offset + value.length)).toBe(json);
  const added = after.length - before.length;
  const end = value.offset + value.length;
  const start = end - added;
  const cut = after.slice(0, start) + after.slice(end);
  if (cut === before) return;
  expect(/\{\s*\}/.test(before)).toBe(true);
  const holder = nodeAt(parseTree(before)!, path.slice(0, -1))!;
  expect(after.startsWith(before.slice(0, holder.offset + 1))).toBe(true);
  expect(after.endsWith(before.slice(holder.offset + holder.length - 1))).toBe(true);
}

function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const character of long) if (character === short[at]) at++;
  return at === short.length;
}

test("locate finds every value where jsonc-parser finds it", () => {
  fc.assert(
    fc.property(jsonObject, (text) => {
      const document = parse(text);
      const root = parseTree(text)!;
      for (const path of objectPaths(document.root)) expect(locate(document, path)).toBe(nodeAt(root, path)!.offset);
    }),
    { numRuns: 2_000, seed: SEED },
  );
});

test("append puts one element at the end of an array and keeps the rest", () => {
  fc.assert(
    fc.property(jsonObject, fc.constantFrom("1", '{"a":1,"b":["x"]}', '"s"'), (text, json) => {
      let document = putValue(parse(text), ["list"], "[]");
      for (const round of [1, 2, 3]) {
        document = appendElement(document, ["list"], json);
        const node = findNodeAtLocation(parseTree(document.text)!, ["list"])!;
        expect(node.children!.length).toBe(round);
      }
      const { list: got, ...rest } = JSON.parse(document.text);
      const { list: _, ...kept } = JSON.parse(text);
      expect(got).toEqual([JSON.parse(json), JSON.parse(json), JSON.parse(json)]);
      expect(rest).toEqual(kept);
    }),
    { numRuns: 1_000, seed: SEED },
  );
});

test("a cut or damaged document is refused with a place inside it", () => {
  fc.assert(
    fc.property(jsonObject, fc.nat(), fc.constantFrom("", "}", ",", '"', "\\", "x", "\u0001"), (text, pick, junk) => {
      const at = pick % (text.length + 1);
      const damaged = text.slice(0, at) + junk + text.slice(junk === "" ? text.length : at);
      const valid = isJson(damaged);
      const problem = jsonProblem(damaged);
      expect(problem === undefined).toBe(valid);
      if (problem === undefined) return;
      const lines = damaged.split("\n");
      expect(problem.line).toBeWithin(1, lines.length + 1);
      expect(problem.column).toBeWithin(1, lines[problem.line - 1]!.length + 2);
    }),
    { numRuns: 5_000, seed: SEED },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test("the walkers see what the document holds", () => {
  const text = '{"a": [1, {"b": "]"}, "x\\"y"], "c" : {}}';
  const members = membersOf(text, 0);
  expect(members.map(({ value }) => text.slice(value.start, value.end))).toEqual(['[1, {"b": "]"}, "x\\"y"]', "{}"]);
  expect(elementsOf(text, members[0]!.value.start).map(({ start, end }) => text.slice(start, end))).toEqual(["1", '{"b": "]"}', '"x\\"y"']);
});
