/** Finds out what runs a project's tests, where its `x-skills.json` does not say it. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import type { Environment } from "../../platform/child-environment.ts";
import { findProgram } from "../../platform/find-program.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { denoStack, packageStack } from "./javascript-stack.ts";
import { cargoStack, goStack, gradleStack, makeStack, mavenStack, pythonStack } from "./other-stacks.ts";
import type { Project, Stack } from "./stack.ts";

/** In the order in which they are asked: a Makefile often wraps one of the others. */
const DETECTORS = [packageStack, denoStack, pythonStack, goStack, cargoStack, mavenStack, gradleStack, makeStack] as const;

/** The stack of the project, or undefined when nothing known runs its tests. Throws `DataError` on a broken package.json. */
export function detectStack(project: Project): Stack | undefined {
  for (const detect of DETECTORS) {
    const stack = detect(project);
    if (stack !== undefined) return stack;
  }
  return undefined;
}

/** The project in `folder`; programs are looked for as `env` says. */
export function projectIn(folder: string, env: Environment): Project {
  return {
    has: (name) => existsSync(join(folder, name)),
    text: (name) => readTextIfExists(join(folder, name)),
    canRun: (program) => findProgram(program, env, folder) !== undefined,
  };
}
