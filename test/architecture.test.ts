/** The dependency rules of ARCHITECTURE.md, held. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import type { Contract } from "../lib/cli/contract.ts";
import { ROOT } from "./harness/repository.ts";
import { IMPORTS, reachableFrom, SCRIPTS, SOURCES } from "./harness/sources.ts";

const BASE = /^lib\/[^/]+$/;
const PLATFORM = /^lib\/platform\//;
const STD_PATH = /^lib\/platform\/std-path\.js$/;
const STORY_IDS = /^lib\/story\/ids\.ts$/;
const READ_STATE = /^lib\/state\/read-state\.ts$/;
const DOMAIN = /^lib\/(?!cli|flows|tools)[^/]+\//;

/** The first row whose pattern fits the importing file holds; what it may import beside its own folder. */
const MAY_IMPORT: readonly (readonly [from: RegExp, to: readonly RegExp[]])[] = [
  [/^scripts\//, [/^lib\/(?!tools\/)/]],
  [/^lib\/tools\//, [/./]],
  [BASE, [BASE]],
  [/^lib\/cli\/(main|about|multicall)\.ts$/, [BASE, PLATFORM]],
  [/^lib\/cli\//, [BASE]],
  [PLATFORM, [BASE]],
  [/^lib\/flows\//, [BASE, DOMAIN]],
  [/^lib\/state\//, [BASE, PLATFORM, STORY_IDS]],
  [/^lib\/story\//, [BASE, PLATFORM, READ_STATE]],
  [/^lib\/[^/]+\//, [BASE, PLATFORM, STD_PATH, STORY_IDS, READ_STATE]],
];

/** `lib/flows` for `lib/flows/gates/verify-gate.ts`. */
function folderOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** Packages and built-in modules, and the only files that may import them. */
const PACKAGES: readonly (readonly [name: RegExp, from: RegExp])[] = [
  [/^node:/, /^lib\/platform\/|^lib\/cli\/main\.ts$/],
  [/^valibot$/, /^(scripts|lib\/(?!platform\/)[^/]+)\//],
  [/^citty$/, /^lib\/cli\/(help|multicall)\.ts$/],
  [/^@valibot\/to-json-schema$/, /^lib\/cli\/json-schema\.ts$/],
  [/^@rgrove\/parse-xml$/, /^lib\/xml\.ts$/],
  [/^deno-std\//, STD_PATH],
];

test("imports point down, and sideways only where ARCHITECTURE.md says so", () => {
  const wrong: string[] = [];
  for (const [from, targets] of IMPORTS) {
    const allowed = MAY_IMPORT.find(([pattern]) => pattern.test(from))![1];
    for (const to of targets.filter((target) => SOURCES.includes(target))) {
      const ownFolder = folderOf(from) === folderOf(to) && !BASE.test(from) && from.startsWith("lib/");
      if (!ownFolder && !allowed.some((pattern) => pattern.test(to))) wrong.push(`${from} -> ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("packages and built-in modules are imported only where they belong", () => {
  const wrong: string[] = [];
  for (const [from, targets] of IMPORTS) {
    for (const name of targets.filter((target) => !SOURCES.includes(target))) {
      const rule = PACKAGES.find(([pattern]) => pattern.test(name));
      if (!from.startsWith("lib/tools/") && !rule?.[1].test(from)) wrong.push(`${from} -> ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a script that declares no writes cannot reach the code that writes", async () => {
  const wrong: string[] = [];
  for (const script of SCRIPTS) {
    const { contract }: { contract: Contract } = await import(join(ROOT, script));
    if (contract.writes.length > 0) continue;
    for (const writer of ["lib/platform/atomic-write.ts", "lib/state/store.ts"]) {
      if (reachableFrom(script).has(writer)) wrong.push(`${script} -> ${writer}`);
    }
  }
  expect(wrong).toEqual([]);
});
