/** `--dry-run` of a story: its tasks in the order in which they would be done, on one branch. */
import type { Checkout } from "../../git/repository.ts";
import type { Toolchain } from "../config/toolchain.ts";
import { toolsOf } from "./begin-run.ts";
import type { DryRunLine, PlannedPhase } from "./envelopes.ts";
import { plannedCommands } from "./planned-commands.ts";
import { leaveDetail, publishDetail, treeDetail } from "./planned-phases.ts";
import { type PlannedTree, plannedTree } from "./planned-tree.ts";
import { checkedHead, checkLaterNeeds, willPublish } from "./precheck.ts";
import type { TaskWorld } from "./run.ts";
import { runFolder } from "./run-folder.ts";
import type { RunOptions } from "./run-options.ts";
import { shownCommand } from "./run-suite.ts";
import { isDone, type StoryFacts, storyFacts } from "./story-run.ts";
import type { Subject } from "./subject.ts";
import { TaskFailure } from "./task-failure.ts";
import { plannedCycles, requiredPaths, storyPaths } from "./task-files.ts";

/** Throws what the story's run would throw before its first task. A task that cannot begin is told with its reason, and stops nothing here. */
export async function dryStory(
  subject: Extract<Subject, { readonly kind: "story" }>,
  options: RunOptions,
  { start, world }: { readonly start: Checkout; readonly world: TaskWorld },
): Promise<DryRunLine> {
  await checkedHead(start);
  const facts = await storyFacts({ subject, options }, world);
  const { config, toolchain: tools } = toolsOf(start.top, options, world);
  const { storyId } = subject;
  const { schema, stateFile } = facts;
  const tree = await plannedTree(start, { taskId: storyId, storyId: null, title: storyId, options, config, stateFile }, world);
  await checkLaterNeeds(start, willPublish(options, tree.mode, schema));
  const first = facts.taskIds.find((id) => !isDone(facts.state, id)) ?? storyId;
  return {
    status: "DRY_RUN",
    stack: tools.stack,
    commands: plannedCommands(tools, runFolder(start.layout.commonDir, first).reports),
    phases: [
      { label: "Phase-0-Setup", steps: setupSteps(tree, tools) },
      ...facts.taskIds.map((id) => ({ label: id, steps: taskSteps(id, facts) })),
      { label: "Phase-4-Commit", steps: [{ id: "publish", detail: publishDetail({ options, schema }, tree) }] },
      { label: "Phase-5-Cleanup", steps: [{ id: "leave-tree", detail: leaveDetail(tree) }] },
    ],
  };
}

function setupSteps(tree: PlannedTree, { setup }: Toolchain): PlannedPhase["steps"] {
  const isRun = tree.mode === "CREATE" && setup !== undefined;
  return [{ id: "tree", detail: treeDetail(tree) }, ...(isRun ? [{ id: "setup", detail: shownCommand(setup) }] : [])];
}

/** `done`, or the cycles; `stop` with the reason where a file is missing. */
function taskSteps(id: string, { folder, schema, state, storyFile }: StoryFacts): PlannedPhase["steps"] {
  if (isDone(state, id)) return [{ id: "done", detail: null }];
  try {
    const paths = schema === "v2" ? requiredPaths(folder.path, id, storyFile) : storyPaths(folder.path, id, storyFile);
    const cycles = plannedCycles(paths, id);
    if (cycles.length === 0) return [{ id: "plan", detail: "no cycles yet: a plan is asked for" }];
    return cycles.map(({ n, test }) => ({ id: `cycle ${n}`, detail: test }));
  } catch (error) {
    if (error instanceof TaskFailure) return [{ id: "stop", detail: `${error.code}: ${error.message}` }];
    throw error;
  }
}
