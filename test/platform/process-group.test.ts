import { expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { endGroup, groupExists, isSameGroup, recordGroup } from "../../lib/platform/process-group.ts";

/** A group of its own that has said that it runs. */
async function group(line: string, env: Readonly<Record<string, string>> = {}): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn("sh", ["-c", `${line}`], { detached: true, stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, ...env } });
  await once(child.stdout!, "data");
  return child as ChildProcess & { readonly pid: number };
}

test("a group that does not hear TERM is killed after the grace", async () => {
  const child = await group('trap "" TERM; echo up; while :; do sleep 0.05; done');
  const record = recordGroup(child.pid);
  expect(isSameGroup(record)).toBe(true);
  expect(await endGroup(record, { graceMs: 100 })).toBe(true);
  expect([groupExists(child.pid), isSameGroup(record), await endGroup(record, { graceMs: 100 })]).toEqual([false, false, false]);
});

test("a group that another process leads now is left alone", async () => {
  const child = await group("echo up; exec sleep 30");
  const record = recordGroup(child.pid);
  for (const other of [
    { ...record, started: "another time" },
    { ...record, started: "" },
  ]) {
    expect(await endGroup(other, { graceMs: 100 })).toBe(false);
  }
  expect(groupExists(child.pid)).toBe(true);
  expect(await endGroup(record, { graceMs: 5_000 })).toBe(true);
});

test("without its leader a group counts by its mark only", async () => {
  const child = await group("(echo up; exec sleep 30) & echo started", { X_SKILLS_MARK: "a" });
  const record = recordGroup(child.pid);
  if (child.exitCode === null) await once(child, "exit");
  expect([isSameGroup(record), isSameGroup(record, "X_SKILLS_MARK=b"), isSameGroup(record, "X_SKILLS_MARK=a")]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await endGroup(record, { graceMs: 5_000, mark: "X_SKILLS_MARK=a" })).toBe(true);
});

test("a process that is not there leads no group", () => {
  expect(recordGroup(2 ** 22 + 1)).toEqual({ pgid: 2 ** 22 + 1, started: "" });
});
