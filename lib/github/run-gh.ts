/**
 * Purpose: calls the real `gh`: argv arrays, no prompt, no pager, no colour, ended when it takes too long.
 * Does not: retry. Failures: `GhError`; `MissingProgramError` (`gh is required`).
 */
import * as v from "valibot";
import type { Environment } from "../platform/child-environment.ts";
import { type Ended, spawn } from "../platform/spawn.ts";
import { schemaProblem } from "../schema-problem.ts";
import { GhError } from "./gh-error.ts";
import { failureKind, failureReason } from "./gh-failure.ts";

/** Where gh runs, and for whom: it finds the repository by the folder's remotes. */
export interface GhAt {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Of each call; absent: a minute. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 60_000;
const GRACE_MS = 1_000;
const KEEP_BYTES = 64 * 1024 * 1024;

/** What changes its output or makes it ask is off. */
const QUIET: Environment = {
  CLICOLOR_FORCE: undefined,
  DEBUG: undefined,
  GH_DEBUG: undefined,
  GH_FORCE_TTY: undefined,
  GH_NO_UPDATE_NOTIFIER: "1",
  GH_PAGER: "cat",
  GH_PROMPT_DISABLED: "1",
  GIT_TERMINAL_PROMPT: "0",
  NO_COLOR: "1",
};

/** What it prints. `stdin` is for texts too long, or too private, for an argument. */
export async function ghText(at: GhAt, args: readonly string[], stdin?: string): Promise<string> {
  const { cwd, env, signal, timeoutMs = TIMEOUT_MS } = at;
  const options = { cwd, env: { ...env, ...QUIET }, signal, timeoutMs, graceMs: GRACE_MS, keepBytes: KEEP_BYTES };
  const ended = await spawn(["gh", ...args], stdin === undefined ? options : { ...options, stdin });
  if (ended.code === 0 && ended.stdout.dropped === 0) return ended.stdout.text;
  throw new GhError(args.slice(0, 2).join(" "), reasonOf(ended, timeoutMs), failureKind(ended.code, ended.stderr.text));
}

/** What it prints, as checked JSON; a page of HTML with status 0 is a failure too. */
export async function ghJson<S extends v.GenericSchema>(at: GhAt, args: readonly string[], schema: S): Promise<v.InferOutput<S>> {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson()), await ghText(at, args));
  const checked = result.success ? v.safeParse(schema, result.output) : undefined;
  if (checked?.success) return checked.output;
  const where = checked === undefined ? "no JSON" : schemaProblem(checked.issues);
  throw new GhError(args.slice(0, 2).join(" "), `unexpected answer (${where})`, "other");
}

function reasonOf({ code, signal, cause, stderr, stdout }: Ended, timeoutMs: number): string {
  if (cause !== "exit") return `no answer within ${Math.round(timeoutMs / 1000)}s`;
  if (signal !== undefined) return `ended by ${signal}`;
  if (stdout.dropped > 0) return "answer too long";
  return failureReason(stderr.text) ?? `exit status ${code}`;
}
