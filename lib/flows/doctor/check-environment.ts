import type { Environment } from "../../platform/child-environment.ts";
import { BRANCH_BYPASS, STATE_BYPASS } from "../hooks/run-hook.ts";
import { type CheckResult, type Finding, note, problem } from "./finding.ts";

/** Variables by name or beginning, when they act, and what they do. Measured on the compiled binaries. */
const VARIABLES: readonly (readonly [name: RegExp, acts: (value: string) => boolean, level: Finding["level"], effect: string])[] = [
  [/^BUN_OPTIONS$/, isSet, "problem", "its flags are passed to every compiled binary"],
  [/^BUN_BE_BUN$/, (value) => value === "1", "problem", "every compiled binary is bun itself then"],
  [/^BUN_JSC_/, isSet, "problem", "it changes how compiled binaries run, and may make them print more"],
  [/^X_SKILLS_NOW$/, isSet, "problem", "timestamps are written with this time"],
  [new RegExp(`^(?:${STATE_BYPASS}|${BRANCH_BYPASS})$`), (value) => value === "1", "problem", "a rule of the commit hooks is off"],
  [/^(?:LD_PRELOAD|DYLD_INSERT_LIBRARIES)$/, isSet, "note", "its code runs in every program"],
  [/^GIT_(?:DIR|INDEX_FILE|WORK_TREE)$/, isSet, "note", "git by hand works on that repository; skills start git without it"],
  [/^X_SKILLS_(?:AGENT|DEBUG)$/, isSet, "note", "skills act on it"],
];

/** Variables that change what the binaries do. */
export function checkEnvironment(env: Environment): CheckResult {
  const findings = Object.entries(env).flatMap(([name, value = ""]): Finding[] => {
    const row = VARIABLES.find(([pattern]) => pattern.test(name));
    if (row === undefined || !row[1](value)) return [];
    const message = `${name} is set: ${row[3]}`;
    return [row[2] === "problem" ? problem(message) : note(message)];
  });
  return { check: "environment", findings: findings.toSorted((a, b) => (a.message < b.message ? -1 : 1)) };
}

function isSet(value: string): boolean {
  return value !== "";
}
