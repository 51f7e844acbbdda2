import { readFileSync } from "node:fs";

/** Whether the process runs; one that is dead and not yet waited for does not. Linux only, like the tests that use it. */
export function isRunning(pid: number | string): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${String(pid).trim()}/stat`, "utf8"));
  } catch {
    return false;
  }
}
