/** Reads the modification times of a story's plans. */
import { existsSync } from "@std/fs";
import { dirname } from "@std/path";
import { IoError } from "../errors.ts";
import { fileStatus } from "../platform/read-file.ts";
import { artifactNames, type Times, taskPlanName } from "../story/artifacts.ts";

export interface PlanTimes {
  readonly times: Times;
  /** At most one: what could not be read counts as missing. */
  readonly warnings: readonly string[];
}

/** Links are followed; what is no regular file is not there. One stat a file, older names only where the present one is absent. */
export function readPlanTimes(plansDir: string, storyName: string, taskIds: readonly string[]): PlanTimes {
  const times = new Map<string, number>();
  let failure: IoError | undefined;
  const lookFor = (names: readonly string[]) => {
    const failed = addFirst(times, plansDir, names);
    failure ??= failed;
  };
  try {
    const folder = fileStatus(plansDir);
    if (folder === undefined) return { times, warnings: [] };
    if (!folder.isDirectory) throw new IoError("read", plansDir, "not a directory");
    for (const { name, olderNames } of artifactNames(storyName)) lookFor([name, ...olderNames]);
    for (const id of taskIds) lookFor([taskPlanName(id)]);
  } catch (error) {
    if (!(error instanceof IoError)) throw error;
    failure = error;
  }
  return { times, warnings: failure !== undefined && times.size === 0 ? [`plans count as missing: ${failure.message}`] : [] };
}

/** Adds the first name that is a regular file; returns the failure to look, which counts as absence. */
function addFirst(times: Map<string, number>, plansDir: string, names: readonly string[]): IoError | undefined {
  try {
    for (const name of names) {
      const status = fileStatus(`${plansDir}/${name}`);
      if (!status?.isFile) continue;
      times.set(name, status.mtimeSeconds);
      return undefined;
    }
  } catch (error) {
    if (error instanceof IoError) return error;
    throw error;
  }
  return undefined;
}

/** Whether the absolute `dir` is in a git checkout: a `.git` in it or above. Starts no process. */
export function isInCheckout(dir: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (existsSync(`${at}/.git`)) return true;
    if (at === dirname(at)) return false;
  }
}
