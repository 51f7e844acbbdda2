/**
 * Purpose: puts our hooks into the folder that git uses, with former hooks chained behind them, and what else was asked for.
 * Does not: write into what husky and lefthook make (their users get the line to add), or into a folder that other repositories use,
 *   unless that is named. Doing it again changes nothing.
 */
import { ensureDirSync, existsSync } from "@std/fs";
import type { Repository } from "../../git/repository.ts";
import { findProgram } from "../../platform/find-program.ts";
import { installedCommand } from "../../platform/installed-command.ts";
import { assertInstallable, hookFile, installHook } from "./hook-files.ts";
import { HOOKS, type HookName, hookScript } from "./hook-script.ts";
import { HooksRefusedError } from "./hooks-errors.ts";
import { type HooksFolder, hooksFolder, type Manager, type ManualLine, managerOf } from "./hooks-folder.ts";
import { type InstallRecord, recorded } from "./install-record.ts";
import { ignoreLocks } from "./lock-files.ts";
import { installDriver } from "./merge-driver.ts";

export interface InstallRequest {
  /** Seen from the working directory, absolute. */
  readonly hooksDir: string | undefined;
  readonly ignoreLocks: boolean;
  readonly mergeDriver: boolean;
}

export interface Installed {
  readonly folder: string;
  readonly manager: Manager["name"];
  readonly hooks: readonly { readonly hook: HookName; readonly result: "installed" | "unchanged" | "manual"; readonly chained: boolean }[];
  /** What the user has to add, where it is not there yet. */
  readonly add: readonly ManualLine[];
  readonly warnings: readonly string[];
}

/** Throws `HooksRefusedError` before anything is changed. */
export async function installHooks(repository: Repository, request: InstallRequest): Promise<Installed> {
  const folder = await folderFor(repository, request);
  const manager = request.hooksDir === undefined ? managerOf(repository.layout.top, folder) : GIT;
  const { top } = repository.layout;
  if (top === undefined && (request.ignoreLocks || request.mergeDriver))
    throw new HooksRefusedError("--ignore-locks and --merge-driver need a working tree");
  if (manager.name === "git") for (const hook of HOOKS) assertInstallable(folder.path, hook);
  return recorded(repository, async (before) => {
    const { record: withHooks, hooks } = manager.name === "git" ? writeHooks(folder, before, repository) : { record: before, hooks: [] };
    const program = (name: string) => installedCommand(name, repository.env);
    const withDriver =
      request.mergeDriver && top !== undefined
        ? await installDriver(repository, withHooks, { top, program: program("x-merge-state") })
        : withHooks;
    const record = request.ignoreLocks && top !== undefined ? await ignoreLocks(repository, withDriver, top) : withDriver;
    const add = manager.lines.filter(({ hook }) => !manager.calls(hook));
    const manual = manager.lines.map(
      ({ hook }) => ({ hook, result: manager.calls(hook) ? "unchanged" : "manual", chained: false }) as const,
    );
    const warnings = await warningsFor(repository, { ...folder, isWritten: hooks.length > 0 }, request);
    return { record, result: { folder: folder.path, manager: manager.name, hooks: [...hooks, ...manual], add, warnings } };
  });
}

async function warningsFor(
  repository: Repository,
  { isWritten, ...folder }: HooksFolder & { readonly isWritten: boolean },
  { hooksDir, mergeDriver }: InstallRequest,
): Promise<readonly string[]> {
  const used = hooksDir === undefined ? folder : await hooksFolder(repository);
  const tool = installedCommand("x-merge-state", repository.env) ?? findProgram("x-merge-state", repository.env, folder.path);
  return [
    ...(used.path === folder.path ? [] : [`git looks for hooks in ${used.path}, not in ${folder.path}: see core.hooksPath`]),
    ...(mergeDriver && tool === undefined ? ["x-merge-state is not installed: merges of state files will stop until it is"] : []),
    ...(isWritten && folder.audience === "project"
      ? [`${folder.path} is part of the working tree: its hooks find x-hooks on PATH only`]
      : []),
  ];
}

const GIT: Manager = { name: "git", lines: [], calls: () => false };

async function folderFor(repository: Repository, { hooksDir }: InstallRequest): Promise<HooksFolder> {
  const folder = await hooksFolder(repository, hooksDir);
  if (existsSync(folder.path) && !existsSync(folder.path, { isDirectory: true }))
    throw new HooksRefusedError(`Hooks are switched off: core.hooksPath is ${folder.path}, which is no folder`);
  if (hooksDir === undefined && folder.audience === "others")
    throw new HooksRefusedError(
      `Other repositories use ${folder.path} too (core.hooksPath); to install there all the same: --hooks-dir ${folder.path}`,
    );
  return folder;
}

function writeHooks({ path, audience }: HooksFolder, record: InstallRecord, { env }: Repository) {
  const made = !existsSync(path);
  ensureDirSync(path);
  const program = audience === "project" ? undefined : installedCommand("x-hooks", env);
  const hooks = HOOKS.map((hook) => {
    const isNew = installHook(path, hook, hookScript(hook, program));
    return { hook, result: isNew ? "installed" : "unchanged", chained: hookFile(path, hook).isChained } as const;
  });
  const isKnown = record.folders.some((folder) => folder.path === path);
  return { record: isKnown ? record : { ...record, folders: [...record.folders, { path, made }] }, hooks };
}
