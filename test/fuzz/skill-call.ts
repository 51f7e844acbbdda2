/** One call of a skill as an input: its command line is a file beside those that it finds in its folder. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Command } from "../../lib/cli/command.ts";
import { ROOT } from "../harness/repository.ts";
import { runInProcess } from "../harness/run-in-process.ts";
import { type Outcome, runScript } from "../harness/run-script.ts";
import type { Runtime } from "../harness/runtime.ts";
import { SCRIPTS } from "../harness/sources.ts";
import type { Tree } from "../harness/tree.ts";
import type { Input } from "./fuzz-target.ts";

export interface Call {
  readonly skill: string;
  readonly argv: readonly string[];
  readonly stdin?: string;
}

const CALL = "call.json";
const NOW = 1_767_225_600;
/** Neither git nor gh is on PATH, so that no call leaves its folder; the clock stands still. */
const ENV = { PATH: "/nonexistent", HOME: "/nonexistent", X_SKILLS_NOW: String(NOW) };

/** Every skill by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  await Promise.all(
    SCRIPTS.map(async (path) => {
      const { run }: { run: Command } = await import(join(ROOT, path));
      return [run.contract.name, run] as const;
    }),
  ),
);

/** The call and the files that it finds. */
export function callInput(call: Call, files: Input = {}): Input {
  return { ...files, [CALL]: new TextEncoder().encode(JSON.stringify(call)) };
}

export function callIn(input: Input): Call {
  return JSON.parse(new TextDecoder().decode(input[CALL]));
}

/** Puts the input's files into the folder; the command line is none of them. All are of one time. */
export function writeFiles(input: Input, { path }: Tree): void {
  for (const [name, bytes] of Object.entries(input)) {
    if (name === CALL) continue;
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), bytes);
    utimesSync(path(name), NOW, NOW);
  }
}

/** Runs the call in this process, in the folder as it is. */
export function runCall({ skill, argv, stdin = "" }: Call, { root }: Tree): Promise<Outcome> {
  return runInProcess(COMMANDS.get(skill)!, argv, { cwd: root, env: ENV, stdin });
}

/** Starts the real program for the same call. */
export function spawnCall({ skill, argv, stdin = "" }: Call, { root }: Tree, runtime: Runtime): Promise<Outcome> {
  return runScript(skill, argv, { cwd: root, env: ENV, stdin, runtime });
}
