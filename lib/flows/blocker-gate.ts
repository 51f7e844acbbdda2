/** Are the stories that block a story done? Asks the state file, and each story's own text where the state cannot tell. */
import { DataError } from "../errors.ts";
import type { LockOptions } from "../platform/file-lock.ts";
import { readTextIfExists } from "../platform/read-file.ts";
import { readState } from "../state/read-state.ts";
import { statusInState, UNKNOWN } from "../story/blocker-status.ts";
import { readStatusLine } from "../story/status-line.ts";
import type { Classify } from "../story/status-words.ts";
import type { StoryFolder } from "../story/story-folder.ts";
import { storyName } from "./story-file.ts";

interface Dependency {
  readonly id: string;
  readonly status: string;
}

export interface GateAnswer {
  /** All blockers, or those up to the first that is not done. */
  readonly dependencies: Dependency[];
  /** The first in the order of the story that is not done. */
  readonly unmet: Dependency | undefined;
  readonly warnings: readonly string[];
}

/**
 * Reads no state when nothing blocks; what cannot be read as a state is as good as none, with a warning.
 * Throws `LockTimeoutError`, `IoError`, and `DataError` for a story that is not UTF-8.
 */
export async function askBlockers(ids: readonly string[], folder: StoryFolder, classify: Classify, lock: LockOptions): Promise<GateAnswer> {
  const warnings: string[] = [];
  const dependencies: Dependency[] = [];
  if (ids.length === 0) return { dependencies, unmet: undefined, warnings };
  const label = `${folder.shown}/execution-state.json`;
  const document = await readState(`${folder.path}/execution-state.json`, label, lock).catch((error: unknown) => {
    if (!(error instanceof DataError)) throw error;
    warnings.push(`${error.message}; statuses come from the stories`);
    return undefined;
  });
  for (const id of ids) {
    const { status, isWord } = statusOf(id, folder, document?.root);
    if (!isWord) warnings.push(`status of ${id} is not a text; treated as not done`);
    const dependency = { id, status };
    dependencies.push(dependency);
    if (!isWord || classify(status) !== "done") return { dependencies, unmet: dependency, warnings };
  }
  return { dependencies, unmet: undefined, warnings };
}

function statusOf(id: string, folder: StoryFolder, state: unknown): { status: string; isWord: boolean } {
  const answer = statusInState(state, storyName(folder, id));
  if (answer.from === "state") return answer;
  const text = readTextIfExists(`${folder.path}/${storyName(folder, id)}.md`);
  return { status: (text === undefined ? undefined : readStatusLine(text)) ?? UNKNOWN, isWord: true };
}
