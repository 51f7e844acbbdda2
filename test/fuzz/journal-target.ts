/** The journal of a run in any condition: `--status` says where it stands, or that it cannot be read. */
import { writeFileSync } from "node:fs";
import * as v from "valibot";
import { parseConfig } from "../../lib/flows/config/read-config.ts";
import { toolchain } from "../../lib/flows/config/toolchain.ts";
import { ImplementEnvelope } from "../../lib/flows/task/envelopes.ts";
import { emptyJournal, type Journal } from "../../lib/flows/task/journal.ts";
import { doneLine, statusLine } from "../../lib/flows/task/result.ts";
import { loadJournal } from "../../lib/flows/task/run-folder.ts";
import { TaskFailure } from "../../lib/flows/task/task-failure.ts";
import { CALC, STORY } from "../implement-task/planning.ts";
import type { Target } from "./fuzz-target.ts";
import { type JsonWords, mutatedJson } from "./json-mutations.ts";

const SHA = "a".repeat(40);
const CONFIG = parseConfig({ commands: { test: "make test" } }, "x-skills.json");

/** In the middle of its first cycle. */
const JOURNAL: Journal = {
  ...emptyJournal("/r", "2026-01-01T00:00:00Z"),
  taskId: CALC.id,
  storyId: STORY,
  scope: CALC.id,
  operand: CALC.id,
  title: CALC.title,
  options: {
    worktree: false,
    noCiWatch: false,
    orchestrated: false,
    interactive: false,
    allowBaselineRed: false,
    targetBranch: null,
    contextPath: null,
    featureId: null,
    epicId: null,
    config: null,
  },
  schema: "v2",
  config: CONFIG,
  toolchain: toolchain(CONFIG, undefined),
  testScript: "",
  done: ["enter Phase-0-Setup", "tree", "setup", "register", "leave Phase-0-Setup", "enter Phase-1-Prepare", "plan"],
  cycles: [{ n: 1, test: "a", phase: "Degenerate", green: "", refactor: "" }],
  tree: { mode: "CREATE", path: "/r/w", branch: "feat/x", target: "develop", startBranch: "develop", base: SHA, worktreeId: "x" },
  lastCommit: SHA,
  trackers: { red: { n: 1, status: "pending" } },
  gates: [{ phase: "Phase-0-Setup", mode: "post", passed: true }],
  intent: { kind: "commit", step: "red 1", parent: SHA, subject: "test: a" },
};

const JOURNAL_WORDS: JsonWords = {
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
    "ABORTED",
    SHA,
    "red 1",
    "red 99",
    99,
    { n: 99, status: "failed" },
    ["enter Phase-0-Setup"],
    { pgid: 0, started: "0" },
  ],
};

/** In memory but for the file itself; each line that would be printed fits its schema. */
export const journalTarget: Target = {
  name: "journal",
  share: 60,
  make: (random) => ({ "run.json": mutatedJson(random, JOURNAL, JOURNAL_WORDS) }),
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
