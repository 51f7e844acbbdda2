/**
 * Purpose: one phase gate against a state file: waits for tasks in progress, judges, and appends the result, all from one locked read.
 * Does not: change tasks, or write anything when the file says that tracking is off.
 * Failures: `GateMalformedError`, `GateTimeoutError` (nothing is appended), and whatever reading or changing the state throws.
 */
import { existsSync } from "@std/fs";
import { resolve } from "@std/path";
import { sleep } from "../../platform/sleep.ts";
import type { JsonDocument } from "../../state/json-document.ts";
import { appendPhaseGate } from "../../state/phase-gate-entry.ts";
import { readState } from "../../state/read-state.ts";
import { StateMissingError } from "../../state/state-errors.ts";
import { changeState } from "../../state/store.ts";
import { isTrackingOff } from "../../state/task-tracking.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { GateTimeoutError } from "./gate-errors.ts";
import { gateRecord } from "./gate-record.ts";
import { checkGate, type GateRequest, judgeGate, unsettledTask, type Verdict } from "./judge-gate.ts";

export interface GateWorld {
  /** Absolute. */
  readonly statePath: string;
  /** The state file as messages show it. */
  readonly label: string;
  /** What relative artifacts are seen from. */
  readonly cwd: string;
  /** How long to wait for a task in progress; 0 looks once. */
  readonly timeoutSeconds: number;
  readonly nowSeconds: () => number;
  readonly signal: AbortSignal;
  /** Absent: the result outlives a power cut. */
  readonly fsync?: boolean;
}

export interface GateResult extends Verdict {
  readonly timestamp: string;
  /** Present when nothing was checked and why. */
  readonly note?: string;
}

const POLL_MS = 500;
const LOCK_MS = 30_000;
const DISABLED = "taskTracking disabled (legacy mode)";

/** Runs the gate. The result says whether it passed; only a gate that could not be judged throws. */
export async function verifyGate(request: GateRequest, world: GateWorld): Promise<GateResult> {
  checkGate(request);
  if (!(await settle(request, world))) {
    const timestamp = formatTimestamp(world.nowSeconds());
    return { passed: true, completedTasks: [], missingTasks: [], missingArtifacts: [], timestamp, note: DISABLED };
  }
  const missingArtifacts = request.expectedArtifacts.filter((path) => !existsSync(resolve(world.cwd, path)));
  const timestamp = formatTimestamp(world.nowSeconds());
  const options = {
    label: world.label,
    initialize: false,
    dryRun: false,
    fsync: world.fsync ?? true,
    timeoutMs: LOCK_MS,
    signal: world.signal,
  };
  const { result } = await changeState(
    world.statePath,
    (document) => appended(document, { request, missingArtifacts, timestamp }),
    options,
  );
  return { ...result, timestamp };
}

interface Judged {
  readonly request: GateRequest;
  readonly missingArtifacts: readonly string[];
  readonly timestamp: string;
}

/** The judgement on the document that it is written into, so that no change can come between. */
function appended(document: JsonDocument, { request, missingArtifacts, timestamp }: Judged): { document: JsonDocument; result: Verdict } {
  const result = judgeGate(request, gateRecord(document), missingArtifacts);
  const { phase, mode, skill, taskId } = request;
  const { passed, missingTasks } = result;
  const entry = { phase, mode, passed, missingArtifacts, missingTasks, timestamp, skill, ...(taskId === undefined ? {} : { taskId }) };
  return { document: appendPhaseGate(document, entry).document, result };
}

/** Waits until no expected task is in progress; false when tracking is off. */
async function settle(request: GateRequest, { statePath, label, timeoutSeconds, signal }: GateWorld): Promise<boolean> {
  const deadline = performance.now() + timeoutSeconds * 1000;
  for (;;) {
    const state = await readState(statePath, label, { timeoutMs: LOCK_MS, signal });
    if (state === undefined) throw new StateMissingError(label);
    if (isTrackingOff(state)) return false;
    const unsettled = unsettledTask(request, gateRecord(state));
    if (unsettled === undefined) return true;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) throw new GateTimeoutError(unsettled, timeoutSeconds);
    await sleep(Math.min(POLL_MS, leftMs), signal);
  }
}
