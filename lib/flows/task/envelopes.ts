/** Schemas of the lines on standard output (spec page 6); the published JSON Schema is made from them. */
import * as v from "valibot";
import { LastRun } from "./journal.ts";
import { ERROR_CODES } from "./task-failure.ts";

const text = v.string();
const maybe = v.nullable(v.string());
const percent = v.nullable(v.number());

const DoneLine = v.strictObject({
  status: v.literal("DONE"),
  taskId: text,
  commitSha: maybe,
  cycleCount: v.number(),
  coverageDelta: v.strictObject({ lineBefore: percent, lineAfter: percent, branchBefore: percent, branchAfter: percent }),
  wallclockMs: v.number(),
  branchName: maybe,
  prNumber: v.nullable(v.number()),
  evidence: v.picklist(["junit", "exit-status"]),
});

const FailedLine = v.strictObject({
  status: v.literal("FAILED"),
  taskId: text,
  errorCode: v.picklist(ERROR_CODES),
  phase: text,
  step: text,
  message: text,
  log: text,
  kind: v.optional(text),
  worktreePath: v.optional(text),
});

const AwaitingLine = v.strictObject({
  status: v.literal("AWAITING"),
  step: text,
  taskId: text,
  cycle: v.nullable(v.number()),
  attempt: v.number(),
  test: maybe,
  prompt: text,
  cwd: text,
  allowedPaths: v.array(text),
  verify: text,
  lastRun: v.nullable(LastRun),
  answerFile: maybe,
  next: text,
});

const BusyLine = v.strictObject({ status: v.literal("BUSY"), taskId: text, pid: v.nullable(v.number()), since: maybe });

const StatusLine = v.strictObject({
  status: v.picklist(["RUNNING", "AWAITING", "FAILED", "DONE", "NONE"]),
  taskId: text,
  phase: maybe,
  step: maybe,
  cycle: v.nullable(v.number()),
  branchName: maybe,
  worktreePath: maybe,
  log: maybe,
});

const InitializedLine = v.strictObject({ status: v.literal("INITIALIZED"), taskIds: v.array(text), files: v.array(text) });

/** Commands as a shell would be given them; null: there is none. */
const Commands = v.strictObject({
  setup: maybe,
  test: text,
  coverage: maybe,
  compile: maybe,
  format: maybe,
  lint: maybe,
  acceptance: maybe,
});

/** A phase, or for a story a task, with what would be done in it. */
const PlannedPhase = v.strictObject({ label: text, steps: v.array(v.strictObject({ id: text, detail: maybe })) });

const DryLine = v.strictObject({ status: v.literal("DRY_RUN"), stack: text, commands: Commands, phases: v.array(PlannedPhase) });

/** Any line of x-implement-task. */
export const ImplementEnvelope = v.union([DoneLine, FailedLine, AwaitingLine, BusyLine, StatusLine, InitializedLine, DryLine]);
export type ImplementLine = v.InferInput<typeof ImplementEnvelope>;
export type InitLine = v.InferInput<typeof InitializedLine>;
export type DryRunLine = v.InferInput<typeof DryLine>;
export type PlannedPhase = v.InferInput<typeof PlannedPhase>;
