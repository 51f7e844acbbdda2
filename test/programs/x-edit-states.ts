#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-edit-states — a skill without a purpose: reads each state file of a folder, sets its status, and says what was wrong with it. */
import { join, resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../../lib/cli/command.ts";
import { defineContract } from "../../lib/cli/contract.ts";
import { main } from "../../lib/cli/main.ts";
import { listFolder } from "../../lib/platform/list-folder.ts";
import { putValue } from "../../lib/state/edit.ts";
import { readState } from "../../lib/state/read-state.ts";
import { changeState } from "../../lib/state/store.ts";

export const contract = defineContract({
  name: "x-edit-states",
  summary: "Set the status of each state file in a folder.",
  flags: {},
  operands: [{ name: "folder", help: "where the files are", schema: v.string() }],
  reads: [],
  writes: [],
  exits: {},
  /** Problems of reading and of writing, by the file's name. */
  envelope: v.record(v.string(), v.strictObject({ read: v.nullable(v.string()), write: v.nullable(v.string()) })),
  examples: ["states"],
});

export const run = command(contract, async ({ operands, cwd, host: { signal } }) => {
  const folder = resolve(cwd, operands[0]!);
  const lock = { timeoutMs: 0, signal };
  const store = { ...lock, label: "state", initialize: false, dryRun: false, fsync: false };
  const edit = (document: Parameters<typeof putValue>[0]) => ({ document: putValue(document, ["status"], '"B"'), result: undefined });
  const problems: Record<string, { read: string | null; write: string | null }> = {};
  for (const name of listFolder(folder)) {
    const path = join(folder, name);
    problems[name] = { read: await problemOf(readState(path, "state", lock)), write: await problemOf(changeState(path, edit, store)) };
  }
  return problems;
});

async function problemOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

if (import.meta.main) main(run);
