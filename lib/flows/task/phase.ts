/** The phases of a run (seed's table), each with its gate label and the subject of its tracker. */

export const PHASES = [
  { label: "Phase-0-Setup", subject: "Step 0 - Precheck" },
  { label: "Phase-1-Prepare", subject: "Step 1 - Prepare" },
  { label: "Phase-2-TDD", subject: "Step 2 - TDD Cycles" },
  { label: "Phase-3-Validate", subject: "Step 3 - Validate" },
  { label: "Phase-3.7-ExitGate", subject: "Step 3.7 - Specialist Exit Gate" },
  { label: "Phase-4-Commit", subject: "Step 4 - Commit" },
  { label: "Phase-5-Cleanup", subject: "Step 5 - Cleanup" },
] as const;

export type PhaseLabel = (typeof PHASES)[number]["label"];

/** U+203A between the parts of a tracker's subject. */
const SEPARATOR = " › ";

/** `TASK-0049-0005-001 › Step 2 › Cycle 1 › Red`. */
export function trackerSubject(taskId: string, ...parts: readonly string[]): string {
  return [taskId, ...parts].join(SEPARATOR);
}
