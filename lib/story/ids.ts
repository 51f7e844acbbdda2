/** Ids of stories, tasks, features and epics: one pattern each, matched before an id reaches the file system, git or a shell. */
import * as v from "valibot";

const STORY = /^story-\d{4}-\d{4}$/;
const BUG_STORY = /^story-(?:\d{6}-\d{2}|\d{2}-[a-z0-9-]+)$/;
const LONG_BUG_STORY = /^story-\d{6}-\d{2}$/;
const TASK = /^TASK-\d{4}-\d{4}-\d{3}$/;
const BUG_TASK = /^TASK-\d{6}-\d{2}-\d{3}$/;
const FEATURE = /^(?:feature-|epic-|EPIC-|bug-)?(\d{1,4})$/;

/** A story id of a feature or of a bug; a caller without a bug's folder refuses the latter with `isBugStoryId`. */
export const AnyStoryId = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.check((id) => STORY.test(id) || BUG_STORY.test(id), "expected story-XXXX-YYYY"),
);

/** A task id of a feature or of a bug; a caller without a bug's folder refuses the latter with `isBugTaskId`. */
export const AnyTaskId = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.check((id) => TASK.test(id) || BUG_TASK.test(id), "expected TASK-XXXX-YYYY-NNN"),
);

/** Number of a feature or epic, with or without its prefix, padded to four digits. */
export const FeatureNumber = v.pipe(
  v.string(),
  v.regex(FEATURE, "expected 1 to 4 digits"),
  v.transform((id) => id.slice(id.lastIndexOf("-") + 1).padStart(4, "0")),
);

/** True for the form of a feature's story, already in lower case. */
export function isStoryId(id: string): boolean {
  return STORY.test(id);
}

/** True for the two forms that only a bug's folder has: `story-NN-name` and `story-dddddd-NN`. */
export function isBugStoryId(id: string): boolean {
  return BUG_STORY.test(id);
}

/** True for `story-dddddd-NN`, which is the name of no file. */
export function isLongBugStoryId(id: string): boolean {
  return LONG_BUG_STORY.test(id);
}

/** True for the form that only a bug's folder has: `TASK-dddddd-NN-nnn`. */
export function isBugTaskId(id: string): boolean {
  return BUG_TASK.test(id);
}

/** The story that a task belongs to by its id: `story-XXXX-YYYY`, or `story-dddddd-NN` for a bug's task (see `bug-story.ts` for its file). */
export function storyOfTask(taskId: string): string {
  return `story${taskId.slice(4, taskId.lastIndexOf("-"))}`;
}
