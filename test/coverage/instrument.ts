/**
 * Sources with counters in them, kept by content: a program that is started a thousand times must not load Babel a thousand times.
 * Beside each lies its map, which says what the counters count.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import type { FileCoverageData } from "istanbul-lib-coverage";

/** The global under which a running program keeps its counters. */
export const COUNTERS = "__x_skills_coverage__";

const ROOT = resolve(import.meta.dir, "../..");
const CACHE = join(ROOT, ".cache/coverage");

/** The TypeScript text of a file with counters for statements and branches. */
export function instrumented(path: string): string {
  return readFileSync(`${cached(path)}.ts`, "utf8");
}

/** What the counters of a file count, all of them at zero. */
export function coverageMap(path: string): FileCoverageData {
  return JSON.parse(readFileSync(`${cached(path)}.json`, "utf8"));
}

/** Where both lie, without their endings; made when they are not there yet. */
function cached(path: string): string {
  const source = readFileSync(path, "utf8").replace(/^#!.*/, "");
  const base = join(CACHE, Bun.hash(`${path}\0${source}`).toString(16));
  if (!existsSync(`${base}.ts`)) make(base, source, path);
  return base;
}

/** The text is moved into place last: whoever sees it finds the map as well. */
function make(base: string, source: string, path: string): void {
  const { createInstrumenter }: typeof import("istanbul-lib-instrument") = require("istanbul-lib-instrument");
  const parserPlugins = ["typescript", "importAttributes", "explicitResourceManagement", "topLevelAwait"];
  const instrumenter = createInstrumenter({ esModules: true, compact: false, coverageVariable: COUNTERS, parserPlugins });
  const text = instrumenter.instrumentSync(source, path);
  mkdirSync(CACHE, { recursive: true });
  for (const [ending, content] of [
    ["json", JSON.stringify(instrumenter.lastFileCoverage())],
    ["ts", text],
  ] as const) {
    const temporary = `${base}.${process.pid}.${ending}`;
    writeFileSync(temporary, content);
    renameSync(temporary, `${base}.${ending}`);
  }
}
