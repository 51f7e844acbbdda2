#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-update-status: atomic, locked read-modify-write of one execution-state.json. */
import { resolve } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { rawJson } from "../lib/cli/envelope.ts";
import { main } from "../lib/cli/main.ts";
import { LockTimeoutError } from "../lib/errors.ts";
import { updateStatus } from "../lib/flows/update-status.ts";
import { ExpectationError, InvalidPathError, StateMissingError, StateWriteError } from "../lib/state/state-errors.ts";
import { VALUE_TYPES } from "../lib/state/value-types.ts";

const text = v.optional(v.string());
const value = v.nullable(v.union([v.string(), rawJson]));
const isSwitch = v.boolean();
const list = v.optional(
  v.pipe(
    v.string(),
    v.transform((names) => (names === "" ? [] : names.split(",").filter((name) => name !== ""))),
  ),
  "",
);
const seconds = v.pipe(v.string(), v.regex(/^\d{1,7}(?:\.\d{1,3})?$/, "expected seconds"), v.transform(Number));

export const contract = defineContract({
  name: "x-internal-update-status",
  summary: "Change or read fields of an execution-state.json, atomically and under a lock.",
  flags: {
    type: {
      value: "feature|story|task|phase-gate",
      optional: true,
      help: "kind of node; epic means feature",
      schema: v.optional(
        v.picklist(
          ["feature", "epic", "story", "task", "phase-gate"],
          (issue) => `expected feature, story, task or phase-gate, not ${issue.received}`,
        ),
      ),
    },
    id: { value: "id", optional: true, help: "0049, story-0049-0005 or TASK-0049-0005-001", schema: text },
    field: { value: "name", optional: true, help: "field, or a dotted path to one", schema: text },
    value: { value: "value", optional: true, help: "new value; its type comes from the field's name; now on a timestamp", schema: text },
    file: {
      value: "path",
      optional: true,
      help: "state file (default: ./execution-state.json)",
      schema: v.optional(v.pipe(v.string(), v.nonEmpty("expected a path")), "execution-state.json"),
    },
    initialize: { help: "make the file and the node when absent", schema: isSwitch },
    "read-only": { help: "print the current value, write nothing", schema: isSwitch },
    set: {
      value: "FIELD=VALUE",
      optional: true,
      repeatable: true,
      unlisted: true,
      help: "several fields in one write (repeatable)",
      schema: v.optional(v.array(v.string()), []),
    },
    unset: { unlisted: true, help: "remove the member --field", schema: isSwitch },
    "value-type": {
      value: VALUE_TYPES.join("|"),
      optional: true,
      unlisted: true,
      help: "take the value as this type",
      schema: v.optional(v.picklist(VALUE_TYPES, `expected ${VALUE_TYPES.join(", ")}`)),
    },
    expect: { value: "text", optional: true, unlisted: true, help: "write only if this is the current value, else exit 5", schema: text },
    "expect-absent": { unlisted: true, help: "write only if there is no value yet, else exit 5", schema: isSwitch },
    batch: { unlisted: true, help: "one JSON object a line on stdin, one write for all", schema: isSwitch },
    "dry-run": { unlisted: true, help: "answer as if, write nothing", schema: isSwitch },
    "lock-timeout": {
      value: "seconds",
      optional: true,
      unlisted: true,
      help: "wait for the lock at most this long (default: 30)",
      schema: v.optional(seconds, "30"),
    },
    "no-fsync": { unlisted: true, help: "do not wait for the disk", schema: isSwitch },
    phase: { value: "label", optional: true, unlisted: true, help: "phase-gate: the phase", schema: text },
    mode: {
      value: "pre|post|wave|final",
      optional: true,
      unlisted: true,
      help: "phase-gate: which gate",
      schema: v.optional(v.picklist(["pre", "post", "wave", "final"], "expected pre, post, wave or final")),
    },
    passed: {
      value: "true|false",
      optional: true,
      unlisted: true,
      help: "phase-gate: its result",
      schema: v.optional(v.picklist(["true", "false"], "expected true or false")),
    },
    "missing-artifacts": { value: "a,b", optional: true, unlisted: true, help: "phase-gate: artifacts that were missing", schema: list },
    "missing-tasks": { value: "1,2", optional: true, unlisted: true, help: "phase-gate: tasks that were missing", schema: list },
    skill: { value: "name", optional: true, unlisted: true, help: "phase-gate: the skill it belongs to", schema: text },
    "task-id": { value: "id", optional: true, unlisted: true, help: "phase-gate: the task it belongs to", schema: text },
  },
  reads: ["execution-state.json"],
  writes: ["execution-state.json", "execution-state.json.lock"],
  exits: {
    FILE_NOT_FOUND: { code: 1, message: "{problem}", when: "no state file, and no --initialize" },
    LOCK_TIMEOUT: { code: 2, message: "{problem}", when: "the lock was not had in time" },
    INVALID_PATH: { code: 3, message: "{problem}", when: "type, id and field name nothing in the file" },
    WRITE_FAILED: { code: 4, message: "{problem}", when: "not written, or the file is no JSON object; it is untouched" },
    NOT_AS_EXPECTED: { code: 5, message: "{problem}", when: "--expect does not hold" },
  },
  envelope: v.union([
    v.strictObject({ previousValue: value, newValue: value, fileSha: v.string(), noOp: v.boolean() }),
    v.strictObject({
      changes: v.array(v.strictObject({ field: v.string(), previousValue: v.nullable(v.string()), newValue: v.nullable(v.string()) })),
      fileSha: v.string(),
      noOp: v.boolean(),
    }),
  ]),
  unanswered: ({ fileSha, noOp }) => (noOp ? undefined : `State written (sha256 ${fileSha})`),
  examples: [
    "--type story --id story-0049-0005 --field status --value MERGED",
    "--type task --id TASK-0049-0005-001 --set status=DONE --set completedAt=now",
    "--type story --id story-0049-0005 --read-only",
  ],
});

const EXIT_OF = [
  [StateMissingError, "FILE_NOT_FOUND"],
  [LockTimeoutError, "LOCK_TIMEOUT"],
  [InvalidPathError, "INVALID_PATH"],
  [StateWriteError, "WRITE_FAILED"],
  [ExpectationError, "NOT_AS_EXPECTED"],
] as const;

export const run = command(contract, async ({ args, cwd, host, warn, fail }) => {
  const flags = { ...args, valueType: args["value-type"], expectAbsent: args["expect-absent"] };
  try {
    return await updateStatus(flags, { path: resolve(cwd, args.file), host, warn });
  } catch (error) {
    const exit = EXIT_OF.find(([kind]) => error instanceof kind);
    throw exit === undefined ? error : fail(exit[1], { problem: (error as Error).message });
  }
});

if (import.meta.main) main(run);
