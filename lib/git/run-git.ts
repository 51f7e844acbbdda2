/**
 * Purpose: calls the real git: argv arrays, English messages, no prompt, no pager, paths taken literally.
 * `readGit` and what builds on it run nothing that the repository's configuration names, and take no lock.
 * Does not: decide what a status means; `writeGit` (write-git.ts) is for what changes a repository.
 */
import { dirname } from "@std/path";
import type { Environment } from "../platform/child-environment.ts";
import { type Ended, type SpawnOptions, spawn } from "../platform/spawn.ts";
import { GitError } from "./git-errors.ts";

/** Where git runs, and for whom. */
export interface GitAt {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** Git does not look for a repository above `cwd`: set once the repository is known. */
  readonly isTop?: boolean;
  /** For a worktree whose `.git` file may be gone: its git dir; the working tree is then `cwd`. */
  readonly gitDir?: string;
  /** For commands that git itself calls: its variables stay. */
  readonly keepRepository?: boolean;
}

export type GitOptions = Pick<SpawnOptions, "stdin" | "timeoutMs" | "onOutput" | "beforeStart"> & {
  /** Set on top of the clean environment: `GIT_INDEX_FILE` for one. */
  readonly env?: Environment;
  /** False for the one command that refuses to be told that paths are literal: `check-ignore` always takes them so. */
  readonly literalPaths?: false;
};

/** Git's own lists and diffs are kept whole up to this; beyond, the call fails. */
const KEEP_BYTES = 256 * 1024 * 1024;

/** The repository's configuration must not run anything (spec page 0, Security). */
const READ_ONLY = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false"];

/** Runs a git command that only reads, and returns how it ended. */
export function readGit(at: GitAt, args: readonly string[], options: GitOptions = {}): Promise<Ended> {
  return runGit(at, [...READ_ONLY, ...args], { ...options, env: { GIT_OPTIONAL_LOCKS: "0", ...options.env } });
}

/** What a reading command prints, without the last line break. Throws `GitError` unless it succeeds. */
export async function readText(at: GitAt, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return textOf(args, await readGit(at, args, options));
}

/** Like `readText`, but status 1, git's quiet "no", is undefined. */
export async function askGit(at: GitAt, args: readonly string[], options: GitOptions = {}): Promise<string | undefined> {
  const ended = await readGit(at, args, options);
  return ended.code === 1 ? undefined : textOf(args, ended);
}

/** What a reading command with `-z` prints, as its parts. */
export async function readList(at: GitAt, args: readonly string[], options: GitOptions = {}): Promise<readonly string[]> {
  const text = await readText(at, args, options);
  return text === "" ? [] : text.replace(/\0$/, "").split("\0");
}

/** They hand git's options on to the user's hooks as variables; none of them is given a path of the tree. */
const RUNS_HOOKS: ReadonlySet<string> = new Set(["commit", "checkout", "worktree", "push"]);

/** The low-level call; `args` begin with git's own options. */
export function runGit(at: GitAt, args: readonly string[], { env, literalPaths, ...options }: GitOptions): Promise<Ended> {
  const place = at.gitDir === undefined ? [] : [`--git-dir=${at.gitDir}`, `--work-tree=${at.cwd}`];
  const paths = literalPaths === false || RUNS_HOOKS.has(commandOf(args)) ? [] : ["--literal-pathspecs"];
  return spawn(["git", "--no-pager", ...paths, ...place, ...args], {
    cwd: at.cwd,
    env: at.env,
    addedEnv: { ...silent(at), ...ceiling(at), ...env },
    signal: at.signal,
    keepBytes: KEEP_BYTES,
    leftovers: "leave",
    keepRepository: at.keepRepository === true,
    ...options,
  });
}

/** The output of a call that must have succeeded and be whole, without the last line break. */
export function textOf(args: readonly string[], ended: Ended): string {
  if (ended.code !== 0 || ended.stdout.dropped > 0) throw new GitError(commandOf(args), reasonFor(ended));
  return ended.stdout.text.replace(/\n$/, "");
}

/** Git's own words for a failure: its last line that says `fatal` or `error`, without that, else the last line at all. */
export function reasonFor({ code, signal, cause, stdout, stderr }: Ended): string {
  if (cause !== "exit") return "it took too long";
  if (signal !== undefined) return `ended by ${signal}`;
  if (code === 0) return `more than ${KEEP_BYTES} bytes of output`;
  const fatal = stderr.text.split("\n").findLast((line) => /^(?:fatal|error): /.test(line));
  return lastLine(fatal ?? stderr.text) ?? lastLine(stdout.text) ?? `status ${code}`;
}

/** The last line that is not blank; undefined when there is none. */
export function lastLine(text: string): string | undefined {
  const line = text.trimEnd().split("\n").at(-1)?.trim();
  return line === undefined || line === "" ? undefined : line.replace(/^(?:fatal|error): /, "");
}

/** English messages in the user's own character set, and nobody is asked for a password; a program that the user set to give it is kept. */
function silent({ env }: GitAt): Environment {
  return {
    LANGUAGE: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: env.GIT_ASKPASS || "false",
    SSH_ASKPASS_REQUIRE: "never",
    GPG_TTY: undefined,
  };
}

function ceiling({ cwd, isTop, env }: GitAt): Environment {
  if (!isTop) return {};
  const given = env.GIT_CEILING_DIRECTORIES;
  return { GIT_CEILING_DIRECTORIES: given ? `${dirname(cwd)}:${given}` : dirname(cwd) };
}

function commandOf(args: readonly string[]): string {
  const at = args.findIndex((word, i) => !word.startsWith("-") && args[i - 1] !== "-c");
  return args[at] ?? "";
}
