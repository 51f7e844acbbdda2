import { MissingProgramError } from "../../errors.ts";
import type { GitAt } from "../../git/run-git.ts";
import { spawn } from "../../platform/spawn.ts";
import { type CheckResult, note, problem } from "./finding.ts";

/** `git worktree list -z` came with it. */
const OLDEST_GIT = [2, 36] as const;
const PATIENCE_MS = 10_000;

/** Git, which most skills need, and gh, which those about pull requests need. */
export async function checkPrograms(at: GitAt): Promise<CheckResult> {
  const git = await versionOf(at, "git");
  const gh = await versionOf(at, "gh");
  const findings = [
    ...(git === undefined ? [problem("git is not on PATH: only the skills for state files and stories work without it")] : []),
    ...(git !== undefined && isOlder(git) ? [problem(`git ${git} is too old: skills need ${OLDEST_GIT.join(".")} or later`)] : []),
    ...(gh === undefined ? [note("gh is not on PATH: x-create-pr and x-watch-pr-ci need it")] : []),
  ];
  const facts = [git === undefined ? [] : [`git ${git}`], gh === undefined ? [] : [`gh ${gh}`]].flat().join(", ");
  return { check: "programs", findings, facts };
}

/** `?` when the program does not say; undefined when there is none. */
async function versionOf({ cwd, env, signal }: GitAt, program: string): Promise<string | undefined> {
  try {
    const { stdout } = await spawn([program, "--version"], { cwd, env, signal, timeoutMs: PATIENCE_MS });
    return /\d+(?:\.\d+)+/.exec(stdout.text)?.[0] ?? "?";
  } catch (error) {
    if (error instanceof MissingProgramError) return undefined;
    throw error;
  }
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1]);
}
