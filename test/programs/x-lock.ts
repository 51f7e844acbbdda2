#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-lock — a skill without a purpose: takes the lock of a path, says so by a file, and holds it until another file is there. */
import { existsSync } from "@std/fs";
import { join, resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../../lib/cli/command.ts";
import { defineContract } from "../../lib/cli/contract.ts";
import { main } from "../../lib/cli/main.ts";
import { createExclusive } from "../../lib/platform/create-exclusive.ts";
import { lockExclusive, lockShared } from "../../lib/platform/file-lock.ts";
import { sleep } from "../../lib/platform/sleep.ts";
import { spawn } from "../../lib/platform/spawn.ts";

const file = (help: string) => ({ value: "file", optional: true, help, schema: v.optional(v.string()) }) as const;
const POLL_MS = 10;

export const contract = defineContract({
  name: "x-lock",
  summary: "Take the lock of a path.",
  operands: [{ name: "path", help: "its lock file is <path>.lock", schema: v.string() }],
  flags: {
    shared: { help: "as a reader", schema: v.boolean() },
    "timeout-ms": { value: "n", help: "how long to wait", schema: v.pipe(v.string(), v.transform(Number)) },
    held: file("is made once the lock is had"),
    until: file("the lock is held until it is there"),
    linger: file("the lock is let go twice, and the program goes on until it is there"),
    twice: { help: "take it a second time while it is held", schema: v.boolean() },
    child: { help: "start a child that outlives this program while it is held", schema: v.boolean() },
  },
  reads: [],
  writes: [],
  exits: {},
  envelope: v.strictObject({ had: v.boolean() }),
  examples: ["state.json --timeout-ms 0"],
});

export const run = command(contract, async ({ args, operands, cwd, host: { signal, env } }) => {
  const take = args.shared ? lockShared : lockExclusive;
  const options = { timeoutMs: args["timeout-ms"], signal };
  const path = resolve(cwd, operands[0]!);
  const there = async (name: string | undefined) => {
    while (name !== undefined && !existsSync(join(cwd, name))) await sleep(POLL_MS, signal);
  };
  const makeFile = (name: string) => createExclusive(join(cwd, name), new Uint8Array());
  const lock = await take(path, options);
  if (args.twice) await take(path, options);
  if (args.child) spawn(["sh", "-c", "echo $$ > child; exec sleep 60"], { cwd, env, signal, timeoutMs: 60_000, graceMs: 0, keepBytes: 0 });
  if (args.child) await there("child");
  if (args.held !== undefined) makeFile(args.held);
  await there(args.until);
  lock.release();
  lock.release();
  if (args.linger !== undefined) makeFile("released");
  await there(args.linger);
  return { had: true };
});

if (import.meta.main) main(run);
