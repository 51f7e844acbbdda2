import { accessSync, constants, statSync } from "node:fs";
import { join, resolve } from "@std/path";
import type { Environment } from "./child-environment.ts";

/** Where execvp looks when PATH is not set. */
const DEFAULT_PATH = "/usr/local/bin:/usr/bin:/bin";

/** The absolute path that `name` starts from, or undefined; the same rules on every runtime. A name with a slash is seen from `cwd`. */
export function findProgram(name: string, env: Environment, cwd: string): string | undefined {
  if (name === "") return undefined;
  if (name.includes("/")) return isProgram(resolve(cwd, name)) ? resolve(cwd, name) : undefined;
  for (const folder of (env.PATH ?? DEFAULT_PATH).split(":")) {
    const path = join(resolve(cwd, folder), name);
    if (isProgram(path)) return path;
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
