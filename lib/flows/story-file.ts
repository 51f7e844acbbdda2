/** Finds the file of a story in its folder. */
import { DataError, IoError } from "../errors.ts";
import { listFolder } from "../platform/list-folder.ts";
import { fileStatus, readTextIfExists } from "../platform/read-file.ts";
import { bugStoryName } from "../story/bug-story.ts";
import { isLongBugStoryId } from "../story/ids.ts";
import type { StoryFolder } from "../story/story-folder.ts";

export interface StoryFile {
  /** File name without `.md`, which is also the story's key in the state. */
  readonly name: string;
  readonly path: string;
  /** Whole seconds since the Unix epoch. */
  readonly mtimeSeconds: number;
}

/** The story's file, links followed; undefined when there is no regular file. */
export function findStoryFile(folder: StoryFolder, id: string): StoryFile | undefined {
  const name = storyName(folder, id);
  const path = `${folder.path}/${name}.md`;
  const status = fileStatus(path);
  return status?.isFile ? { name, path, mtimeSeconds: status.mtimeSeconds } : undefined;
}

/** The story's name in folder and state: its id, but for a bug's `story-dddddd-NN` the name of the file that is meant. */
export function storyName(folder: StoryFolder, id: string): string {
  if (!isLongBugStoryId(id) || fileStatus(`${folder.path}/${id}.md`) !== undefined) return id;
  const files = listFolder(folder.path).map((name) => ({ name, text: () => readable(`${folder.path}/${name}`) }));
  return bugStoryName(id, files) ?? id;
}

/** Whole seconds since the Unix epoch; undefined when there is no file, or it cannot be looked at. */
export function storyMtime(folder: StoryFolder, name: string): number | undefined {
  try {
    return fileStatus(`${folder.path}/${name}.md`)?.mtimeSeconds;
  } catch (error) {
    if (error instanceof IoError) return undefined;
    throw error;
  }
}

/** A file that is no text cannot be the one that is looked for. */
function readable(path: string): string {
  try {
    return readTextIfExists(path) ?? "";
  } catch (error) {
    if (error instanceof DataError) return "";
    throw error;
  }
}
