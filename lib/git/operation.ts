import { existsSync } from "@std/fs";
import { join } from "@std/path";

export type Operation = "merge" | "rebase" | "am" | "cherry-pick" | "revert" | "bisect";

/** What git leaves in a git dir while an operation waits for the user. */
const TRACES: readonly (readonly [string, Operation])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply/applying", "am"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer", "cherry-pick"],
  ["BISECT_LOG", "bisect"],
];

/** The operation that is in progress in the working tree of this git dir, or undefined. */
export function operationInProgress(gitDir: string): Operation | undefined {
  return TRACES.find(([name]) => existsSync(join(gitDir, name)))?.[1];
}
