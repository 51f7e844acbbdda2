/** Lock files stand beside state files, and belong in no commit. */
import { join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { readGit } from "../../git/run-git.ts";
import { addLine } from "./added-line.ts";
import type { InstallRecord } from "./install-record.ts";

export const IGNORE_LINE = "*.json.lock";
const EXAMPLES = ["execution-state.json.lock", ".aikittools/features/feature-0000/execution-state.json.lock"];

/** Whether git ignores a lock file of that path, by whatever rule; `paths` from the top. */
export async function areIgnored(repository: Repository, paths: readonly string[] = EXAMPLES): Promise<boolean> {
  const ended = await readGit(repository, ["check-ignore", "--no-index", "--stdin", "-z"], {
    stdin: `${paths.join("\0")}\0`,
    literalPaths: false,
  });
  return ended.stdout.text.split("\0").filter((path) => path !== "").length === paths.length;
}

/** Adds the line to `.gitignore` unless they are ignored already; returns the record with it. */
export async function ignoreLocks(repository: Repository, record: InstallRecord, top: string): Promise<InstallRecord> {
  const line = (await areIgnored(repository)) ? undefined : addLine(join(top, ".gitignore"), IGNORE_LINE);
  return line === undefined ? record : { ...record, lines: [...record.lines, line] };
}
