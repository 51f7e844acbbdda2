/** What the operand names: a task, a story, or a description in words (spec page 6). Pure. */
import { UsageError } from "../../errors.ts";
import { isBugStoryId, isBugTaskId, isStoryId, storyOfTask } from "../../story/ids.ts";
import { slugOf } from "../../story/task-title.ts";

export type Subject =
  | { readonly kind: "task"; readonly taskId: string; readonly storyId: string; readonly feature: string }
  | { readonly kind: "story"; readonly storyId: string; readonly feature: string }
  | { readonly kind: "text"; readonly taskId: string; readonly text: string };

const LOOKS_LIKE_ID = /^(?:task|story)-\d/i;
const TASK = /^TASK-\d{4}-\d{4}-\d{3}$/;

/** Throws `UsageError` for what looks like an id and is none, and for a single word. */
export function subjectOf(operand: string, { isBugFolder }: { readonly isBugFolder: boolean }): Subject {
  const [upper, lower] = [operand.toUpperCase(), operand.toLowerCase()];
  if (TASK.test(upper) || (isBugFolder && isBugTaskId(upper))) {
    return { kind: "task", taskId: upper, storyId: storyOfTask(upper), feature: featureOf(upper) };
  }
  if (isStoryId(lower) || (isBugFolder && isBugStoryId(lower))) return { kind: "story", storyId: lower, feature: featureOf(lower) };
  if (LOOKS_LIKE_ID.test(operand)) throw new UsageError(`malformed id '${operand}': expected TASK-XXXX-YYYY-NNN or story-XXXX-YYYY`);
  if (!/\S\s+\S/.test(operand)) throw new UsageError(`'${operand}' is neither an id nor a description in several words`);
  return { kind: "text", taskId: `task-${slugOf(operand)}`, text: operand.trim().replace(/\s+/g, " ") };
}

/** Four digits: the feature that the id says it belongs to. */
function featureOf(id: string): string {
  return id.slice(id.indexOf("-") + 1, id.indexOf("-") + 5);
}
