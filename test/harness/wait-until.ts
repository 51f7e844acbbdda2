import { readdirSync, readlinkSync } from "node:fs";

const POLL_MS = 5;

/** Waits for a fact instead of a time: on a busy machine no pause is long enough. Throws after `timeoutMs`. */
export async function waitUntil(isSo: () => boolean, timeoutMs = 30_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${isSo}`);
    await Bun.sleep(POLL_MS);
  }
}

/** Whether the process holds `path` open: a program that waits for a lock does, and its signal handlers are in place. Linux only. */
export function hasOpen(pid: number, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === path);
  } catch {
    return false;
  }
}
