/** Lock files stand beside state files, and belong in no commit. */
import { join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { readGit, textOf } from "../../git/run-git.ts";
import { addLine } from "./added-line.ts";
import type { InstallRecord } from "./install-record.ts";

const IGNORE_LINE = "*.json.lock";
const EXAMPLES = ["execution-state.json.lock", ".aikittools/features/feature-0000/execution-state.json.lock"];

/** Whether git ignores lock files beside state files, by whatever rule. */
export async function areIgnored(repository: Repository): Promise<boolean> {
  return (await notIgnored(repository, EXAMPLES)).length === 0;
}

/** Those of the paths, from the top, that git does not ignore; whether they are tracked does not count. */
export async function notIgnored(repository: Repository, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return [];
  const args = ["check-ignore", "--no-index", "--stdin", "-z"];
  const ended = await readGit(repository, args, { stdin: `${paths.join("\0")}\0`, literalPaths: false });
  if (ended.code !== 0 && ended.code !== 1) textOf(args, ended);
  const ignored = new Set(ended.stdout.text.split("\0"));
  return paths.filter((path) => !ignored.has(path));
}

/** Adds the line to `.gitignore` unless they are ignored already; returns the record with it. */
export async function ignoreLocks(repository: Repository, record: InstallRecord, top: string): Promise<InstallRecord> {
  const line = (await areIgnored(repository)) ? undefined : addLine(join(top, ".gitignore"), IGNORE_LINE);
  return line === undefined ? record : { ...record, lines: [...record.lines, line] };
}
