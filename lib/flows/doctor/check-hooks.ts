import { hooksStatus } from "../hooks/hooks-status.ts";
import { installHooks } from "../hooks/install-hooks.ts";
import { type CheckResult, type Finding, note, type Patient, problem } from "./finding.ts";

/** Our commit hooks and the merge driver. Not having any is a choice; half of them is a problem. */
export async function checkHooks({ repository, reason }: Patient): Promise<CheckResult> {
  const check = "hooks";
  if (repository === undefined) return { check, findings: [], skipped: reason };
  const { hooks, problems, manager } = await hooksStatus(repository, undefined);
  const ours = hooks.filter(({ state, chained }) => state === "ours" || state === "calling" || chained);
  if (ours.length === 0) {
    const other = problems.slice(hooks.length);
    return { check, findings: [note("commit hooks are not installed: 'x-hooks install' does it"), ...other.map((what) => problem(what))] };
  }
  const canFix = manager === "git" && hooks.every(({ state }) => state !== "foreign");
  const fix = async () => {
    await installHooks(repository, { hooksDir: undefined, ignoreLocks: false, mergeDriver: false });
  };
  return { check, findings: problems.map((what): Finding => problem(what, canFix && !what.includes("merge") ? fix : undefined)) };
}
