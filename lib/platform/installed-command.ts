import process from "node:process";
import { basename, dirname, join } from "@std/path";
import type { Environment } from "./child-environment.ts";
import { findProgram } from "./find-program.ts";
import { isDeno } from "./runtime.ts";
import { isStandalone } from "./target.ts";

const MULTICALL = "x-skills";

/**
 * Absolute words that start the skill `name` of this installation from any folder: a program or link beside the one that runs,
 * else the multicall with the name as its first word; from source, the runtime and the script. Undefined when it is not installed.
 * A link stays a link: where it points may change with the next version.
 */
export function installedCommand(name: string, env: Environment): readonly string[] | undefined {
  if (!isStandalone) return sourceCommand(join(dirname(process.argv[1]!), `${name}.ts`));
  const called = findProgram(process.argv0, env, process.cwd()) ?? process.execPath;
  for (const folder of [dirname(called), dirname(process.execPath)]) {
    const program = findProgram(join(folder, name), env, folder);
    if (program !== undefined) return [program];
  }
  if (basename(process.execPath) === MULTICALL) return [process.execPath, name];
  return basename(process.execPath).startsWith(name) ? [process.execPath] : undefined;
}

function sourceCommand(script: string): readonly string[] {
  return isDeno ? [process.execPath, "run", "-A", script] : [process.execPath, "--no-env-file", "--config=/dev/null", script];
}
