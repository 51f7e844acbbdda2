#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-implement-task: drives one task through red, green, refactor, coverage, commits and CI, and observes each instead of believing it. */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { ImplementEnvelope } from "../lib/flows/task/envelopes.ts";
import { implement } from "../lib/flows/task/implement.ts";
import { selfCommand } from "../lib/platform/self-command.ts";
import { FeatureNumber } from "../lib/story/ids.ts";

const isSwitch = v.boolean();
const text = v.optional(v.string());
const folder = v.optional(v.pipe(v.string(), v.nonEmpty("expected a folder")));

export const contract = defineContract({
  name: "x-implement-task",
  summary: "Drive one task through red, green, refactor, coverage, commits and CI, observing each.",
  operands: [
    {
      name: "STORY-ID|TASK-ID|description",
      help: "what to implement",
      schema: v.pipe(v.string(), v.nonEmpty("expected an id or a description")),
    },
  ],
  flags: {
    worktree: { help: "work in a new worktree, with push, pull request and CI watch", schema: isSwitch },
    "no-ci-watch": { help: "neither push nor watch CI", schema: isSwitch },
    orchestrated: { help: "stay on the current branch; the caller owns branch, push and CI", schema: isSwitch },
    "target-branch": {
      value: "branch",
      optional: true,
      unlisted: true,
      help: "where the branch comes from and the pull request goes to",
      schema: text,
    },
    "context-path": {
      value: "dir",
      optional: true,
      unlisted: true,
      help: "folder of story, plans and state (wins over an id)",
      schema: folder,
    },
    "feature-id": {
      value: "id",
      optional: true,
      unlisted: true,
      help: "feature of the task, when not the one in its id",
      schema: v.optional(FeatureNumber),
    },
    "epic-id": { value: "id", optional: true, unlisted: true, help: "the same in the ai/epics layout", schema: v.optional(FeatureNumber) },
    interactive: { unlisted: true, help: "note in the state that a person is there", schema: isSwitch },
    agent: {
      value: "name|command",
      optional: true,
      unlisted: true,
      help: "who does the creative steps: claude, codex, a command, config, none",
      schema: text,
    },
    config: { value: "file", optional: true, unlisted: true, help: "settings (default: x-skills.json at the top)", schema: text },
    "allow-baseline-red": { unlisted: true, help: "go on although tests fail before the first cycle", schema: isSwitch },
    init: { unlisted: true, help: "write task, plan and map from the story, and stop", schema: isSwitch },
    "dry-run": { unlisted: true, help: "say what would run, change nothing", schema: isSwitch },
    status: { unlisted: true, help: "say where the run stands", schema: isSwitch },
    abort: { unlisted: true, help: "end the run; uncommitted work is kept under refs/x-skills", schema: isSwitch },
    restart: { unlisted: true, help: "forget the run and begin anew", schema: isSwitch },
  },
  conflicts: [
    ["feature-id", "epic-id"],
    ["status", "abort"],
    ["status", "restart"],
    ["abort", "restart"],
    ["init", "dry-run"],
  ],
  reads: ["x-skills.json", ".aikittools/features/feature-XXXX/", "plans/task-TASK-….md"],
  writes: ["the working tree, commits and branches of the repository", "execution-state.json", "<git dir>/x-skills/runs/<TASK-ID>/"],
  exits: {
    FAILED: { code: 1, message: "{problem}", when: "the task failed; stdout says why" },
    PHASE_GATE_FAILED: { code: 12, message: "{problem}", when: "a phase gate did not open" },
    PHASE_GATE_MALFORMED: { code: 13, message: "{problem}", when: "a phase gate could not be judged" },
    PHASE_GATE_TIMEOUT: { code: 14, message: "{problem}", when: "a phase gate waited in vain" },
    AWAITING: { code: 75, message: "{problem}", when: "act on the request on stdout and call again; or busy" },
  },
  envelope: ImplementEnvelope,
  examples: ["TASK-0049-0005-001 --worktree --no-ci-watch", "TASK-0049-0005-001 --agent claude", "TASK-0049-0005-001 --status"],
});

export const run = command(contract, async (cx) => {
  const { args, operands, cwd, host, note, warn, emit, fail } = cx;
  const { env, signal, nowSeconds } = host;
  const world = { cwd, env, signal, nowSeconds, note, warn, show: emit, self: selfCommand(contract.name) };
  const end = await implement({ ...args, operand: operands[0]! }, world, emit);
  if (end.exit === undefined) return end.line;
  return fail(end.exit, { problem: end.message }, end.line);
});

if (import.meta.main) main(run);
