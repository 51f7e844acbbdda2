/** What a run was asked for. The journal keeps it: a later call may leave options out, and one that contradicts them is refused. */
import * as v from "valibot";
import { UsageError } from "../../errors.ts";

export const RunOptions = v.strictObject({
  worktree: v.boolean(),
  noCiWatch: v.boolean(),
  orchestrated: v.boolean(),
  interactive: v.boolean(),
  allowBaselineRed: v.boolean(),
  targetBranch: v.nullable(v.string()),
  contextPath: v.nullable(v.string()),
  featureId: v.nullable(v.string()),
  epicId: v.nullable(v.string()),
  config: v.nullable(v.string()),
});
export type RunOptions = v.InferOutput<typeof RunOptions>;

/** How each option is spelled, for messages and for the `next` command. */
const OPTION_FLAGS: Readonly<Record<keyof RunOptions, string>> = {
  worktree: "--worktree",
  noCiWatch: "--no-ci-watch",
  orchestrated: "--orchestrated",
  interactive: "--interactive",
  allowBaselineRed: "--allow-baseline-red",
  targetBranch: "--target-branch",
  contextPath: "--context-path",
  featureId: "--feature-id",
  epicId: "--epic-id",
  config: "--config",
};

/** The options to go on with: those of the run, if the new call agrees. Throws `UsageError` naming both values. */
export function agreedOptions(taskId: string, kept: RunOptions, given: RunOptions): RunOptions {
  for (const [name, flag] of Object.entries(OPTION_FLAGS) as [keyof RunOptions, string][]) {
    const [before, now] = [kept[name], given[name]];
    if (now === false || now === null || now === before) continue;
    const was = before === false || before === null ? `without ${flag}` : `with ${flag} ${before}`;
    throw new UsageError(`${flag}${now === true ? "" : ` ${now}`}, but the run of ${taskId} was started ${was} (--restart begins anew)`);
  }
  return kept;
}

/** The flags that say the same, in the order of the table. */
export function optionWords(options: RunOptions): readonly string[] {
  return (Object.entries(OPTION_FLAGS) as [keyof RunOptions, string][]).flatMap(([name, flag]) => {
    const value = options[name];
    if (value === false || value === null) return [];
    return value === true ? [flag] : [flag, value];
  });
}
