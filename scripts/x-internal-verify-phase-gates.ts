#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-verify-phase-gates: may this phase begin, is it complete? Judged from the state file, and recorded there. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { DataError, IoError, LockTimeoutError } from "../lib/errors.ts";
import { findStateFile } from "../lib/flows/gates/find-state-file.ts";
import { GateMalformedError, GateTimeoutError, StateFileAmbiguousError } from "../lib/flows/gates/gate-errors.ts";
import { checkGate, GATE_MODES, type GateRequest } from "../lib/flows/gates/judge-gate.ts";
import { phaseNumber } from "../lib/flows/gates/phase-number.ts";
import { type GateResult, verifyGate } from "../lib/flows/gates/verify-gate.ts";
import { InvalidPathError, StateMissingError, StateWriteError } from "../lib/state/state-errors.ts";
import { AnyTaskId } from "../lib/story/ids.ts";

const list = v.optional(
  v.pipe(
    v.string(),
    v.transform((items) => items.split(",").filter((item) => item !== "")),
  ),
  "",
);
const id = v.union([v.pipe(v.number(), v.safeInteger()), v.string()]);

export const contract = defineContract({
  name: "x-internal-verify-phase-gates",
  summary: "Check that a phase may begin or is complete, and record the result in the state file.",
  flags: {
    mode: {
      value: "pre|post|wave|final",
      help: "pre: earlier phases passed; others: tasks completed, artifacts there",
      schema: v.pipe(v.string(), v.toLowerCase(), v.picklist(GATE_MODES, "expected pre, post, wave or final")),
    },
    skill: { value: "name", help: "the skill whose phase it is", schema: v.pipe(v.string(), v.nonEmpty("expected a name")) },
    phase: {
      value: "label",
      help: "Phase-<number>, or Phase-<number>-<name>",
      schema: v.pipe(
        v.string(),
        v.check((label) => phaseNumber(label) !== undefined, "expected Phase-<number> or Phase-<number>-<name>"),
      ),
    },
    "task-id": { value: "id", optional: true, help: "the task whose phase it is", schema: v.optional(AnyTaskId) },
    "expected-tasks": { value: "a,b", optional: true, help: "trackers that must be completed", schema: list },
    "expected-artifacts": { value: "p,q", optional: true, unlisted: true, help: "paths that must exist", schema: list },
    "timeout-s": {
      value: "seconds",
      optional: true,
      unlisted: true,
      help: "wait for a task in progress at most this long (default: 10)",
      schema: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/, "expected whole seconds"), v.transform(Number)), "10"),
    },
    "state-file": {
      value: "path",
      optional: true,
      unlisted: true,
      help: "execution-state.json (default: the one found from here upwards)",
      schema: v.optional(v.pipe(v.string(), v.nonEmpty("expected a path"))),
    },
  },
  reads: ["execution-state.json"],
  writes: ["execution-state.json", "execution-state.json.lock"],
  exits: {
    PHASE_GATE_FAILED: {
      code: 12,
      message: "PHASE_GATE_FAILED — missing {tasks} task(s), {artifacts} artifact(s)",
      when: "not passed; the envelope is printed and says what is missing",
    },
    PHASE_GATE_MALFORMED: { code: 13, message: "PHASE_GATE_MALFORMED — {problem}", when: "the lists do not go with the mode" },
    STATE_FILE_AMBIGUOUS: { code: 13, message: "STATE_FILE_AMBIGUOUS — {problem}", when: "no state file, or several" },
    STATE_UPDATE_FAILED: { code: 13, message: "STATE_UPDATE_FAILED — {problem}", when: "the state file cannot be read or written" },
    PHASE_GATE_TIMEOUT: { code: 14, message: "PHASE_GATE_TIMEOUT — {problem}", when: "a task is still in progress" },
  },
  envelope: v.strictObject({
    passed: v.boolean(),
    mode: v.picklist(GATE_MODES),
    skill: v.string(),
    phase: v.string(),
    expectedTasks: v.array(id),
    completedTasks: v.array(id),
    missingTasks: v.array(id),
    expectedArtifacts: v.array(v.string()),
    missingArtifacts: v.array(v.string()),
    wallclockMs: v.pipe(v.number(), v.integer()),
    timestamp: v.string(),
    note: v.optional(v.string()),
  }),
  unanswered: ({ note }) => (note === undefined ? "Gate result recorded" : undefined),
  examples: [
    "--mode pre --skill x-implement-task --phase Phase-2-TDD",
    "--mode wave --skill x-implement-task --phase Phase-2-TDD --expected-tasks 'TASK-0049-0005-001#4,TASK-0049-0005-001#5'",
  ],
});

const EXIT_OF = [
  [GateMalformedError, "PHASE_GATE_MALFORMED"],
  [StateFileAmbiguousError, "STATE_FILE_AMBIGUOUS"],
  [StateMissingError, "STATE_FILE_AMBIGUOUS"],
  [GateTimeoutError, "PHASE_GATE_TIMEOUT"],
  ...[DataError, InvalidPathError, IoError, LockTimeoutError, StateWriteError].map((kind) => [kind, "STATE_UPDATE_FAILED"] as const),
] as const;

/** An id that is a whole number is written as one, as callers that number their tasks expect it. */
function written(ids: readonly string[]): (string | number)[] {
  return ids.map((text) => (/^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text));
}

function envelopeOf({ mode, skill, phase, ...request }: GateRequest, result: GateResult, wallclockMs: number) {
  const checked = result.note === undefined;
  return {
    passed: result.passed,
    mode,
    skill,
    phase,
    expectedTasks: checked ? written(request.expectedTasks) : [],
    completedTasks: written(result.completedTasks),
    missingTasks: written(result.missingTasks),
    expectedArtifacts: checked ? [...request.expectedArtifacts] : [],
    missingArtifacts: [...result.missingArtifacts],
    wallclockMs,
    timestamp: result.timestamp,
    ...(checked ? {} : { note: result.note }),
  };
}

export const run = command(contract, async ({ args, cwd, host, fail }) => {
  const started = performance.now();
  const { mode, skill, phase, "task-id": taskId } = args;
  const lists = { expectedTasks: args["expected-tasks"], expectedArtifacts: args["expected-artifacts"] };
  const request: GateRequest = { mode, skill, phase, ...lists, ...(taskId === undefined ? {} : { taskId }) };
  try {
    checkGate(request);
    const label = args["state-file"] ?? findStateFile(cwd);
    const state = { statePath: resolve(cwd, label), label };
    const result = await verifyGate(request, { ...state, ...host, cwd, timeoutSeconds: args["timeout-s"] });
    const envelope = envelopeOf(request, result, Math.round(performance.now() - started));
    if (result.passed) return envelope;
    const [tasks, artifacts] = [result.missingTasks, result.missingArtifacts].map(({ length }) => String(length)) as [string, string];
    return fail("PHASE_GATE_FAILED", { tasks, artifacts }, envelope);
  } catch (error) {
    const exit = EXIT_OF.find(([kind]) => error instanceof kind);
    throw exit === undefined ? error : fail(exit[1], { problem: (error as Error).message });
  }
});

if (import.meta.main) main(run);
