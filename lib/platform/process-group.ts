/**
 * Purpose: knows a child's process group again after we are gone, and ends it. A pid alone is no name: it is used again,
 *   so it is kept with the start time of the process.
 * Does not: find processes that left the group (a daemon with a session of its own).
 * Order: `recordGroup` while the child runs (`spawn` does it), later `isSameGroup` or `endGroup` from any process.
 */
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import { errnoName } from "./io-error.ts";
import { sleep } from "./sleep.ts";

/** A process group and when its leader started; `started` is compared, never read. */
export interface GroupRecord {
  readonly pgid: number;
  readonly started: string;
}

const POLL_MS = 10;
/** After SIGKILL: a process in the kernel cannot be waited for without end. */
const AFTER_KILL_MS = 2_000;
const NEVER = new AbortController().signal;

/** The group that the running process `pid` leads. */
export function recordGroup(pid: number): GroupRecord {
  return { pgid: pid, started: startOf(pid) ?? "" };
}

/**
 * Whether the group is still the one that was recorded. Its leader may be gone while its children run: then a member must
 * have `mark` (`NAME=value`) in its environment, or the group counts as another one.
 */
export function isSameGroup(group: GroupRecord, mark?: string): boolean {
  if (!groupExists(group.pgid)) return false;
  const started = startOf(group.pgid);
  if (started !== undefined) return started === group.started && group.started !== "";
  return mark !== undefined && membersOf(group.pgid).some((pid) => environmentOf(pid).includes(mark));
}

/** Ends the recorded group if it is still that: TERM, then KILL after `graceMs`. Resolves to whether there was something to end. */
export async function endGroup(
  group: GroupRecord,
  { graceMs, mark }: { readonly graceMs: number; readonly mark?: string },
): Promise<boolean> {
  if (!isSameGroup(group, mark)) return false;
  await endMembers(group.pgid, graceMs);
  return true;
}

/** TERM to all, KILL to those that are left after `graceMs`; resolves when none is left. */
export async function endMembers(pgid: number, graceMs: number): Promise<void> {
  signalGroup(pgid, "SIGTERM");
  if (await isEmptyWithin(pgid, graceMs)) return;
  signalGroup(pgid, "SIGKILL");
  await isEmptyWithin(pgid, AFTER_KILL_MS);
}

/** True when the signal reached someone. */
export function signalGroup(pgid: number, signal: "SIGTERM" | "SIGKILL" | 0): boolean {
  try {
    process.kill(-pgid, signal);
    return true;
  } catch (error) {
    return errnoName(error) === "EPERM";
  }
}

/** Whether a member runs; the dead that nobody has waited for do not count, where the system tells them apart. */
export function groupExists(pgid: number): boolean {
  return signalGroup(pgid, 0) && (process.platform !== "linux" || membersOf(pgid).length > 0);
}

/** Resolves to true as soon as no member runs, to false after `ms`. */
export async function isEmptyWithin(pgid: number, ms: number): Promise<boolean> {
  for (const deadline = performance.now() + ms; groupExists(pgid); await sleep(POLL_MS, NEVER)) {
    if (performance.now() > deadline) return false;
  }
  return true;
}

/** When the process started, as text that no other process of this pid has; undefined when there is none, or it is dead. */
function startOf(pid: number): string | undefined {
  if (process.platform !== "linux") return startByPs(pid);
  const stat = statOf(pid);
  if (stat === undefined || isDead(stat)) return undefined;
  return `${bootId()} ${stat[START]}`;
}

function startByPs(pid: number): string | undefined {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() || undefined;
}

/** Start times count from the last boot. */
function bootId(): string {
  return readProc("sys/kernel/random/boot_id").trim();
}

const STATE = 0;
const GROUP = 2;
const START = 19;

/** The fields of /proc/<pid>/stat after the name, which may itself hold spaces and brackets. */
function statOf(pid: number | string): readonly string[] | undefined {
  const text = readProc(`${pid}/stat`);
  return text === "" ? undefined : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function isDead(stat: readonly string[]): boolean {
  return stat[STATE] === "Z" || stat[STATE] === "X";
}

function membersOf(pgid: number): readonly string[] {
  const pids = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter((pid) => {
    const stat = statOf(pid);
    return stat?.[GROUP] === String(pgid) && !isDead(stat);
  });
}

function environmentOf(pid: string): readonly string[] {
  return readProc(`${pid}/environ`).split("\0");
}

function readProc(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, "utf8");
  } catch {
    return "";
  }
}
