import { basename, dirname, resolve } from "@std/path";

/** Where a story, its plans and its state are. */
export interface StoryFolder {
  readonly path: string;
  /** As messages show it: relative as it was given, without a slash at the end. */
  readonly shown: string;
  /** Given as a folder, so that the ids of a bug's stories may be in it. */
  readonly isGiven: boolean;
  /** It stands in a folder named `bugs`: its stories have a bug's layout. */
  readonly isBugFolder: boolean;
}

/** One of these is there; a folder wins over an id. */
export interface FolderFlags {
  readonly "feature-id"?: string | undefined;
  readonly "epic-id"?: string | undefined;
  readonly "context-path"?: string | undefined;
}

/** The folder that the flags name, seen from the absolute `cwd`. */
export function storyFolder(flags: FolderFlags, cwd: string): StoryFolder {
  const given = flags["context-path"];
  const shown = given === undefined ? idFolder(flags) : withoutSlashes(given);
  const path = resolve(cwd, shown);
  return { path, shown, isGiven: given !== undefined, isBugFolder: given !== undefined && basename(dirname(path)) === "bugs" };
}

function idFolder(flags: FolderFlags): string {
  const epic = flags["epic-id"];
  return epic === undefined ? `.aikittools/features/feature-${flags["feature-id"]}` : `ai/epics/epic-${epic}`;
}

function withoutSlashes(dir: string): string {
  let end = dir.length;
  while (end > 1 && dir[end - 1] === "/") end--;
  return dir.slice(0, end);
}
