/** The planning files of a whole story, its map of tasks and its tests: one look-up for tasks, stories and `--init`. */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";

/** By its file and by its tasks: the two differ for a bug's story of the long form only (`story-02-crash`, `story-000001-02`). */
export interface StoryNames {
  readonly storyFile: string;
  readonly storyId: string;
}

/** Absolute path of the map of tasks; undefined when there is none. */
export function findMap(base: string, names: StoryNames): string | undefined {
  return firstFile(base, suffixesOf(names), ["task-implementation-map-STORY-", "task-implementation-map-story-"]);
}

/** Where a map is written that is not there yet. */
export function newMap(base: string, { storyId }: Pick<StoryNames, "storyId">): string {
  return join(base, "plans", `task-implementation-map-${storyId}.md`);
}

/** Absolute path of the story's tests; undefined when there are none. */
export function findTests(base: string, names: StoryNames): string | undefined {
  return firstFile(base, suffixesOf(names), ["tests-story-"]);
}

function suffixesOf({ storyFile, storyId }: StoryNames): ReadonlySet<string> {
  return new Set([basename(storyFile, ".md"), storyId].map((name) => name.replace(/^story-/, "")));
}

function firstFile(base: string, suffixes: ReadonlySet<string>, beginnings: readonly string[]): string | undefined {
  const names = [...suffixes].flatMap((suffix) => beginnings.map((beginning) => `${beginning}${suffix}.md`));
  return names.map((name) => join(base, "plans", name)).find((path) => existsSync(path, { isFile: true }));
}
