/** The two programs that take the lock of `state`, ours and util-linux flock, in the same words. */

import { existsSync } from "node:fs";
import { type Background, start } from "../harness/run-script.ts";
import { commandLine } from "../harness/runtime.ts";
import type { Tree } from "../harness/tree.ts";
import { hasOpen, waitUntil } from "../harness/wait-until.ts";

export type Side = "ours" | "flock";
export type Mode = "exclusive" | "shared";
export type Answer = "had" | "conflict";

export const LOCK = "state.lock";

/** Of both programs, when the lock is not had in time. */
const CONFLICT = 75;
/** Longer than any test waits. */
export const LONG_MS = 30_000;

/** Takes the lock and holds it until the file `until` is there, or for ever. Returns when it is held. */
export async function hold(side: Side, dir: Tree, options: HoldOptions = {}): Promise<Background> {
  const holder = holding(side, dir, options);
  await waitUntil(() => existsSync(dir.path(options.name ?? "held")));
  return holder;
}

/** The same, returning when it has the lock file open: while another holds the lock, it waits from then on. */
export async function waitToHold(side: Side, dir: Tree, options: HoldOptions): Promise<Background> {
  return opened(holding(side, dir, options), dir);
}

function holding(side: Side, { root }: Tree, { mode = "exclusive", name = "held", more = [] }: HoldOptions): Background {
  const flags = ["--timeout-ms", String(LONG_MS), "--held", name, "--until", "until", ...(mode === "shared" ? ["--shared"] : []), ...more];
  const script = `: > ${name}; while [ ! -e until ]; do sleep 0.02; done`;
  const ours = () => [...commandLine("x-lock"), "state", ...flags];
  return start(side === "ours" ? ours() : ["flock", "-F", `--${mode}`, LOCK, "sh", "-c", script], { cwd: root });
}

interface HoldOptions {
  readonly mode?: Mode;
  /** The file that says that it is held. */
  readonly name?: string;
  /** More flags of ours. */
  readonly more?: readonly string[];
}

/** Starts to ask for the lock; `timeoutMs` 0 asks once. */
export function asking(side: Side, dir: Tree, { mode = "exclusive", timeoutMs = 0, path = "state" }: AskOptions = {}): Background {
  const flags = ["--timeout-ms", String(timeoutMs), ...(mode === "shared" ? ["--shared"] : [])];
  const ours = () => [...commandLine("x-lock"), path, ...flags];
  const theirs = () => ["flock", `--${mode}`, "-w", String(timeoutMs / 1000), "-E", String(CONFLICT), `${path}.lock`, "true"];
  return start(side === "ours" ? ours() : theirs(), { cwd: dir.root });
}

interface AskOptions {
  readonly mode?: Mode;
  readonly timeoutMs?: number;
  readonly path?: string;
}

/** Asks, and says what came of it. */
export async function ask(side: Side, dir: Tree, options: AskOptions = {}): Promise<Answer> {
  await using program = asking(side, dir, options);
  return await answerOf(program);
}

/** Starts to ask, and returns when it waits. */
export async function waitFor(side: Side, dir: Tree): Promise<Background> {
  return opened(asking(side, dir, { timeoutMs: LONG_MS }), dir);
}

async function opened(program: Background, dir: Tree): Promise<Background> {
  await waitUntil(() => hasOpen(program.pid, dir.path(LOCK)));
  return program;
}

/** Waits for the end of one that asks. */
export async function answerOf({ outcome }: Background): Promise<Answer> {
  const { code, signal, stderr } = await outcome;
  if (code === 0) return "had";
  if (code === CONFLICT) return "conflict";
  throw new Error(`ended with ${code ?? signal}: ${stderr}`);
}
