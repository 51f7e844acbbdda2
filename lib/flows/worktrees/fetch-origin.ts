import { hasRemote } from "../../git/branches.ts";
import type { Repository } from "../../git/repository.ts";
import { reasonFor } from "../../git/run-git.ts";
import { writeGit } from "../../git/write-git.ts";
import type { Voice } from "../voice.ts";

const TIMEOUT_MS = 60_000;
const ARGS = ["fetch", "--quiet", "--no-recurse-submodules", "--no-auto-gc", "origin"];

/** Fetches `origin` if there is one. Offline is no failure: `warn` gets the reason. Another fetch that is under way does the same work. */
export async function fetchOrigin(repository: Repository, { warn, note }: Voice): Promise<void> {
  if (!(await hasRemote(repository, "origin"))) return;
  note("Fetching origin");
  const ended = await writeGit(repository, ARGS, { timeoutMs: TIMEOUT_MS });
  if (ended.code === 0 || /cannot lock ref|File exists/.test(ended.stderr.text)) return;
  const [first = ""] = ended.stderr.text.split("\n");
  warn(`Cannot fetch origin: ${first.replace(/^(?:fatal|error): /, "").trim() || reasonFor(ended)}`);
}
