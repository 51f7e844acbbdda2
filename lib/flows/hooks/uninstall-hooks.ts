import { existsSync } from "@std/fs";
import type { Repository } from "../../git/repository.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { removeTree } from "../../platform/remove-tree.ts";
import { removeLine } from "./added-line.ts";
import { uninstallHook } from "./hook-files.ts";
import { HOOKS, type HookName } from "./hook-script.ts";
import { hooksFolder } from "./hooks-folder.ts";
import { type InstallRecord, recorded } from "./install-record.ts";
import { restoreSettings } from "./merge-driver.ts";

export interface Uninstalled {
  readonly hooks: readonly { readonly hook: HookName; readonly folder: string }[];
  /** Files that a line was taken out of. */
  readonly files: readonly string[];
}

/**
 * Undoes what `installHooks` did: former hooks are back to the byte, lines and settings that were added are gone. With `hooksDir`
 * (absolute) only what is in that folder. Hooks of others stay.
 */
export function uninstallHooks(repository: Repository, hooksDir: string | undefined): Promise<Uninstalled> {
  return recorded(repository, async (record) => {
    const current = (await hooksFolder(repository, hooksDir)).path;
    const folders = record.folders.filter(({ path }) => hooksDir === undefined || path === current);
    const paths = new Set([...folders.map(({ path }) => path), current]);
    const hooks = [...paths].flatMap((folder) => HOOKS.filter((hook) => uninstallHook(folder, hook)).map((hook) => ({ hook, folder })));
    for (const { path, made } of folders) if (made && existsSync(path) && listFolder(path).length === 0) removeTree(path);
    const others = record.folders.filter((folder) => !folders.includes(folder));
    if (hooksDir !== undefined) return { record: { ...record, folders: others }, result: { hooks, files: [] } };
    for (const line of record.lines) removeLine(line);
    await restoreSettings(repository, record.settings);
    const empty: InstallRecord = { folders: [], lines: [], settings: [] };
    return { record: empty, result: { hooks, files: record.lines.map(({ file }) => file) } };
  });
}
