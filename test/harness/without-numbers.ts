import type { Outcome } from "./run-script.ts";

/** The outcome with every number masked: times and durations differ from run to run. */
export function withoutNumbers(outcome: Outcome): Outcome {
  const mask = (text: string) => text.replace(/\d+/g, "N");
  return { ...outcome, stdout: mask(outcome.stdout), stderr: mask(outcome.stderr) };
}
