#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-resume-story: where should an interrupted story go on? Read-only. */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { UsageError } from "../lib/errors.ts";
import { storyMtime, storyName } from "../lib/flows/story-file.ts";
import { valueAt } from "../lib/state/locate.ts";
import { keysInOrder } from "../lib/state/member-order.ts";
import { readState } from "../lib/state/read-state.ts";
import { parseTimestamp } from "../lib/state/timestamp.ts";
import { isBugStoryId } from "../lib/story/ids.ts";
import { resumeReport } from "../lib/story/resume-point.ts";
import { classifier } from "../lib/story/status-words.ts";
import { FOLDER_FLAGS, LOCK_TIMEOUT_SECONDS, STORY_FLAGS } from "../lib/story/story-flags.ts";
import { storyFolder } from "../lib/story/story-folder.ts";

export const contract = defineContract({
  name: "x-internal-resume-story",
  summary: "Report where an interrupted story goes on, from its tasks in the state file.",
  flags: {
    "story-id": STORY_FLAGS["story-id"],
    ...FOLDER_FLAGS,
    "done-status": STORY_FLAGS["done-status"],
    "lock-timeout": STORY_FLAGS["lock-timeout"],
    "verify-git": { unlisted: true, help: "warn where git denies what the state says", schema: v.boolean() },
  },
  anyOf: [["epic-id", "feature-id", "context-path"]],
  conflicts: [["feature-id", "epic-id"]],
  reads: ["<folder>/execution-state.json", "<folder>/story-XXXX-YYYY.md"],
  writes: [],
  exits: {
    STATE_FILE_MISSING: { code: 1, message: "execution-state.json not found", when: "the folder has no state file" },
    STORY_NOT_IN_STATE: { code: 2, message: "Story not in execution-state.json", when: "the state has no such story" },
  },
  envelope: v.strictObject({
    resumePoint: v.pipe(v.string(), v.regex(/^(?:fresh-start|all-done|phase-2-task-[1-9]\d*)$/)),
    tasksCompleted: v.array(v.strictObject({ id: v.string(), commitSha: v.nullable(v.string()) })),
    tasksPending: v.array(v.string()),
    lastCommitSha: v.nullable(v.string()),
    staleWarnings: v.array(v.string()),
  }),
  examples: [
    "--story-id story-0049-0013 --epic-id 0049",
    "--story-id story-0049-0013 --context-path plans/epic-0049 --done-status SUCCESS",
  ],
});

export const run = command(contract, async ({ args, cwd, host, fail, warn }) => {
  const folder = storyFolder(args, cwd);
  const id = args["story-id"];
  if (isBugStoryId(id) && !folder.isBugFolder) {
    throw new UsageError(
      `malformed --story-id '${id}': expected story-XXXX-YYYY (that of a bug needs --context-path of a folder in 'bugs')`,
    );
  }
  const lock = { timeoutMs: (args["lock-timeout"] ?? LOCK_TIMEOUT_SECONDS) * 1000, signal: host.signal };
  const statePath = `${folder.path}/execution-state.json`;
  const state = (await readState(statePath, `${folder.shown}/execution-state.json`, lock)) ?? fail("STATE_FILE_MISSING");
  const name = storyName(folder, id);
  const node = valueAt(state, ["stories", name])?.value ?? fail("STORY_NOT_IN_STATE");

  const report = resumeReport({
    storyId: name,
    node,
    taskOrder: keysInOrder(state, ["stories", name, "tasks"]),
    storyMtime: storyMtime(folder, name),
    classify: classifier(args["done-status"]),
    parseTimestamp,
  });
  for (const warning of report.warnings) warn(warning);
  if (args["verify-git"]) {
    const { gitDoubts } = await import("../lib/flows/git-doubts.ts");
    const [next] = report.envelope.tasksPending;
    const branch = next && valueAt(state, ["stories", name, "tasks", next, "branch"])?.value;
    const claims = { done: report.envelope.tasksCompleted, next: next === undefined ? undefined : { id: next, branch } };
    for (const doubt of await gitDoubts({ cwd: folder.path, env: host.env, signal: host.signal }, claims)) warn(doubt);
  }
  return report.envelope;
});

if (import.meta.main) main(run);
