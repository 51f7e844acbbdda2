/** Which of its four jobs x-internal-update-status is asked for, and the flags that do not go with it (spec page 1, Arguments). */
import { UsageError } from "../errors.ts";

export type UpdateMode = "read" | "change" | "batch" | "phase-gate";

type Given = Readonly<Record<string, unknown>>;

const GATE_FLAGS = ["phase", "mode", "passed", "missing-artifacts", "missing-tasks", "skill", "task-id"];
const CHANGE_FLAGS = ["field", "value", "set", "unset", "value-type", "expect", "expect-absent"];

/** What each mode refuses, beside what it is chosen by. */
const REFUSED: Readonly<Record<UpdateMode, readonly string[]>> = {
  read: ["initialize", "set", "unset", "batch", "expect", "expect-absent", ...GATE_FLAGS],
  change: GATE_FLAGS,
  batch: ["type", "id", ...CHANGE_FLAGS, ...GATE_FLAGS],
  "phase-gate": ["read-only", "batch", ...CHANGE_FLAGS],
};

/** Throws `UsageError` naming the two flags that exclude each other. */
export function updateMode(given: Given): UpdateMode {
  const [mode, chosenBy] = choose(given);
  for (const wrong of REFUSED[mode]) {
    if (!isGiven(given[wrong])) continue;
    throw new UsageError(chosenBy === "" ? `--${wrong} goes with --type phase-gate only` : `${chosenBy} goes without --${wrong}`);
  }
  return mode;
}

function choose(given: Given): readonly [UpdateMode, string] {
  if (given.type === "phase-gate") return ["phase-gate", "--type phase-gate"];
  if (given["read-only"] === true) return ["read", "--read-only"];
  return given.batch === true ? ["batch", "--batch"] : ["change", ""];
}

function isGiven(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
}
