import { readFileSync } from "node:fs";

/** Whether a process runs; one that is dead and that nobody has waited for does not. Linux only. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
