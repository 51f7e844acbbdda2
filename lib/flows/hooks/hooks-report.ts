/** The answers of x-hooks: one shape for each action. */
import * as v from "valibot";
import type { HooksStatus } from "./hooks-status.ts";
import type { Installed } from "./install-hooks.ts";
import type { HookReport } from "./run-hook.ts";
import type { Uninstalled } from "./uninstall-hooks.ts";

const hook = v.picklist(["commit-msg", "pre-commit"]);
const manager = v.picklist(["git", "husky", "lefthook"]);

/** What was put in, and what is left to the user. */
export const InstallReport = v.strictObject({
  action: v.literal("install"),
  folder: v.string(),
  manager,
  hooks: v.array(v.strictObject({ hook, result: v.picklist(["installed", "unchanged", "manual"]), chained: v.boolean() })),
  add: v.array(v.strictObject({ hook, file: v.string(), line: v.string() })),
});

/** What was taken away. */
export const UninstallReport = v.strictObject({
  action: v.literal("uninstall"),
  hooks: v.array(v.strictObject({ hook, folder: v.string() })),
  files: v.array(v.string()),
});

/** What is there. */
export const StatusReport = v.strictObject({
  action: v.literal("status"),
  folder: v.string(),
  manager,
  hooks: v.array(v.strictObject({ hook, state: v.picklist(["missing", "ours", "calling", "foreign"]), chained: v.boolean() })),
  mergeDriver: v.strictObject({ attribute: v.boolean(), command: v.boolean() }),
  locksIgnored: v.boolean(),
  problems: v.array(v.string()),
});

/** What a hook looked at. */
export const RunReport = v.strictObject({
  action: v.literal("run"),
  hook,
  states: v.array(v.string()),
  skipped: v.array(v.string()),
});

/** `Installed` as the contract has it. */
export function installReport({ folder, manager, hooks, add }: Installed): v.InferInput<typeof InstallReport> {
  return { action: "install", folder, manager, hooks: [...hooks], add: [...add] };
}

/** `Uninstalled` as the contract has it. */
export function uninstallReport({ hooks, files }: Uninstalled): v.InferInput<typeof UninstallReport> {
  return { action: "uninstall", hooks: [...hooks], files: [...files] };
}

/** `HooksStatus` as the contract has it. */
export function statusReport(status: HooksStatus): v.InferInput<typeof StatusReport> {
  return { action: "status", ...status, hooks: [...status.hooks], problems: [...status.problems] };
}

/** `HookReport` as the contract has it. */
export function runReport(name: v.InferOutput<typeof hook>, { states, skipped }: HookReport): v.InferInput<typeof RunReport> {
  return { action: "run", hook: name, states: [...states], skipped: [...skipped] };
}
