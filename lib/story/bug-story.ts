/** What is particular to the stories of a bug: how to tell one, and which file an id of the long form means. */
import { linesOf, outline, visible } from "./outline.ts";
import type { StoryKind } from "./sections.ts";

/** A file of the bug's folder; `text` is asked for only where the name does not decide. */
export interface StoryFile {
  readonly name: string;
  readonly text: () => string;
}

const TEMPLATE_TYPE = /^template-type[ \t]*:[ \t]*["']?bug-story["']?[ \t]*(?:#.*)?$/;
const ID_LINE = /^ {0,3}(?:>[ \t]*)*\*\*ID\**[ \t]*:\**[ \t]*`?(story-\d{6}-\d{2})\b/i;
const FRONT_MATTER = "---";

/** A story is a bug's when it stands in the folder of a bug, or its front matter says so. */
export function storyKind(text: string, options: { readonly inBugFolder: boolean }): StoryKind {
  if (options.inBugFolder) return "bug";
  for (const line of frontMatter(text)) if (TEMPLATE_TYPE.test(line)) return "bug";
  return "feature";
}

/**
 * The story of a bug's folder that `id` (`story-dddddd-NN`) means, by its file name without `.md`: the one whose
 * `**ID:**` line holds it, else the only file `story-NN-*.md`. Undefined when there is none, or more than one.
 */
export function bugStoryName(id: string, files: readonly StoryFile[]): string | undefined {
  const stories = files.filter(({ name }) => name.startsWith("story-") && name.endsWith(".md"));
  const named = stories.find(({ text }) => readIdLine(text()) === id) ?? onlyOne(stories, `story-${id.slice(-2)}-`);
  return named?.name.slice(0, -".md".length);
}

function onlyOne(stories: readonly StoryFile[], prefix: string): StoryFile | undefined {
  const matching = stories.filter(({ name }) => name.startsWith(prefix));
  return matching.length === 1 ? matching[0] : undefined;
}

function readIdLine(text: string): string | undefined {
  const structure = outline(text);
  for (const line of linesOf(structure, { start: 0, end: structure.text.length }, ["code", "comment"])) {
    const id = ID_LINE.exec(visible(line))?.[1];
    if (id !== undefined) return id.toLowerCase();
  }
  return undefined;
}

/** Lines between the two `---` at the top of the file; none when there is no such block. */
function frontMatter(text: string): string[] {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  if (!text.startsWith(FRONT_MATTER, start)) return [];
  const end = text.indexOf(`\n${FRONT_MATTER}`, start);
  if (end === -1) return [];
  const [first, ...lines] = text
    .slice(start, end)
    .split("\n")
    .map((line) => line.trimEnd());
  return first === FRONT_MATTER ? lines : [];
}
