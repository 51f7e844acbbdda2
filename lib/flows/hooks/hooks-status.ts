/** What of the hooks is there, and what is not as it should be. Reads only. */
import { join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { askGit } from "../../git/run-git.ts";
import { findProgram } from "../../platform/find-program.ts";
import { type HookState, hookFile } from "./hook-files.ts";
import { HOOKS, type HookName, hookCall, isCutOff, isOurDriver } from "./hook-script.ts";
import { type HooksFolder, hooksFolder, type Manager, managerOf } from "./hooks-folder.ts";
import { areIgnored } from "./lock-files.ts";
import { COMMAND_KEY, type DriverStatus, driverStatus } from "./merge-driver.ts";

export interface HooksStatus {
  readonly folder: string;
  readonly manager: Manager["name"];
  readonly hooks: readonly { readonly hook: HookName; readonly state: HookState; readonly chained: boolean }[];
  readonly mergeDriver: DriverStatus;
  readonly locksIgnored: boolean;
  /** One phrase for each thing that is missing or foreign. */
  readonly problems: readonly string[];
}

/** The state of the folder that git uses, or of `hooksDir` (absolute). */
export async function hooksStatus(repository: Repository, hooksDir: string | undefined): Promise<HooksStatus> {
  const folder = await hooksFolder(repository, hooksDir);
  const manager = managerOf(repository.layout.top, folder);
  const find = (program: string) => findProgram(program, repository.env, folder.path);
  const found = HOOKS.map((hook) => (manager.name === "git" ? inFolder(folder, hook, find) : inManager(manager, hook)));
  const mergeDriver = await driverStatus(repository);
  return {
    folder: folder.path,
    manager: manager.name,
    hooks: found.map(({ hook, state, chained }) => ({ hook, state, chained })),
    mergeDriver,
    locksIgnored: repository.layout.top !== undefined && (await areIgnored(repository)),
    problems: [...found.flatMap(({ problem }) => problem ?? []), ...(await driverProblems(repository, mergeDriver, find))],
  };
}

interface Found {
  readonly hook: HookName;
  readonly state: HookState;
  readonly chained: boolean;
  readonly problem: string | undefined;
}

type Find = (program: string) => string | undefined;

function inFolder({ path }: HooksFolder, hook: HookName, find: Find): Found {
  const { state, text, isExecutable, isChained: chained } = hookFile(path, hook);
  const problem = () => {
    if (state === "missing") return `${hook} is not installed${chained ? ", and the former hook is set aside" : ""}`;
    if (state === "foreign") return `${join(path, hook)} does not call '${hookCall(hook)}'`;
    if (!isExecutable) return `${join(path, hook)} is not executable: git passes over it`;
    return state === "ours" && isCutOff(text, "x-hooks", find) ? `${hook} does not find x-hooks, and stops every commit` : undefined;
  };
  return { hook, state, chained, problem: problem() };
}

function inManager(manager: Manager, hook: HookName): Found {
  const { file, line } = manager.lines.find((wanted) => wanted.hook === hook)!;
  if (manager.calls(hook)) return { hook, state: "calling", chained: false, problem: undefined };
  return { hook, state: "missing", chained: false, problem: `add to ${file}: ${line}` };
}

async function driverProblems(repository: Repository, { attribute, command }: DriverStatus, find: Find): Promise<readonly string[]> {
  if (attribute && !command) return ["execution-state.json has merge=x-merge-state, but this clone has no such merge driver"];
  if (command && !attribute) return ["the merge driver is configured, but no .gitattributes gives it to execution-state.json"];
  const text = command ? await askGit(repository, ["config", "--get", COMMAND_KEY]) : undefined;
  return text !== undefined && isDriverCutOff(text, find) ? ["the merge driver does not find x-merge-state"] : [];
}

/** A command that the user wrote begins with its program. */
function isDriverCutOff(text: string, find: Find): boolean {
  const [, own = "x-merge-state"] = isOurDriver(text) ? [] : (/^\s*(\S+)/.exec(text) ?? []);
  return isCutOff(text, own, find);
}
