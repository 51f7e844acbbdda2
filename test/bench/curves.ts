/** How the skills grow with their input: size of the state, stories, writers, size of the story, blockers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyChange } from "../../lib/state/change.ts";
import { parseDocument } from "../../lib/state/json-document.ts";
import { ROOT } from "../harness/repository.ts";
import { tree } from "../harness/tree.ts";
import { differentFields } from "../update-status/scenarios.ts";
import { STORY, stateText, writeFeature } from "./inputs.ts";
import { median, paired } from "./paired.ts";
import { fixed, size, table } from "./table.ts";

/** Of five tasks each: 1 kB to 64 MB. */
const SIZES = [1, 22, 200, 2_000, 14_500, 70_000];
/** Without tasks. */
const STORIES = [1, 10, 100, 1_000, 10_000, 100_000];
const WRITERS = [1, 4, 16, 64, 256];
const STORY_BYTES = [1_000, 10_000, 100_000, 1_000_000, 5_000_000];
const BLOCKERS = [1, 8, 64, 512, 4_096];
const HOST = join(ROOT, "compiled/host");
const UPDATE = join(HOST, "x-internal-update-status");

const storyId = (i: number) => `story-0049-${String(i).padStart(4, "0")}`;
const change = (id: string) => ["--file", "state.json", "--type", "story", "--id", id, "--field", "status", "--value", "S{n}"];

/** Whole updates of files of growing size, beside `JSON.parse` of the same text in a warm process. */
export function byFileSize(): string {
  using dir = tree();
  const rows = SIZES.map((stories) => {
    const text = stateText(stories, 5);
    writeFileSync(dir.path("state.json"), text);
    const bytes = new TextEncoder().encode(text);
    const runs = bytes.length > 1e7 ? 9 : 25;
    const id = storyId(Math.floor(stories / 2));
    const [update] = paired([{ name: "update", words: [UPDATE, ...change(id)] }], runs, dir.root);
    const { parseMs, editMs } = inMemory(text, bytes, id, runs);
    return [
      size(bytes.length),
      fixed(update!.medianMs),
      fixed(editMs),
      fixed(parseMs),
      fixed(editMs / parseMs),
      fixed(update!.medianMs / parseMs),
    ];
  });
  return table(["state file", "whole update, ms", "edit in memory, ms", "JSON.parse, ms", "edit ÷ parse", "update ÷ parse"], rows);
}

/** Decode, validate, locate and splice, against `JSON.parse` alone, in turn. */
function inMemory(text: string, bytes: Uint8Array, id: string, runs: number): { readonly parseMs: number; readonly editMs: number } {
  const parses: number[] = [];
  const edits: number[] = [];
  for (let run = 0; run < runs; run++) {
    const value = { json: `"R${run}"`, text: `R${run}` };
    Bun.gc(true);
    const start = performance.now();
    JSON.parse(text);
    const parsed = performance.now();
    Bun.gc(true);
    const before = performance.now();
    applyChange(parseDocument(bytes, "state.json"), {
      address: { type: "story", id },
      fields: [{ field: "status", value, typeMatters: false }],
      initialize: false,
    });
    edits.push(performance.now() - before);
    parses.push(parsed - start);
  }
  return { parseMs: median(parses), editMs: median(edits) };
}

/** Update and resume on states of many stories; the last story that has an id of four digits is asked for. */
export function byStories(): string {
  using dir = tree();
  const rows = STORIES.map((count) => {
    const text = stateText(count, 0);
    for (const name of ["state.json", "execution-state.json"]) writeFileSync(dir.path(name), text);
    const id = storyId(Math.min(count - 1, 9_999));
    writeFileSync(dir.path(`${id}.md`), `# Story\n\n**ID:** ${id}\n`);
    const runs = count > 5_000 ? 9 : 25;
    const resume = [join(HOST, "x-internal-resume-story"), "--story-id", id, "--context-path", "."];
    const [update, read] = paired(
      [
        { name: "update", words: [UPDATE, ...change(id)] },
        { name: "resume", words: resume },
      ],
      runs,
      dir.root,
    );
    return [count, size(text.length), fixed(update!.medianMs), fixed(read!.medianMs)];
  });
  return table(["stories", "state file", "update, ms", "resume, ms"], rows);
}

/** All at once on different fields of one file, compiled. */
export async function byWriters(): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const writers of WRITERS) {
    const started = performance.now();
    const { faults, measured } = await differentFields("compiled", writers);
    if (faults.length > 0) throw new Error(`Cannot time ${writers} writers: ${faults[0]}`);
    const totalMs = performance.now() - started;
    rows.push([writers, fixed(totalMs), fixed(totalMs / writers), fixed(measured.slowestMs!)]);
  }
  return table(["writers at once", "all done after, ms", "per update, ms", "slowest writer, ms"], rows);
}

/** A story of so many bytes, most of them in a section that is skipped. */
export function byStorySize(): string {
  const line = "A rule of the story, in words that nobody counts, with `code` and *stress*.\n";
  return loadTimes("story file", STORY_BYTES, size, (bytes) => ({
    padding: `## 2. Rules\n\n${line.repeat(Math.ceil(bytes / line.length))}\n`,
  }));
}

/** A story that waits for so many others, all in the state file. */
export function byBlockers(): string {
  return loadTimes("blockers", BLOCKERS, String, (blockers) => ({ blockers }));
}

function loadTimes(
  head: string,
  values: readonly number[],
  shown: (value: number) => string,
  options: (value: number) => Parameters<typeof writeFeature>[1],
): string {
  using dir = tree();
  const rows = values.map((value) => {
    mkdirSync(dir.path("f"), { recursive: true });
    writeFeature(dir.path("f"), options(value));
    const words = [join(HOST, "x-internal-load-story-context"), "--story-id", STORY, "--context-path", "f"];
    const [load] = paired([{ name: "load", words }], 15, dir.root);
    return [shown(value), fixed(load!.minMs), fixed(load!.medianMs)];
  });
  return table([head, "load, min ms", "load, median ms"], rows);
}
