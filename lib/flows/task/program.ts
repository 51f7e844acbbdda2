/** The order of a run's steps, from what its journal knows. Pure: the next step is the first that is not finished. */
import type { Journal } from "./journal.ts";
import { PHASES, type PhaseLabel } from "./phase.ts";

export type StepKind =
  | "enter"
  | "leave"
  | "tree"
  | "setup"
  | "register"
  | "plan"
  | "baseline"
  | "trackers"
  | "progress"
  | "red"
  | "green"
  | "refactor"
  | "final-run"
  | "coverage"
  | "outputs"
  | "status-sync"
  | "review"
  | "final-commit"
  | "publish"
  | "record"
  | "leave-tree";

export interface Step {
  /** Unique in the run: `enter Phase-0-Setup`, `red 2`. */
  readonly id: string;
  readonly kind: StepKind;
  readonly phase: PhaseLabel;
  /** 1-based number of the cycle; 0 outside. */
  readonly cycle: number;
}

/** What each phase does between its two gates; a phase without work here is left out. */
function workOf(phase: PhaseLabel, { schema, cycles, storyId }: Journal): readonly (readonly [StepKind, number])[] {
  const isV2 = schema === "v2" && storyId !== null;
  switch (phase) {
    case "Phase-0-Setup":
      return [
        ["tree", 0],
        ["setup", 0],
        ["register", 0],
      ];
    case "Phase-1-Prepare":
      return [["plan", 0]];
    case "Phase-2-TDD":
      return [
        ["baseline", 0],
        ["trackers", 0],
        ["progress", 0],
        ...cycles.flatMap(
          ({ n }) =>
            [
              ["red", n],
              ["green", n],
              ["refactor", n],
            ] as const,
        ),
      ];
    case "Phase-3-Validate":
      return [
        ["final-run", 0],
        ["coverage", 0],
        ...(isV2
          ? ([
              ["outputs", 0],
              ["status-sync", 0],
            ] as const)
          : []),
      ];
    case "Phase-3.7-ExitGate":
      return isV2 ? [["review", 0]] : [];
    case "Phase-4-Commit":
      return [
        ["final-commit", 0],
        ["publish", 0],
        ["record", 0],
      ];
    case "Phase-5-Cleanup":
      return [["leave-tree", 0]];
  }
}

/** All steps in order. Cycles are known once the plan is made, which is before any of their steps. */
export function stepsOf(journal: Journal): readonly Step[] {
  return PHASES.flatMap(({ label: phase }) => {
    const work = workOf(phase, journal);
    if (work.length === 0) return [];
    const step = (kind: StepKind, cycle: number, name: string | number = cycle): Step => ({
      id: name === 0 ? kind : `${kind} ${name}`,
      kind,
      phase,
      cycle,
    });
    return [step("enter", 0, phase), ...work.map(([kind, cycle]) => step(kind, cycle)), step("leave", 0, phase)];
  });
}

/** The step to do next; undefined when all are finished. */
export function nextStep(journal: Journal): Step | undefined {
  const done = new Set(journal.done);
  return stepsOf(journal).find(({ id }) => !done.has(id));
}

/** The journal after a step came to its end. */
export function finished(journal: Journal, step: Step): Journal {
  const done = journal.done.includes(step.id) ? journal.done : [...journal.done, step.id];
  return { ...journal, done, open: null, intent: null, failure: null };
}
