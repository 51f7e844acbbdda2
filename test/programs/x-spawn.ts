#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-spawn — a skill without a purpose: runs one program as told and reports how it ended, for the tests of lib/platform/spawn. */
import { writeFileSync } from "node:fs";
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../../lib/cli/command.ts";
import { defineContract } from "../../lib/cli/contract.ts";
import { main } from "../../lib/cli/main.ts";
import { openOutputLog } from "../../lib/platform/output-log.ts";
import { endGroup, type GroupRecord, isSameGroup } from "../../lib/platform/process-group.ts";
import { commandArgv, spawn } from "../../lib/platform/spawn.ts";

const text = v.optional(v.string());
const number = v.optional(v.pipe(v.string(), v.transform(Number)), "0");
const flag = (help: string, schema = text) => ({ value: "value", help, optional: true, schema }) as const;
const count = (help: string) => ({ value: "n", help, optional: true, schema: number }) as const;

export const contract = defineContract({
  name: "x-spawn",
  summary: "Run a program and report how it ended.",
  flags: {
    argv: flag("the program's words, as a JSON array"),
    line: flag("a line for sh -c"),
    stdin: flag("what the program reads"),
    "timeout-ms": count("time limit"),
    "idle-ms": count("limit of silence"),
    "busy-times": count("how often a silent program counts as busy"),
    "grace-ms": {
      value: "n",
      help: "time between TERM and KILL",
      optional: true,
      schema: v.optional(v.pipe(v.string(), v.transform(Number)), "5000"),
    },
    "keep-bytes": {
      value: "n",
      help: "output to keep",
      optional: true,
      schema: v.optional(v.pipe(v.string(), v.transform(Number)), "1000000"),
    },
    leave: { help: "leave what outlives the program", schema: v.boolean() },
    "keep-repository": { help: "keep the variables of git hooks", schema: v.boolean() },
    "output-fails": { help: "throw when output comes", schema: v.boolean() },
    log: flag("file that gets the output"),
    record: flag("file that gets the group before the program starts"),
    die: { help: "die before the program starts", schema: v.boolean() },
    "die-on-output": { help: "die when output comes", schema: v.boolean() },
    "end-group": flag("end this recorded group, a JSON object"),
    mark: flag("what a member of that group has in its environment"),
  },
  reads: [],
  writes: [],
  exits: {},
  envelope: v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()])),
  examples: ["--argv '[\"true\"]'"],
});

export const run = command(contract, async ({ args, cwd, host }) => {
  if (args["end-group"] !== undefined) {
    const group: GroupRecord = JSON.parse(args["end-group"]);
    const same = isSameGroup(group, args.mark);
    const ended = await endGroup(group, { graceMs: args["grace-ms"], ...(args.mark === undefined ? {} : { mark: args.mark }) });
    return { same, ended };
  }
  const log = args.log === undefined ? undefined : openOutputLog(resolve(cwd, args.log), { maxBytes: 100 });
  let busy = args["busy-times"];
  const ended = await spawn(args.argv === undefined ? commandArgv(args.line ?? "") : JSON.parse(args.argv), {
    cwd,
    env: host.env,
    signal: host.signal,
    timeoutMs: args["timeout-ms"],
    idle: { ms: args["idle-ms"], isBusy: () => busy-- > 0 },
    graceMs: args["grace-ms"],
    keepBytes: args["keep-bytes"],
    leftovers: args.leave ? "leave" : "end",
    keepRepository: args["keep-repository"],
    ...(args.stdin === undefined ? {} : { stdin: args.stdin }),
    onOutput: (stream, chunk) => {
      if (args["die-on-output"]) process.kill(process.pid, "SIGKILL");
      if (args["output-fails"]) throw new Error("nobody listens");
      log?.write(stream, chunk);
    },
    ...(args.record === undefined
      ? {}
      : {
          beforeStart: (group: GroupRecord) => {
            writeFileSync(resolve(cwd, args.record!), JSON.stringify(group));
            if (args.die) process.kill(process.pid, "SIGKILL");
          },
        }),
  });
  log?.close();
  const { code = null, signal = null, cause, stdout, stderr, hadLeftovers } = ended;
  return { code, signal, cause, stdout: stdout.text, stderr: stderr.text, length: stdout.length, dropped: stdout.dropped, hadLeftovers };
});

if (import.meta.main) main(run);
