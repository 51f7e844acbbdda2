#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-fixture — a skill without a purpose: the tests of the driver make it print, fail and crash. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../../lib/cli/command.ts";
import { defineContract } from "../../lib/cli/contract.ts";
import { main } from "../../lib/cli/main.ts";
import { DataError, IoError, LockTimeoutError, MissingProgramError } from "../../lib/errors.ts";
import { nodeFs } from "../../lib/platform/file-calls-node.ts";
import { sleep } from "../../lib/platform/sleep.ts";

const FAILURES: Readonly<Record<string, () => unknown>> = {
  data: () => new DataError("Cannot read x: invalid UTF-8"),
  io: () => new IoError("read", "x", "permission denied"),
  lock: () => new LockTimeoutError("x.lock", ""),
  program: () => new MissingProgramError("git"),
  bug: () => new TypeError("undefined is not\na function"),
  text: () => "thrown text",
};

export const contract = defineContract({
  name: "x-fixture",
  summary: "Print, fail or crash as told.",
  flags: {
    text: { value: "text", help: "text to answer with", optional: true, schema: v.optional(v.string(), "") },
    bytes: {
      value: "n",
      help: "length of the answer's padding",
      optional: true,
      schema: v.optional(v.pipe(v.string(), v.transform(Number)), "0"),
    },
    lines: { value: "n", help: "answer in n lines", optional: true, schema: v.optional(v.pipe(v.string(), v.transform(Number)), "1") },
    throw: {
      value: Object.keys(FAILURES).join("|"),
      help: "fail in this way",
      optional: true,
      schema: v.optional(v.picklist(Object.keys(FAILURES))),
    },
    crash: {
      value: "later|rejection",
      help: "crash outside the body",
      optional: true,
      schema: v.optional(v.picklist(["later", "rejection"])),
    },
    warn: { value: "text", help: "text to warn with", optional: true, schema: v.optional(v.string()) },
    refuse: { value: "reason", help: "end with a row of the table", optional: true, schema: v.optional(v.string()) },
    "wrong-envelope": { help: "answer with what the contract does not allow", schema: v.boolean() },
    wait: { value: "path", help: "make this file, then wait for a signal", optional: true, schema: v.optional(v.string()) },
    where: { help: "answer with the working directory", schema: v.boolean() },
  },
  reads: [],
  writes: [],
  exits: { REFUSED: { code: 7, message: "Refused: {reason}" } },
  envelope: v.strictObject({ text: v.string(), padding: v.string() }),
  unanswered: ({ text }: { text: string }) => (text === "saved" ? "The work is saved" : undefined),
  examples: ["--text hello", "--bytes 300000"],
});

export const run = command(contract, async ({ args, cwd, host, fail, warn }) => {
  if (args.warn !== undefined) warn(args.warn);
  if (args.refuse !== undefined) fail("REFUSED", { reason: args.refuse });
  if (args.throw !== undefined) throw FAILURES[args.throw]!();
  if (args.crash === "later") setTimeout(() => JSON.parse("{"), 1);
  if (args.crash === "rejection") void Promise.reject(new Error("nobody waits"));
  if (args.crash !== undefined) await new Promise((resolve) => setTimeout(resolve, 200));
  if (args.wait !== undefined) {
    nodeFs().writeFileSync(resolve(cwd, args.wait), "");
    await sleep(60_000, host.signal);
  }
  if (args["wrong-envelope"]) return { text: 1 } as never;
  const envelope = { text: args.where ? cwd : args.text, padding: "x".repeat(args.bytes) };
  return args.lines === 1 ? envelope : Array.from({ length: args.lines }, () => envelope);
});

if (import.meta.main) main(run);
