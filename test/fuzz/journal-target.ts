/** The journal of a run in any condition: `--status` says where it stands, or that it cannot be read. */
import { writeFileSync } from "node:fs";
import * as v from "valibot";
import { ImplementEnvelope } from "../../lib/flows/task/envelopes.ts";
import { doneLine, statusLine } from "../../lib/flows/task/result.ts";
import { loadJournal } from "../../lib/flows/task/run-folder.ts";
import { TaskFailure } from "../../lib/flows/task/task-failure.ts";
import { CALC } from "../implement-task/planning.ts";
import type { Target } from "./fuzz-target.ts";
import { type JsonWords, mutatedJson } from "./json-mutations.ts";
import type { Random } from "./mutations.ts";
import recorded from "./recorded-journal.json";

/** As a run left it before its first test: `/$ROOT` is its project's folder, `HEAD` the commit that it began on. */
export const HEAD = "0123456789".repeat(4);

const WORDS: JsonWords = {
  keys: [
    "status",
    "done",
    "tree",
    "cycles",
    "config",
    "toolchain",
    "options",
    "open",
    "intent",
    "child",
    "trackers",
    "failure",
    "coverage",
  ],
  values: [
    "DONE",
    "FAILED",
    "AWAITING",
    "ABORTED",
    HEAD,
    "f".repeat(40),
    "red 1",
    "red 99",
    99,
    { n: 99, status: "failed" },
    ["enter Phase-0-Setup"],
    { pgid: 2 ** 30, started: "0" },
    { step: "red 1", kind: "red", attempt: 1, tree: HEAD, seen: HEAD, printed: true, workerEnded: false, lastRun: null, verdict: null },
    { kind: "commit", step: "red 1", parent: HEAD, subject: "test: a" },
  ],
};

/** The bytes of a journal after some changes. */
export function mutatedJournal(random: Random): Uint8Array {
  return mutatedJson(random, recorded, WORDS);
}

/** In memory but for the file itself; each line that would be printed fits its schema. */
export const journalTarget: Target = {
  name: "journal",
  share: 60,
  make: (random) => ({ "run.json": mutatedJournal(random) }),
  run(input, dir) {
    const folder = { path: dir.root, journal: dir.path("run.json"), reports: dir.path("reports"), log: dir.path("run.log") };
    writeFileSync(folder.journal, input["run.json"]!);
    try {
      const journal = loadJournal(folder)!;
      const line = statusLine(CALC.id, journal, folder);
      v.parse(ImplementEnvelope, line);
      v.parse(ImplementEnvelope, doneLine(journal));
      return line.status;
    } catch (error) {
      if (error instanceof TaskFailure && error.code === "JOURNAL_UNREADABLE") return refusedWith(error.message);
      throw error;
    }
  },
};

function refusedWith(message: string): string {
  if (/\n|\bundefined\b|\bNaN\b|\[object |: Invalid /.test(message)) throw new Error(`refused with: ${message}`);
  return "refused";
}
