/** Title and body of a pull request where the caller gives none; pure. */

/** GitHub cuts longer titles in lists. */
export const MAX_TITLE = 70;
const MAX_LISTED = 50;

/** Commit subjects, newest first. */
export interface TextSource {
  readonly taskId: string | undefined;
  readonly subjects: readonly string[];
  readonly branch: string;
}

/** The newest commit's subject without its TDD tag, the task's id in it, cut at a word. */
export function defaultTitle({ taskId, subjects, branch }: TextSource): string {
  const subject = (subjects[0] ?? branch).replace(/ \[TDD(?::\w+)?\]$/, "");
  const isNamed = taskId === undefined || subject.toUpperCase().includes(taskId);
  return cutAtWord(isNamed ? subject : `${taskId}: ${subject}`, MAX_TITLE);
}

/** The task, and the commits from first to last. */
export function defaultBody({ taskId, subjects }: TextSource): string {
  const listed = subjects.slice(0, MAX_LISTED).toReversed();
  const earlier = subjects.length > listed.length ? [`- (${subjects.length - listed.length} earlier commits)`] : [];
  const task = taskId === undefined ? [] : [`Task: ${taskId}`, ""];
  return [...task, ...earlier, ...listed.map((subject) => `- ${subject}`), ""].join("\n");
}

/** How many characters a person would count. */
export function titleLength(title: string): number {
  return [...title].length;
}

function cutAtWord(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit + 1).join("");
  const space = cut.lastIndexOf(" ");
  return (space > 0 ? cut.slice(0, space) : characters.slice(0, limit).join("")).trimEnd();
}
