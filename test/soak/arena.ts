/** The folders that a round plays in: a state on an ordinary disk, and one on a small disk of its own where that can be had. */
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { run } from "../harness/run-script.ts";
import { type Tree, tree } from "../harness/tree.ts";
import type { StateFile } from "./checker/records.ts";
import { ALIAS, lanesOf, STATE, stateFile, storyText, textOf } from "./state-template.ts";

export const DISK_KB = 256;

/** A state file where it lies. */
export interface Place {
  readonly file: StateFile;
  readonly folder: string;
  readonly path: string;
}

export interface Arena extends AsyncDisposable {
  readonly root: string;
  readonly logPath: string;
  readonly places: readonly Place[];
}

/** Makes the folders and the files in them. */
export async function openArena(actors: number, withDisk: boolean): Promise<Arena> {
  const dir = tree({ plain: { dir: true } });
  const places = [furnish(dir, "plain", actors, false)];
  if (withDisk && (await mountDisk(dir.path("disk"))) === undefined) places.push(furnish(dir, "disk", actors, true));
  return {
    root: dir.root,
    logPath: dir.path("log.jsonl"),
    places,
    [Symbol.asyncDispose]: async () => {
      if (places.length > 1) await run(["umount", dir.path("disk")], { cwd: "/" });
      dir[Symbol.dispose]();
    },
  };
}

/** Mounts a small disk there; says why when it cannot. */
async function mountDisk(path: string): Promise<string | undefined> {
  mkdirSync(path);
  const { code, stderr } = await run(["mount", "-t", "tmpfs", "-o", `size=${DISK_KB}k`, "tmpfs", path], { cwd: "/" });
  return code === 0 ? undefined : stderr.split("\n")[0];
}

/** Why no disk can be mounted here, or undefined. */
export async function noDiskReason(): Promise<string | undefined> {
  using dir = tree();
  const reason = await mountDisk(dir.path("disk"));
  if (reason === undefined) await run(["umount", dir.path("disk")], { cwd: "/" });
  return reason;
}

function furnish(dir: Tree, name: string, actors: number, canBeFull: boolean): Place {
  const file = stateFile(name, actors, { canBeFull });
  const path = dir.path(`${name}/${STATE}`);
  writeFileSync(path, textOf(file.parts));
  symlinkSync(STATE, dir.path(`${name}/${ALIAS}`));
  for (let actor = 0; actor < actors; actor++) writeFileSync(dir.path(`${name}/${file.kept[actor + 3]}`), storyText(actor, actors));
  return { file, folder: dir.path(name), path };
}

/** Everything that the actors own, in every file. */
export function allLanes({ places }: Arena, actors: number) {
  return places.flatMap(({ file }) => Array.from({ length: actors }, (_, actor) => lanesOf(file.name, actor)).flat());
}

/** The temporary files in the folder. */
export function temporaryFiles({ folder }: Place): string[] {
  return readdirSync(folder).filter((name) => /^\.execution-state\.json\.[0-9a-f]{16}\.tmp$/.test(name));
}

/** The programs that run in the folder, as `pid command`. */
export function processesIn(folder: string): string[] {
  return readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid) && workingFolder(pid)?.startsWith(folder))
    .map(commandOf);
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function commandOf(pid: string): string {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim()}`;
  } catch {
    return pid;
  }
}
