import { lockProblem } from "../../platform/lock-probe.ts";
import { type CheckResult, type Finding, type Patient, problem } from "./finding.ts";
import { labelOf } from "./patient.ts";

/** Whether flock works where the state files are, or where they would be. */
export async function checkLocks(patient: Patient): Promise<CheckResult> {
  const findings: Finding[] = [];
  for (const path of patient.states.length === 0 ? [patient.base] : patient.states) {
    const why = await lockProblem(path);
    if (why !== undefined) findings.push(problem(`${labelOf(patient, path)}: ${why}: state files there cannot be written`));
  }
  return { check: "locks", findings };
}
