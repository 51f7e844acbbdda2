/**
 * The judgement of a phase gate (spec page 4), from data: what was asked, what the record says, which artifacts are missing.
 * The record is a state file's, or, where there is none, a run's own journal.
 */
import { GateMalformedError } from "./gate-errors.ts";
import { phaseNumber } from "./phase-number.ts";

export const GATE_MODES = ["pre", "post", "wave", "final"] as const;
export type GateMode = (typeof GATE_MODES)[number];

export interface GateRequest {
  readonly mode: GateMode;
  readonly skill: string;
  /** A label that `phaseNumber` knows. */
  readonly phase: string;
  readonly taskId?: string;
  readonly expectedTasks: readonly string[];
  /** Paths, as they were given. */
  readonly expectedArtifacts: readonly string[];
}

/** One result of an earlier gate; without `skill` and `taskId` it is an old one, which counts for any. */
export interface GateEntry {
  readonly phase: string;
  readonly mode: string;
  readonly passed: boolean;
  readonly skill?: string | undefined;
  readonly taskId?: string | undefined;
}

export interface GateRecord {
  /** In the order in which they were appended. */
  readonly results: readonly GateEntry[];
  /** Status of each tracker by its id. */
  readonly statuses: ReadonlyMap<string, string>;
}

export interface Verdict {
  readonly passed: boolean;
  readonly completedTasks: readonly string[];
  /** Before a phase: the earlier phases that have not passed, as `Phase-<k>`. */
  readonly missingTasks: readonly string[];
  readonly missingArtifacts: readonly string[];
}

const CLOSING: ReadonlySet<string> = new Set(["post", "wave", "final"]);

/** Throws `GateMalformedError` when the request contradicts its mode. */
export function checkGate({ mode, expectedTasks, expectedArtifacts }: GateRequest): void {
  if (mode === "pre" && expectedTasks.length > 0) throw new GateMalformedError("--mode pre takes no --expected-tasks");
  if (mode === "pre" && expectedArtifacts.length > 0) throw new GateMalformedError("--mode pre takes no --expected-artifacts");
  if (mode === "wave" && expectedTasks.length === 0) throw new GateMalformedError("--mode wave requires --expected-tasks");
}

/** The first expected task that is in progress: the gate waits for it. */
export function unsettledTask({ expectedTasks }: GateRequest, { statuses }: GateRecord): string | undefined {
  return expectedTasks.find((id) => statuses.get(id) === "in_progress");
}

/** Whether the gate opens, and what is missing if it does not. */
export function judgeGate(request: GateRequest, record: GateRecord, missingArtifacts: readonly string[]): Verdict {
  const completedTasks = request.expectedTasks.filter((id) => record.statuses.get(id) === "completed");
  const missingTasks =
    request.mode === "pre" ? missingPhases(request, record) : request.expectedTasks.filter((id) => record.statuses.get(id) !== "completed");
  const passed = missingTasks.length === 0 && missingArtifacts.length === 0;
  return { passed, completedTasks, missingTasks, missingArtifacts };
}

/** Each whole phase before this one whose latest result is not a closing gate that passed. */
function missingPhases(request: GateRequest, { results }: GateRecord): readonly string[] {
  const latest = new Map<number, GateEntry>();
  for (const entry of results) {
    const number = phaseNumber(entry.phase);
    if (number !== undefined && belongs(entry, request)) latest.set(number, entry);
  }
  const before = Array.from({ length: Math.ceil(phaseNumber(request.phase) ?? 0) }, (_, k) => k);
  return before.filter((k) => !isPassedClosing(latest.get(k))).map((k) => `Phase-${k}`);
}

function isPassedClosing(entry: GateEntry | undefined): boolean {
  return entry?.passed === true && CLOSING.has(entry.mode);
}

function belongs({ skill, taskId }: GateEntry, request: GateRequest): boolean {
  if (skill === undefined && taskId === undefined) return true;
  return (skill === undefined || skill === request.skill) && (request.taskId === undefined || taskId === request.taskId);
}
