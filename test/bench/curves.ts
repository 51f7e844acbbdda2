/** How an update grows with the file and with the number of writers, and what the editor itself costs. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyChange } from "../../lib/state/change.ts";
import { parseDocument } from "../../lib/state/json-document.ts";
import { ROOT } from "../harness/repository.ts";
import { tree } from "../harness/tree.ts";
import { differentFields } from "../update-status/scenarios.ts";
import { stateText } from "./inputs.ts";
import { median, paired } from "./paired.ts";
import { fixed, size, table } from "./table.ts";

const SIZES = [1, 22, 200, 2_000, 14_500, 58_000];
const WRITERS = [1, 4, 16, 64, 256];
const UPDATE = join(ROOT, "compiled/host/x-internal-update-status");

/** Whole updates of files of growing size, beside `JSON.parse` of the same text in a warm process. */
export function byFileSize(): string {
  using dir = tree();
  const rows = SIZES.map((stories) => {
    const text = stateText(stories, 5);
    writeFileSync(dir.path("state.json"), text);
    const bytes = new TextEncoder().encode(text);
    const runs = bytes.length > 1e7 ? 9 : 25;
    const id = `story-0049-${String(Math.floor(stories / 2)).padStart(4, "0")}`;
    const words = [UPDATE, "--file", "state.json", "--type", "story", "--id", id, "--field", "status", "--value", "S{n}"];
    const [update] = paired([{ name: "update", words }], runs, dir.root);
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
