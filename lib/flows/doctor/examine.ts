/**
 * Purpose: machine and repository in one go (spec page 0, x-doctor).
 * Does not: change anything, unless `fix` is asked for; then only what loses nothing, each under the lock that its writers take.
 */
import type { GitAt } from "../../git/run-git.ts";
import { checkEnvironment } from "./check-environment.ts";
import { checkHooks } from "./check-hooks.ts";
import { checkLockFiles } from "./check-lock-files.ts";
import { checkLocks } from "./check-locks.ts";
import { checkPrograms } from "./check-programs.ts";
import { checkStates } from "./check-states.ts";
import { checkWorktrees } from "./check-worktrees.ts";
import type { CheckName, CheckResult, Finding } from "./finding.ts";
import { meetPatient } from "./patient.ts";

export interface Examined {
  readonly check: CheckName;
  readonly skipped: string | undefined;
  readonly facts: string;
  readonly findings: readonly { readonly level: Finding["level"]; readonly message: string; readonly fixed: boolean }[];
}

/** All checks, in their order. After fixing all are made again, and what is not found any more counts as fixed. */
export async function examine(
  at: GitAt,
  { fix, nowSeconds }: { readonly fix: boolean; readonly nowSeconds: number },
): Promise<readonly Examined[]> {
  const before = await check(at, nowSeconds);
  const repairs = before.flatMap(({ findings }) => findings.flatMap(({ fix: repair }) => repair ?? []));
  if (!fix || repairs.length === 0) return before.map((result) => examined(result, []));
  for (const repair of repairs) await repair();
  const after = await check(at, nowSeconds);
  return after.map((result, i) => {
    const left = new Set(result.findings.map(({ message }) => message));
    return examined(
      result,
      before[i]!.findings.filter(({ message }) => !left.has(message)),
    );
  });
}

async function check(at: GitAt, nowSeconds: number): Promise<readonly CheckResult[]> {
  const patient = await meetPatient(at, nowSeconds);
  return [
    checkEnvironment(at.env),
    await checkPrograms(at),
    await checkLocks(patient),
    await checkStates(patient),
    await checkLockFiles(patient),
    await checkWorktrees(patient),
    await checkHooks(patient),
  ];
}

function examined({ check: name, skipped, facts = "", findings }: CheckResult, gone: readonly Finding[]): Examined {
  const all = [...gone.map((finding) => ({ ...finding, fixed: true })), ...findings.map((finding) => ({ ...finding, fixed: false }))];
  return { check: name, skipped, facts, findings: all.map(({ level, message, fixed }) => ({ level, message, fixed })) };
}

/** How many problems are left. */
export function problemsLeft(results: readonly Examined[]): number {
  return results.flatMap(({ findings }) => findings).filter(({ level, fixed }) => level === "problem" && !fixed).length;
}
