/** Everything that `make fuzz` does, part by part. */
import type { Runtime } from "../harness/runtime.ts";
import { answerTarget, checksTarget, failureTarget, gitTarget, messageTarget } from "./answer-targets.ts";
import { argvTarget } from "./argv-target.ts";
import { coverageTargets } from "./coverage-targets.ts";
import type { Target } from "./fuzz-target.ts";
import { ghTarget } from "./gh-target.ts";
import { journalTarget } from "./journal-target.ts";
import { planningTarget } from "./planning-target.ts";
import { programTarget } from "./program-target.ts";
import { junitTarget, outputTarget } from "./report-targets.ts";
import { settingsTarget } from "./settings-target.ts";
import { gatesTarget, mergeTarget, updateTarget } from "./state-targets.ts";
import { storyTarget } from "./story-target.ts";
import { taskRunTarget } from "./task-run-target.ts";

/** In this process, without starting a program. */
export const IN_PROCESS: readonly Target[] = [
  argvTarget,
  updateTarget,
  gatesTarget,
  mergeTarget,
  storyTarget,
  planningTarget,
  journalTarget,
  junitTarget,
  outputTarget,
  ...coverageTargets,
  checksTarget,
  failureTarget,
  gitTarget,
  messageTarget,
  answerTarget,
  settingsTarget,
];

/** All of them, the last ones as real programs: on each of these runtimes, or on the first. */
export function allTargets(runtimes: readonly [Runtime, ...Runtime[]]): readonly Target[] {
  return [...IN_PROCESS, ghTarget, taskRunTarget(runtimes[0]), programTarget(runtimes)];
}
