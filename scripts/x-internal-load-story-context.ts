#!/usr/bin/env -S bun --no-env-file --config=/dev/null
/** x-internal-load-story-context: may a story be worked on, how large is it, and how much of it is planned? Read-only. */
import * as v from "valibot";
import { command } from "../lib/cli/command.ts";
import { defineContract } from "../lib/cli/contract.ts";
import { main } from "../lib/cli/main.ts";
import { UsageError } from "../lib/errors.ts";
import { askBlockers } from "../lib/flows/blocker-gate.ts";
import { isInCheckout, readPlanTimes } from "../lib/flows/plan-times.ts";
import { findStoryFile } from "../lib/flows/story-file.ts";
import { fileStatus, readTextIfExists } from "../lib/platform/read-file.ts";
import { classifyArtifacts, looksCheckedOut, planningGate, planningMode } from "../lib/story/artifacts.ts";
import { isBugStoryId } from "../lib/story/ids.ts";
import { assessScope } from "../lib/story/scope.ts";
import { classifier } from "../lib/story/status-words.ts";
import { parseStory } from "../lib/story/story.ts";
import { LOCK_TIMEOUT_SECONDS, STORY_FLAGS } from "../lib/story/story-flags.ts";
import { storyFolder } from "../lib/story/story-folder.ts";

const names = v.array(v.string());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const contract = defineContract({
  name: "x-internal-load-story-context",
  summary: "Check a story's blockers and report its size and the state of its planning.",
  flags: {
    ...STORY_FLAGS,
    freshness: {
      value: "mtime|git",
      optional: true,
      unlisted: true,
      help: "age of a plan: its file's time (default), or its last commit",
      schema: v.optional(v.picklist(["mtime", "git"], "expected mtime or git")),
    },
    reasons: { unlisted: true, help: "say on stderr what raises the scope", schema: v.boolean() },
  },
  anyOf: [["feature-id", "epic-id", "context-path"]],
  conflicts: [["feature-id", "epic-id"]],
  reads: [
    "<folder>/story-XXXX-YYYY.md",
    "<folder>/execution-state.json",
    "<folder>/plans/*-story-XXXX-YYYY.md",
    "<folder>/plans/plan-task-TASK-*.md",
  ],
  writes: [],
  exits: {
    STORY_NOT_FOUND: { code: 1, message: "Story file not found: {path}", when: "the folder has no file of that story" },
    DEPENDENCY_NOT_DONE: { code: 2, message: "Blocker {id} is {status}", when: "a story that blocks it is not done; the first is named" },
    FEATURE_NOT_FOUND: { code: 3, message: "Feature dir not found: {folder}", when: "there is no such folder" },
  },
  envelope: v.strictObject({
    storyFile: v.string(),
    storyMtime: v.pipe(v.number(), v.integer()),
    dependencies: v.array(v.strictObject({ id: v.string(), status: v.string() })),
    scope: v.picklist(["SIMPLE", "STANDARD", "COMPLEX"]),
    planningMode: v.picklist(["PRE_PLANNED", "HYBRID", "INLINE"]),
    artifacts: v.strictObject({ fresh: names, stale: names, missing: names, missingPlanStory: v.boolean(), missingPlanTasks: names }),
    taskCount: count,
    scenarioCount: count,
    planningGate: v.picklist(["PASSED", "PLAN_REQUIRED"]),
  }),
  examples: [
    "--story-id story-0049-0011 --feature-id 0049",
    "--story-id story-0049-0011 --context-path plans/epic-0049 --done-status SUCCESS",
  ],
});

const CHECKED_OUT = "story and plans share one mtime second, as after a checkout; --freshness git looks at commits instead";

export const run = command(contract, async ({ args, cwd, host, fail, warn, note }) => {
  const folder = storyFolder(args, cwd);
  const id = args["story-id"];
  if (isBugStoryId(id) && !folder.isGiven)
    throw new UsageError(`malformed --story-id '${id}': expected story-XXXX-YYYY (that of a bug needs --context-path)`);
  if (!fileStatus(folder.path)?.isDirectory) fail("FEATURE_NOT_FOUND", { folder: folder.shown });
  const file = findStoryFile(folder, id) ?? fail("STORY_NOT_FOUND", { path: `${folder.shown}/${id}.md` });
  const text = readTextIfExists(file.path) ?? fail("STORY_NOT_FOUND", { path: `${folder.shown}/${id}.md` });

  const story = parseStory(text, { inBugFolder: folder.isBugFolder });
  for (const warning of story.dependencies.warnings) warn(warning);
  const lock = { timeoutMs: (args["lock-timeout"] ?? LOCK_TIMEOUT_SECONDS) * 1000, signal: host.signal };
  const { dependencies, unmet, warnings } = await askBlockers(story.dependencies.ids, folder, classifier(args["done-status"]), lock);
  for (const warning of warnings) warn(warning);
  if (unmet !== undefined) fail("DEPENDENCY_NOT_DONE", { ...unmet });
  for (const warning of story.tasks.warnings) warn(warning);

  const { scope, reasons } = assessScope(text, story.tasks.count);
  if (args.reasons) for (const reason of reasons) note(`reason: ${reason}`);

  const plans = readPlanTimes(`${folder.path}/plans`, file.name, story.tasks.ids);
  for (const warning of plans.warnings) warn(warning);
  let ages = { storyTime: file.mtimeSeconds, times: plans.times };
  if (args.freshness === "git") {
    const { agesByCommit } = await import("../lib/flows/git-freshness.ts");
    const committed = await agesByCommit({ cwd: folder.path, env: host.env, signal: host.signal }, file.name, ages);
    for (const warning of committed.warnings) warn(warning);
    ages = committed;
  } else if (looksCheckedOut(ages.times, ages.storyTime) && isInCheckout(folder.path)) warn(CHECKED_OUT);
  const artifacts = classifyArtifacts(file.name, story.tasks.ids, ages.times, ages.storyTime);
  const mode = planningMode(artifacts.fresh.length);
  return {
    storyFile: file.path,
    storyMtime: file.mtimeSeconds,
    dependencies,
    scope,
    planningMode: mode,
    artifacts,
    taskCount: story.tasks.count,
    scenarioCount: story.scenarioCount,
    planningGate: planningGate(mode),
  };
});

if (import.meta.main) main(run);
