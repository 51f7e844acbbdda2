/** A repository with our hooks, driven by the real git; the hooks start the program on this run's runtime. */
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { GIT_ENV, type Sandbox, sandbox } from "../../git/sandbox.ts";
import { type Outcome, run, runScript } from "../../harness/run-script.ts";
import { commandLine } from "../../harness/runtime.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface HooksBox extends Sandbox {
  /** Runs x-hooks in `folder` (relative; default: the repository). */
  xHooks(args: readonly string[], options?: { readonly folder?: string; readonly env?: Env }): Promise<Outcome>;
  /** Runs git, which may run hooks; nothing throws. */
  try(args: readonly string[], options?: { readonly folder?: string; readonly env?: Env; readonly stdin?: Uint8Array }): Promise<Outcome>;
  /** A folder for PATH in which `name` starts the program of this run; returns the whole PATH. */
  pathWith(name: string): string;
}

export const STATE = "ai/epics/epic-0049/execution-state.json";
export const SHA = "0123456789abcdef0123456789abcdef01234567";
export const STATE_TRAILER = `Co-Authored-By: x-internal-update-status@${SHA}`;
export const COMMIT_TRAILER = `Co-Authored-By: x-commit-changes@${SHA}`;

export function hooksBox(options?: Parameters<typeof sandbox>[0]): HooksBox {
  const box = sandbox(options);
  return {
    ...box,
    xHooks: (args, { folder = box.repo, env } = {}) => runScript("x-hooks", args, { cwd: box.path(folder), env: { ...GIT_ENV, ...env } }),
    try: (args, { folder = box.repo, env, stdin } = {}) =>
      run(["git", ...args], { cwd: box.path(folder), env: { ...GIT_ENV, ...env }, ...(stdin === undefined ? {} : { stdin }) }),
    pathWith(name) {
      const words = commandLine(name).map((word) => `'${word}'`);
      box.write(`bin/${name}`, `#!/bin/sh\nexec ${words.join(" ")} "$@"\n`, 0o755);
      return `${box.path("bin")}:${process.env.PATH}`;
    },
  };
}

/** What is in a folder: bytes, mode and time of each file, links as links. */
export function contents(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const pairs = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = lstatSync(path);
    const text = entry.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "latin1");
    return [path.slice(folder.length + 1), `${mode.toString(8)} ${mtimeMs} ${text}`] as const;
  });
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}
