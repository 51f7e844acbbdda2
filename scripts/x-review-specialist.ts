#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-review-specialist: the exit gate of a task: specialists' verdicts, the worst of which decides. */
import { existsSync } from "@std/fs";
import { join } from "@std/path";
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { openProgress } from "../lib/cli/progress.ts";
import { UsageError } from "../lib/errors.ts";
import { projectFolder } from "../lib/flows/config/project-folder.ts";
import { readConfig } from "../lib/flows/config/read-config.ts";
import { ReviewWorkerError, VerdictsMissingError } from "../lib/flows/review/review-errors.ts";
import { reviewTask } from "../lib/flows/review/review-task.ts";
import { Scopes } from "../lib/flows/review/scopes.ts";
import { Finding, VERDICTS } from "../lib/flows/review/verdict.ts";
import { storyName } from "../lib/flows/story-file.ts";
import { chooseAgent } from "../lib/flows/worker/choose-agent.ts";
import { formatTimestamp } from "../lib/state/timestamp.ts";
import { AnyStoryId, AnyTaskId, isBugStoryId, isBugTaskId, storyOfTask } from "../lib/story/ids.ts";
import { FOLDER_FLAGS } from "../lib/story/story-flags.ts";
import { type StoryFolder, storyFolder } from "../lib/story/story-folder.ts";

const verdict = v.picklist(VERDICTS);
const path = v.optional(v.pipe(v.string(), v.nonEmpty("expected a path")));

export const contract = defineContract({
  name: "x-review-specialist",
  summary: "Ask specialists for their verdict on a task; the worst decides.",
  flags: {
    "story-id": { value: "id", help: "the task's story, story-XXXX-YYYY", schema: AnyStoryId },
    scope: { value: "a,b", help: "what the specialists look at, one verdict each", schema: Scopes },
    "task-exit-gate": { help: "review one task before its last commit; the only kind of review there is", schema: v.boolean() },
    "task-id": { value: "id", help: "the task, TASK-XXXX-YYYY-NNN", schema: AnyTaskId },
    ...FOLDER_FLAGS,
    agent: {
      value: "name|command",
      optional: true,
      unlisted: true,
      help: "worker to ask: claude, codex, a command, config, none (default: X_SKILLS_AGENT)",
      schema: v.optional(v.string()),
    },
    config: { value: "file", optional: true, unlisted: true, help: "settings (default: x-skills.json at the top)", schema: path },
  },
  conflicts: [["feature-id", "epic-id"]],
  reads: ["<folder>/reviews/exit-gate-TASK-XXXX-YYYY-NNN.<scope>.json", "x-skills.json"],
  writes: ["<folder>/reviews/exit-gate-TASK-XXXX-YYYY-NNN.md"],
  exits: {
    NO_GO: { code: 1, message: "NO-GO from {scopes}: see {report}", when: "a specialist says no; the envelope is printed" },
    WORKER_FAILED: { code: 2, message: "{problem}", when: "the worker failed or gave no verdict" },
    FEATURE_NOT_FOUND: { code: 3, message: "Feature dir not found: {folder}", when: "there is no such folder" },
    AWAITING: { code: 75, message: "{problem}", when: "no worker, and verdict files are not there yet: call again" },
  },
  envelope: v.strictObject({
    decision: verdict,
    verdicts: v.array(v.strictObject({ scope: v.string(), verdict, findings: v.array(Finding) })),
  }),
  unanswered: () => "Report written",
  examples: [
    "--story-id story-0049-0005 --scope security,qa --task-exit-gate --task-id TASK-0049-0005-001 --agent claude",
    "--story-id story-0049-0005 --scope qa --task-exit-gate --task-id TASK-0049-0005-001 --context-path plans/epic-0049",
  ],
});

/** The ids belong together, and a bug's are only accepted with its folder. */
function checkIds(storyId: string, taskId: string, isGiven: boolean): void {
  const isBug = isBugStoryId(storyId) || isBugTaskId(taskId);
  if (isBug && !isGiven) throw new UsageError("the ids of a bug need --context-path");
  if (!isBug && storyOfTask(taskId) !== storyId) throw new UsageError(`${taskId} does not belong to ${storyId}`);
}

/** The files of the task that are there. */
function filesOf(folder: StoryFolder, storyId: string, taskId: string) {
  const found = (name: string) => (existsSync(join(folder.path, name)) ? join(folder.path, name) : null);
  const story = found(`${storyName(folder, storyId)}.md`);
  return { task: found(`plans/task-${taskId}.md`), plan: found(`plans/plan-task-${taskId}.md`), story };
}

export const run = command(contract, async ({ args, cwd, host, fail, note }) => {
  if (!args["task-exit-gate"]) throw new UsageError("");
  const { "story-id": storyId, "task-id": taskId, scope: scopes } = args;
  const isNamed = args["feature-id"] !== undefined || args["epic-id"] !== undefined;
  const folder = storyFolder(isNamed ? args : { ...args, "feature-id": storyId.slice(6, 10) }, cwd);
  checkIds(storyId, taskId, folder.isGiven);
  const config = readConfig(projectFolder(cwd), args.config);
  const agent = chooseAgent({ flag: args.agent, variable: host.env.X_SKILLS_AGENT, configured: config.agent });
  if (!existsSync(folder.path, { isDirectory: true })) fail("FEATURE_NOT_FOUND", { folder: folder.shown });

  const progress = openProgress({ host, note });
  const limits = { timeoutSeconds: config.timeouts.worker, idleSeconds: config.timeouts.workerIdle };
  const run = { env: host.env, signal: host.signal, limits };
  const onScope = (scope: string) => progress.show(`reviewing ${scope} with ${agent?.name}`);
  const subject = { taskId, storyId, cwd, role: "general", context: [], files: filesOf(folder, storyId, taskId) } as const;
  const review = { ...subject, scopes, folder: folder.path, timestamp: formatTimestamp(host.nowSeconds()) };
  try {
    const { decision, verdicts, report } = await reviewTask(review, agent && { agent, run, onScope });
    progress.end();
    const envelope = { decision, verdicts: verdicts.map((given) => ({ ...given, findings: [...given.findings] })) };
    if (decision !== "NO-GO") return envelope;
    const objecting = verdicts.flatMap((given) => (given.verdict === "NO-GO" ? [given.scope] : []));
    return fail("NO_GO", { scopes: objecting.join(", "), report }, envelope);
  } catch (error) {
    progress.end();
    if (error instanceof ReviewWorkerError) fail("WORKER_FAILED", { problem: error.message });
    if (error instanceof VerdictsMissingError) fail("AWAITING", { problem: error.message });
    throw error;
  }
});

if (import.meta.main) main(run);
