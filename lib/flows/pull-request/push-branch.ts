/** Pushes the current branch, and says in one line why that did not work. */

import type { Checkout } from "../../git/repository.ts";
import { askGit, readText } from "../../git/run-git.ts";
import { writeGit } from "../../git/write-git.ts";
import { PullRequestError } from "./pull-request-error.ts";

/** Hooks before a push may run whole test suites. */
const PUSH_MS = 1_800_000;

/** Pushes `branch` to its own remote, else to `origin`, else to the only one, and tracks it. Throws `PullRequestError`. */
export async function pushBranch(checkout: Checkout, branch: string): Promise<void> {
  const remote = await remoteOf(checkout, branch);
  const ended = await writeGit(checkout, ["push", "--set-upstream", remote, `refs/heads/${branch}`], { timeoutMs: PUSH_MS });
  if (ended.cause !== "exit") throw new PullRequestError(`Cannot push ${branch} to ${remote}: no end within ${PUSH_MS / 1000}s`);
  if (ended.code !== 0) throw new PullRequestError(`Cannot push ${branch} to ${remote}: ${pushReason(ended.stderr.text)}`);
}

async function remoteOf(checkout: Checkout, branch: string): Promise<string> {
  const remotes = (await readText(checkout, ["remote"])).split("\n").filter((name) => name !== "");
  const own = await askGit(checkout, ["config", "--get", `branch.${branch}.remote`]);
  const remote = [own, "origin", remotes.length === 1 ? remotes[0] : undefined].find((name) => remotes.includes(name ?? ""));
  if (remote === undefined)
    throw new PullRequestError(remotes.length === 0 ? "No remote to push to" : `No remote named origin: ${remotes.join(", ")}`);
  return remote;
}

/** The line that tells: what was rejected, else what is fatal, else the last words of a hook or of the remote. */
export function pushReason(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("hint: "));
  const told = lines.filter((line) => !/^(?:error: failed to push some refs|To )/.test(line));
  const line =
    told.find((text) => text.startsWith("! [")) ?? told.find((text) => text.startsWith("fatal: ")) ?? told.at(-1) ?? lines.at(-1);
  return line?.replace(/^(?:fatal|error|remote): |^! /, "") ?? "git says nothing";
}
