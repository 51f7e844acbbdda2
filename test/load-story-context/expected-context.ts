/** The story that the tests of x-internal-load-story-context begin with, and what is said of it. */
import type { Pattern } from "../harness/match-json.ts";
import type { Files } from "../harness/tree.ts";
import { type StoryParts, storyText, taskId } from "../story/story-text.ts";

/** The story's folder, file and state, seen from the root. */
export const DIR = ".aikittools/features/feature-0049";
export const STORY = `${DIR}/story-0049-0011.md`;
export const STATE = `${DIR}/execution-state.json`;
export const ARGS = ["--story-id", "story-0049-0011", "--feature-id", "0049"];
export const MTIME = 1_700_000_000;
export const NAMES = ["plan", "arch", "tests", "tasks", "security", "compliance", "task-implementation-map"].map(
  (name) => `${name}-story-0049-0011.md`,
);

/** The story with these parts, and other files. */
export function story(parts: StoryParts = {}, more: Files = {}): Files {
  return { [STORY]: { text: storyText(parts), mtime: MTIME }, ...more };
}

/** What comes of the plain story, with these parts of it changed. */
export function envelope(parts: { readonly [key: string]: Pattern } = {}): { readonly [key: string]: Pattern } {
  return {
    storyFile: `$CWD/${STORY}`,
    storyMtime: MTIME,
    dependencies: [],
    scope: "SIMPLE",
    planningMode: "INLINE",
    artifacts: {
      fresh: [],
      stale: [],
      missing: NAMES,
      missingPlanStory: true,
      missingPlanTasks: [1, 2, 3].map((n) => `plan-task-${taskId(n)}.md`),
    },
    taskCount: 3,
    scenarioCount: 2,
    planningGate: "PLAN_REQUIRED",
    ...parts,
  };
}
