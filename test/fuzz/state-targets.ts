/** State files in any condition, and the skills that read or change them. */
import { readdirSync, readFileSync } from "node:fs";
import { DataError } from "../../lib/errors.ts";
import { strangeStatuses } from "../../lib/flows/doctor/known-statuses.ts";
import { type JsonDocument, parseDocument } from "../../lib/state/json-document.ts";
import { mergeStates } from "../../lib/state/merge-state.ts";
import { shapeProblems } from "../../lib/state/state-shape.ts";
import type { Target } from "./fuzz-target.ts";
import { below, pick, type Random } from "./mutations.ts";
import { checkEnvelope, checkOutcome } from "./outcome-rules.ts";
import { COMMANDS, callIn, callInput, runCall, writeFiles } from "./skill-call.ts";
import { changedState, mutatedState } from "./state-inputs.ts";

const FILE = "execution-state.json";
const UPDATE = "x-internal-update-status";
const GATES = "x-internal-verify-phase-gates";

const NODES: readonly (readonly string[])[] = [
  ["--type", "feature", "--id", "0049"],
  ["--type", "story", "--id", "story-0049-0011"],
  ["--type", "story", "--id", "story-0049-0099"],
  ["--type", "task", "--id", "TASK-0049-0011-001"],
  ["--type", "task", "--id", "TASK-0049-0099-001"],
];
const CHANGES: readonly (readonly string[])[] = [
  ["--field", "status", "--value", "MERGED"],
  ["--field", "prNumber", "--value", "12"],
  ["--field", "commitSha", "--value", "null"],
  ["--field", "tasks", "--value", '{"a":{"b":[1]}}'],
  ["--field", "taskTracking.enabled", "--value", "false"],
  ["--field", "a.b.c", "--value", "x"],
  ["--set", "status=DONE", "--set", "completedAt=now"],
  ["--field", "status", "--unset"],
  ["--field", "status"],
  [],
];
const MODES: readonly (readonly string[])[] = [[], [], [], ["--initialize"], ["--read-only"], ["--dry-run"], ["--expect-absent"]];
const BATCH: readonly string[] = [
  '{"type":"story","id":"story-0049-0011","field":"status","value":"DONE"}',
  '{"type":"task","id":"TASK-0049-0011-001","set":{"status":"DONE","retries":"2"}}',
  '{"type":"feature","id":"0049","field":"flowVersion","value":"2","expectAbsent":true}',
  "",
  "{}",
  "[]",
  "x",
];

/** x-internal-update-status. What is refused leaves the file alone, and what was done once is a no-op. */
export const updateTarget: Target = {
  name: "update-status",
  share: 100,
  make(random) {
    const argv = random() < 0.15 ? ["--batch"] : [...pick(random, NODES), ...pick(random, CHANGES), ...pick(random, MODES)];
    const lines = Array.from({ length: 1 + below(random, 3) }, () => pick(random, BATCH));
    return callInput({ skill: UPDATE, argv: [...argv, "--no-fsync"], stdin: lines.join("\n") }, { [FILE]: mutatedState(random) });
  },
  async run(input, dir) {
    writeFiles(input, dir);
    const call = callIn(input);
    const outcome = await runCall(call, dir);
    checkOutcome(COMMANDS.get(UPDATE)!.contract, outcome);
    const after = readFileSync(dir.path(FILE));
    if (outcome.code !== 0 && !after.equals(input[FILE]!)) throw new Error(`exit ${outcome.code}, and the file is changed: ${after}`);
    if (outcome.code === 0) {
      parseDocument(after, FILE);
      await runCall(call, dir);
      const again = readFileSync(dir.path(FILE));
      if (!again.equals(after)) throw new Error(`a second call changes it: ${after}\nthen\n${again}`);
    }
    const left = readdirSync(dir.root).filter((name) => name !== FILE && name !== `${FILE}.lock`);
    if (left.length > 0) throw new Error(`left behind: ${left}`);
    return `exit ${outcome.code}`;
  },
};

/** x-internal-verify-phase-gates on any file: it reads, judges, and appends its result. */
export const gatesTarget: Target = {
  name: "phase-gates",
  share: 50,
  make(random) {
    const mode = pick(random, ["pre", "post", "wave", "final"]);
    const phase = pick(random, ["Phase-0-Setup", "Phase-1-Prepare", "Phase-2", "Phase-9-X"]);
    const tasks = random() < 0.7 ? ["--expected-tasks", pick(random, ["TASK-0049-0011-001#1", "TASK-0049-0011-001#1,2", "1"])] : [];
    const artifacts = random() < 0.3 ? ["--expected-artifacts", pick(random, [FILE, "nowhere"])] : [];
    const argv = ["--mode", mode, "--skill", "x", "--phase", phase, "--state-file", FILE, "--timeout-s", "0", ...tasks, ...artifacts];
    return callInput({ skill: GATES, argv }, { [FILE]: mutatedState(random) });
  },
  async run(input, dir) {
    writeFiles(input, dir);
    const outcome = await runCall(callIn(input), dir);
    checkOutcome(COMMANDS.get(GATES)!.contract, outcome);
    if (outcome.code === 0 || outcome.code === 12) checkEnvelope(outcome);
    if (outcome.code === 0) parseDocument(readFileSync(dir.path(FILE)), FILE);
    return `exit ${outcome.code}`;
  },
};

/** The merge driver on three versions, in memory; and what x-doctor says of their shape and words. */
export const mergeTarget: Target = {
  name: "merge-state",
  share: 120,
  make(random) {
    const base = changedState(random);
    return { base: asBytes(base), ours: sideOf(random, base), theirs: sideOf(random, base) };
  },
  run(input) {
    try {
      const [base, ours, theirs] = ["base", "ours", "theirs"].map((side) => parseDocument(input[side]!, side)) as JsonDocument[];
      shapeProblems(ours!);
      strangeStatuses(ours!);
      return mergeAll({ base: base!, ours: ours!, theirs: theirs! });
    } catch (error) {
      if (error instanceof DataError) return "refused";
      throw error;
    }
  },
};

function mergeAll(versions: { base: JsonDocument; ours: JsonDocument; theirs: JsonDocument }): string {
  const { ours, theirs } = versions;
  const { text, conflicts } = mergeStates(versions);
  if (conflicts.length === 0) JSON.parse(text.replace(/^\ufeff/, ""));
  else if (!/^<{7} /m.test(text)) throw new Error(`conflicts ${conflicts} without markers: ${text}`);
  const same = mergeStates({ ...versions, theirs: ours });
  if (same.conflicts.length > 0 || same.text !== ours.bom + ours.text) throw new Error(`ours with itself became ${same.text}`);
  const unchanged = mergeStates({ ...versions, base: theirs });
  if (unchanged.conflicts.length > 0 || unchanged.text !== ours.bom + ours.text)
    throw new Error(`where they changed nothing, ours became ${unchanged.text}`);
  return conflicts.length === 0 ? "merged" : "conflict";
}

function sideOf(random: Random, base: unknown): Uint8Array {
  return random() < 0.1 ? mutatedState(random) : asBytes(changedState(random, base));
}

function asBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value, null, 2));
}
