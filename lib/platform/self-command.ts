import process from "node:process";
import { isDeno } from "./runtime.ts";
import { isStandalone } from "./target.ts";

/** The words that start this program again: a compiled binary by the name it was called by, a script by its runtime. */
export function selfCommand(name: string): readonly string[] {
  if (isStandalone) return isNamed(process.argv0, name) ? [process.argv0] : [process.argv0, name];
  const script = process.argv[1] ?? name;
  return isDeno ? [process.execPath, "run", "-A", script] : [process.execPath, script];
}

/** The multicall is called by its own name, the skill being its first word. */
function isNamed(argv0: string, name: string): boolean {
  return argv0.slice(argv0.lastIndexOf("/") + 1) === name;
}

/** The number of this process. */
export function ownPid(): number {
  return process.pid;
}
