/** Finds the one `execution-state.json` that a gate without `--state-file` means (spec page 4). */
import { existsSync } from "@std/fs";
import { dirname, join } from "@std/path";
import { listFolder } from "../../platform/list-folder.ts";
import { StateFileAmbiguousError } from "./gate-errors.ts";

const STATE = "execution-state.json";
const HOMES = [".aikittools/features", "ai/epics"] as const;

/**
 * From `cwd` upwards, the first folder decides that holds a state file itself, or below its features and epics.
 * Throws `StateFileAmbiguousError` when that folder has several, or none has one.
 */
export function findStateFile(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = candidates(folder).filter((path) => existsSync(path, { isFile: true }));
    if (found.length > 1) {
      throw new StateFileAmbiguousError(
        `${found.length} state files found under ${folder}: ${found.join(", ")}; name one with --state-file`,
      );
    }
    if (found[0] !== undefined) return found[0];
    if (dirname(folder) === folder) throw new StateFileAmbiguousError(`no ${STATE} found from ${cwd} upwards; name one with --state-file`);
  }
}

function candidates(folder: string): readonly string[] {
  const homes = HOMES.map((home) => join(folder, home));
  return [join(folder, STATE), ...homes.flatMap((home) => listFolder(home).map((name) => join(home, name, STATE)))];
}
