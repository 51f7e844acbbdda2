const TASK_ID = /(?<![\w-])TASK-(?:\d{4}-\d{4}|\d{6}-\d{2})-\d{3}(?!\d)/gi;

/** Ids of tasks in a text, upper case, each once, in the order of the text. */
export function taskIdsIn(text: string): readonly string[] {
  return [...new Set((text.match(TASK_ID) ?? []).map((id) => id.toUpperCase()))];
}

/** The text without the ids of tasks. */
export function withoutTaskIds(text: string): string {
  return text.replace(TASK_ID, "");
}
