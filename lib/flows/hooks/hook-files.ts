/** One hook in one folder: put in with the former one chained behind it, and taken away again. */
import { join } from "@std/path";
import { removeIfExists } from "../../platform/copy-file.ts";
import { findProgram } from "../../platform/find-program.ts";
import { readLenientTextIfExists } from "../../platform/read-file.ts";
import { kindOf, renamePath } from "../../platform/remove-tree.ts";
import { writeProgram } from "../../platform/write-program.ts";
import { callsUs, chainedName, type HookName, isOurs } from "./hook-script.ts";
import { HooksRefusedError } from "./hooks-errors.ts";

/** `foreign`: a hook that does not call us; `calling`: one that does. */
export type HookState = "missing" | "ours" | "calling" | "foreign";

export interface HookFile {
  readonly state: HookState;
  /** Empty when there is none. */
  readonly text: string;
  /** Git passes over a hook that may not be started. */
  readonly isExecutable: boolean;
  /** Whether a former hook stands beside it. */
  readonly isChained: boolean;
}

/** What is in the folder for this hook. */
export function hookFile(folder: string, hook: HookName): HookFile {
  const path = join(folder, hook);
  const isChained = kindOf(join(folder, chainedName(hook))) !== undefined;
  if (kindOf(path) === undefined) return { state: "missing", text: "", isExecutable: false, isChained };
  const text = readLenientTextIfExists(path) ?? "";
  const isExecutable = findProgram(path, {}, folder) !== undefined;
  return { state: isOurs(text) ? "ours" : callsUs(text, hook) ? "calling" : "foreign", text, isExecutable, isChained };
}

/** Throws `HooksRefusedError` when the hook could not be put in without losing another one. */
export function assertInstallable(folder: string, hook: HookName): void {
  const { state, isChained } = hookFile(folder, hook);
  if (state === "foreign" && isChained) {
    throw new HooksRefusedError(
      `Cannot chain ${join(folder, hook)}: ${chainedName(hook)} is there already, and something else took the hook's place; put one of them away`,
    );
  }
}

/** True when something was written. A hook that calls us already is left alone. */
export function installHook(folder: string, hook: HookName, script: string): boolean {
  const { state, text, isExecutable } = hookFile(folder, hook);
  if (state === "calling" || (state === "ours" && text === script && isExecutable)) return false;
  if (state === "foreign") renamePath(join(folder, hook), join(folder, chainedName(hook)));
  writeProgram(join(folder, hook), script);
  return true;
}

/** True when something was taken away or put back. Only our own script is removed. */
export function uninstallHook(folder: string, hook: HookName): boolean {
  const { state, isChained } = hookFile(folder, hook);
  if (state !== "ours" && state !== "missing") return false;
  if (isChained) renamePath(join(folder, chainedName(hook)), join(folder, hook));
  else removeIfExists(join(folder, hook));
  return isChained || state === "ours";
}
