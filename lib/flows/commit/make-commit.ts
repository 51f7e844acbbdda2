/** One call of `git commit`, with its hooks, and what became of it. */
import { join } from "@std/path";
import { type CommitFailureKind, commitFailureKind } from "../../git/commit-failure.ts";
import type { Checkout } from "../../git/repository.ts";
import { lastLine, reasonFor } from "../../git/run-git.ts";
import { readStatus } from "../../git/status.ts";
import { whileLocked, writeGit } from "../../git/write-git.ts";
import { makeOld } from "../../platform/file-time.ts";
import { mtimeSeconds } from "../../platform/read-file.ts";
import type { Ended } from "../../platform/spawn.ts";
import { CommitFailedError } from "./commit-errors.ts";

export interface CommitCall {
  readonly message: string;
  readonly amend: boolean;
  /** An index of its own, in place of the repository's. */
  readonly indexFile?: string;
  /** What the commit takes wholly: when a hook changes such a file and fails, that is said. */
  readonly whole: readonly string[];
}

/** Makes the commit. Hooks run; a busy index is waited for. Throws `CommitFailedError`. */
export async function makeCommit(checkout: Checkout, call: CommitCall): Promise<void> {
  const messageFile = join(checkout.layout.gitDir, "COMMIT_EDITMSG");
  makeOld(messageFile);
  const ended = await whileLocked(checkout.signal, () => commitOnce(checkout, call));
  if (ended.code === 0) return;
  const kind = kindOfEnd(ended, (mtimeSeconds(messageFile) ?? 0) > 0);
  const changed = kind === "pre-commit" ? await changedByHook(checkout, call.whole) : [];
  throw new CommitFailedError(kind, messageFor(kind, ended, changed), changed);
}

function commitOnce(checkout: Checkout, { message, amend, indexFile }: CommitCall): Promise<Ended> {
  const args = [
    "-c",
    "i18n.commitEncoding=UTF-8",
    "-c",
    "maintenance.auto=false",
    "-c",
    "gc.auto=0",
    "commit",
    "--quiet",
    "--cleanup=whitespace",
    "--file=-",
    ...(amend ? ["--amend"] : []),
  ];
  return writeGit(checkout, args, { stdin: message, ...(indexFile === undefined ? {} : { env: { GIT_INDEX_FILE: indexFile } }) });
}

function kindOfEnd({ code, stdout, stderr }: Ended, isMessageWritten: boolean): CommitFailureKind {
  return commitFailureKind({ code, stdout: stdout.text, stderr: stderr.text, isMessageWritten });
}

/** A hook that puts files in order and then fails wants them staged again. */
async function changedByHook(checkout: Checkout, whole: readonly string[]): Promise<readonly string[]> {
  const status = await readStatus(checkout);
  return status.filter(({ path, index, worktree }) => index !== "?" && worktree !== "." && whole.includes(path)).map(({ path }) => path);
}

function messageFor(kind: CommitFailureKind, ended: Ended, changed: readonly string[]): string {
  const hook = lastLine(ended.stderr.text) ?? lastLine(ended.stdout.text) ?? `status ${ended.code}`;
  switch (kind) {
    case "pre-commit":
      return `pre-commit failed: ${hook}${changed.length === 0 ? "" : ` (it changed ${changed.join(", ")})`}`;
    case "commit-msg":
      return `commit-msg rejected: ${hook}`;
    case "signing":
      return `signing failed: ${reasonFor(ended)}`;
    case "index-lock":
      return `index.lock busy: ${/'([^'\n]+index\.lock)'/.exec(ended.stderr.text)?.[1] ?? "index.lock"}`;
    case "nothing":
      return "nothing to commit";
    default:
      return `commit failed: ${reasonFor(ended)}`;
  }
}
