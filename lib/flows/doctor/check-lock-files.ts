import { relative } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { readList } from "../../git/run-git.ts";
import { recorded } from "../hooks/install-record.ts";
import { ignoreLocks, notIgnored } from "../hooks/lock-files.ts";
import { type CheckResult, type Finding, listed, type Patient, problem } from "./finding.ts";

/** Lock files beside the state files: ignored, and not tracked. */
export async function checkLockFiles({ repository, states, reason }: Patient): Promise<CheckResult> {
  const check = "lock-files";
  const top = repository?.layout.top;
  if (repository === undefined || top === undefined) return { check, findings: [], skipped: reason || "no working tree" };
  const inTree = states.map((path) => relative(top, path)).filter((path) => !path.startsWith(".."));
  const locks = inTree.map((path) => `${path}.lock`);
  return { check, findings: [...(await trackedFindings(repository, locks)), ...(await ignoreFindings(repository, top, locks))] };
}

async function trackedFindings(repository: Repository, locks: readonly string[]): Promise<readonly Finding[]> {
  if (locks.length === 0) return [];
  const tracked = await readList(repository, ["ls-files", "-z", "--", ...locks]);
  return tracked.length === 0 ? [] : [problem(`lock files are tracked by git: ${listed(tracked)}; 'git rm --cached' them`)];
}

async function ignoreFindings(repository: Repository, top: string, locks: readonly string[]): Promise<readonly Finding[]> {
  const open = await notIgnored(repository, locks);
  if (open.length === 0) return [];
  const fix = () => recorded(repository, async (record) => ({ record: await ignoreLocks(repository, record, top), result: undefined }));
  return [problem(`lock files are not ignored by git: ${listed(open)}; add *.json.lock to .gitignore`, fix)];
}
