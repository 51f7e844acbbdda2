/** The merge driver's two halves: the attribute, which is versioned, and the command, which each clone has in its configuration. */
import { join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { askGit, readText } from "../../git/run-git.ts";
import { writeText } from "../../git/write-git.ts";
import { addLine } from "./added-line.ts";
import { driverCommand } from "./hook-script.ts";
import type { InstallRecord } from "./install-record.ts";

const DRIVER = "x-merge-state";
const NAME_KEY = `merge.${DRIVER}.name`;
/** The setting that holds the command. */
export const COMMAND_KEY = `merge.${DRIVER}.driver`;
const ATTRIBUTE = `execution-state.json merge=${DRIVER}`;

/** How much of the driver is set up. */
export interface DriverStatus {
  readonly attribute: boolean;
  readonly command: boolean;
}

/** Looks at both halves; the attribute may come from any of git's files for attributes. */
export async function driverStatus(repository: Repository): Promise<DriverStatus> {
  const value = await readText(repository, ["check-attr", "merge", "--", "execution-state.json"]);
  return {
    attribute: value.endsWith(`: ${DRIVER}`),
    command: (await askGit(repository, ["config", "--get", COMMAND_KEY])) !== undefined,
  };
}

/** Sets both; returns the record with what was changed. `top` is the working tree, `program` the words that start x-merge-state. */
export async function installDriver(
  repository: Repository,
  record: InstallRecord,
  { top, program }: { readonly top: string; readonly program: readonly string[] | undefined },
): Promise<InstallRecord> {
  const settings = [...record.settings];
  for (const [key, value] of [
    [NAME_KEY, "execution-state.json, field by field"],
    [COMMAND_KEY, driverCommand(program)],
  ] as const) {
    const previous = await askGit(repository, ["config", "--local", "--get", key]);
    if (previous === value) continue;
    if (!settings.some((setting) => setting.key === key)) settings.push({ key, previous: previous ?? null });
    await writeText(repository, ["config", "--local", key, value]);
  }
  const { attribute } = await driverStatus(repository);
  const line = attribute ? undefined : addLine(join(top, ".gitattributes"), ATTRIBUTE);
  return { ...record, settings, lines: line === undefined ? record.lines : [...record.lines, line] };
}

/** Gives the configuration back as it was. */
export async function restoreSettings(repository: Repository, settings: InstallRecord["settings"]): Promise<void> {
  for (const { key, previous } of settings) {
    const current = await askGit(repository, ["config", "--local", "--get", key]);
    if (previous !== null) await writeText(repository, ["config", "--local", key, previous]);
    else if (current !== undefined) await writeText(repository, ["config", "--local", "--unset-all", key]);
  }
}
