/** The trackers and gates of a run: in the state file where there is one, else judged from the journal alone (spec page 6, Phases). */
import { relative } from "@std/path";
import { InvalidPathError, StateMissingError, StateWriteError } from "../../state/state-errors.ts";
import { putTrackers, type Tracker, trackerStatuses } from "../../state/task-index.ts";
import { isTrackingOff } from "../../state/task-tracking.ts";
import { formatTimestamp } from "../../state/timestamp.ts";
import { GateMalformedError, GateTimeoutError } from "../gates/gate-errors.ts";
import { type GateMode, type GateRequest, judgeGate, type Verdict } from "../gates/judge-gate.ts";
import { verifyGate } from "../gates/verify-gate.ts";
import { PHASES, type PhaseLabel, trackerSubject } from "./phase.ts";
import type { Run } from "./run.ts";
import { editState } from "./state-node.ts";
import { TaskFailure } from "./task-failure.ts";

const SKILL = "x-implement-task";
const GATE_SECONDS = 10;

type Status = Tracker["status"];
/** What a tracker is called in the journal, its subject's parts, and the phase that it belongs to. */
interface TrackerChange {
  readonly name: string;
  readonly parts: readonly string[];
  readonly parent: string | null;
  readonly status: Status;
}

/** The pre gate, then the phase's tracker in progress. */
export async function enterPhase(run: Run, phase: PhaseLabel): Promise<void> {
  await gate(run, { mode: "pre", phase, expectedTasks: [] });
  await setTrackers(run, [phaseTracker(phase, "in_progress")]);
}

/** The closing gate over the phase's sub-trackers, then the phase's own tracker completed. */
export async function leavePhase(run: Run, phase: PhaseLabel): Promise<void> {
  if (phase === "Phase-2-TDD") await completeFinished(run);
  const subs = Object.keys(run.journal.trackers).filter((name) => name.startsWith(`${phase}/`));
  const mode: GateMode = phase === "Phase-2-TDD" ? "wave" : phase === "Phase-5-Cleanup" ? "final" : "post";
  await gate(run, { mode, phase, expectedTasks: subs.map((name) => idOf(run, name)) });
  await setTrackers(run, [phaseTracker(phase, "completed")]);
}

/** A step is finished with its commit; after a kill its tracker, in the journal or in the state file, may not say so yet. */
async function completeFinished(run: Run): Promise<void> {
  const finished = run.journal.cycles.flatMap(({ n }) =>
    (["red", "green", "refactor"] as const)
      .filter((kind) => run.journal.done.includes(`${kind} ${n}`))
      .map((kind) => cycleTracker(n, kind, "completed")),
  );
  if (finished.length > 0) await setTrackers(run, finished);
}

/** All trackers of all cycles, in one write. */
export async function makeCycleTrackers(run: Run): Promise<void> {
  const changes = run.journal.cycles.flatMap(({ n }) =>
    (["red", "green", "refactor"] as const).map((kind) => cycleTracker(n, kind, "pending")),
  );
  await setTrackers(run, changes);
}

/** The tracker of one step of one cycle. */
export async function markCycleStep(run: Run, n: number, kind: "red" | "green" | "refactor", status: Status): Promise<void> {
  await setTrackers(run, [cycleTracker(n, kind, status)]);
}

/** A tracker for a step inside a phase: `Step 3.5 - Status sync`. */
export async function markSubStep(run: Run, phase: PhaseLabel, title: string, status: Status): Promise<void> {
  await setTrackers(run, [{ name: `${phase}/${title}`, parts: [title], parent: phase, status }]);
}

function phaseTracker(phase: PhaseLabel, status: Status): TrackerChange {
  return { name: phase, parts: [PHASES.find(({ label }) => label === phase)!.subject], parent: null, status };
}

function cycleTracker(n: number, kind: "red" | "green" | "refactor", status: Status): TrackerChange {
  const word = { red: "Red", green: "Green", refactor: "Refactor" }[kind];
  return { name: `Phase-2-TDD/${n}/${kind}`, parts: ["Step 2", `Cycle ${n}`, word], parent: "Phase-2-TDD", status };
}

/** Remembered for the next entry of the journal, and written to the state file, where a tracker that has its status already stays as it is. */
async function setTrackers(run: Run, changes: readonly TrackerChange[]): Promise<void> {
  const trackers = { ...run.journal.trackers };
  for (const { name, status } of changes) trackers[name] = { n: trackers[name]?.n ?? Object.keys(trackers).length + 1, status };
  run.remember({ trackers });
  const wanted = changes.map((change) => toTracker(run, change));
  try {
    await editState(run, (document) => {
      if (isTrackingOff(document)) return document;
      const statuses = trackerStatuses(document);
      return putTrackers(
        document,
        wanted.filter(({ id, status }) => statuses.get(id) !== status),
      );
    });
  } catch (error) {
    throw error instanceof TaskFailure ? new TaskFailure("PHASE_GATE_MALFORMED", `STATE_UPDATE_FAILED — ${error.message}`) : error;
  }
}

function toTracker(run: Run, { name, parts, parent, status }: TrackerChange): Tracker {
  const completedAt = status === "completed" ? formatTimestamp(run.world.nowSeconds()) : null;
  const parentId = parent === null ? null : idOf(run, parent);
  return { id: idOf(run, name), subject: trackerSubject(run.journal.taskId, ...parts), status, parentId, completedAt };
}

function idOf(run: Run, name: string): string {
  return `${run.journal.taskId}#${run.journal.trackers[name]?.n ?? 0}`;
}

async function gate(
  run: Run,
  { mode, phase, expectedTasks }: { mode: GateMode; phase: PhaseLabel; expectedTasks: readonly string[] },
): Promise<void> {
  const { taskId } = run.journal;
  const request: GateRequest = { mode, skill: SKILL, phase, taskId, expectedTasks, expectedArtifacts: [] };
  const { passed, missingTasks } = run.journal.stateFile === null ? judgeFromJournal(run, request) : await judgeFromState(run, request);
  run.remember({ gates: [...run.journal.gates, { phase, mode, passed }] });
  if (!passed) throw new TaskFailure("PHASE_GATE_FAILED", `missing ${missingTasks.length} task(s): ${missingTasks.join(", ")}`);
}

async function judgeFromState(run: Run, request: GateRequest): Promise<Verdict> {
  const { stateFile, startFolder } = run.journal;
  const { nowSeconds, signal } = run.world;
  const world = {
    statePath: stateFile!,
    label: relative(startFolder, stateFile!),
    cwd: startFolder,
    timeoutSeconds: GATE_SECONDS,
    fsync: false,
    nowSeconds,
    signal,
  };
  try {
    return await verifyGate(request, world);
  } catch (error) {
    if (error instanceof GateMalformedError) throw new TaskFailure("PHASE_GATE_MALFORMED", error.message);
    if (error instanceof InvalidPathError || error instanceof StateWriteError || error instanceof StateMissingError) {
      throw new TaskFailure("PHASE_GATE_MALFORMED", `STATE_UPDATE_FAILED — ${error.message}`);
    }
    if (error instanceof GateTimeoutError) throw new TaskFailure("PHASE_GATE_TIMEOUT", error.message);
    throw error;
  }
}

function judgeFromJournal(run: Run, request: GateRequest): Verdict {
  const { taskId, trackers } = run.journal;
  const results = run.journal.gates.map((entry) => ({ ...entry, skill: SKILL, taskId }));
  const statuses = new Map(Object.keys(trackers).map((name) => [idOf(run, name), trackers[name]!.status]));
  return judgeGate(request, { results, statuses }, []);
}
