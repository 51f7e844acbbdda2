/** A throw-away git repository for tests, and the means to look at it with the real git. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { openCheckout, openRepository } from "../../lib/git/repository.ts";
import type { GitAt } from "../../lib/git/run-git.ts";
import { cleanEnvironment } from "../harness/runtime.ts";
import { type Tree, tree } from "../harness/tree.ts";

export interface Sandbox extends Tree {
  /** The repository's folder, relative to the root: `repo` unless said otherwise. */
  readonly repo: string;
  /** Runs git in `folder` (relative; default: the repository) and returns what it prints, trimmed. Throws unless it succeeds. */
  git(args: readonly string[], folder?: string): string;
  /** Like `git`, without throwing: the exit status. */
  status(args: readonly string[], folder?: string): number;
  write(relative: string, text: string, mode?: number): void;
  /** Writes files, stages and commits them. */
  commit(files: Readonly<Record<string, string>>, message?: string, folder?: string): string;
  hook(name: string, script: string): void;
  at(folder?: string): GitAt;
  checkout(folder?: string): ReturnType<typeof openCheckout>;
  repository(folder?: string): ReturnType<typeof openRepository>;
}

/** Dates are fixed so that ages do not depend on the day of the test. */
export const GIT_ENV = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ann Author",
  GIT_AUTHOR_EMAIL: "ann@example.org",
  GIT_COMMITTER_NAME: "Ann Author",
  GIT_COMMITTER_EMAIL: "ann@example.org",
};

/** A repository on branch `develop`; with one commit of `file.txt` unless `isEmpty`. */
export function sandbox({ repo = "repo", isEmpty = false, isBare = false } = {}): Sandbox {
  const dir = tree();
  const path = (folder: string) => dir.path(folder);
  const call = (args: readonly string[], folder: string) =>
    Bun.spawnSync(["git", ...args], { cwd: path(folder), env: cleanEnvironment(GIT_ENV), stdin: "ignore" });
  const box: Sandbox = {
    ...dir,
    repo,
    git(args, folder = repo) {
      const { exitCode, stdout, stderr } = call(args, folder);
      if (exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
      return stdout.toString().trimEnd();
    },
    status: (args, folder = repo) => call(args, folder).exitCode,
    write(relative, text, mode) {
      mkdirSync(dirname(path(relative)), { recursive: true });
      writeFileSync(path(relative), text);
      if (mode !== undefined) chmodSync(path(relative), mode);
    },
    commit(files, message = "change", folder = repo) {
      for (const [name, text] of Object.entries(files)) box.write(`${folder}/${name}`, text);
      box.git(["add", "--", ...Object.keys(files)], folder);
      box.git(["commit", "-q", "-m", message], folder);
      return box.git(["rev-parse", "HEAD"], folder);
    },
    hook(name, script) {
      const folder = box.git(["rev-parse", "--path-format=absolute", "--git-path", "hooks"]);
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${name}`, `#!/bin/sh\n${script}\n`);
      chmodSync(`${folder}/${name}`, 0o755);
    },
    at: (folder = repo) => ({ cwd: path(folder), env: cleanEnvironment(GIT_ENV), signal: new AbortController().signal }),
    checkout: (folder) => openCheckout(box.at(folder)),
    repository: (folder) => openRepository(box.at(folder)),
  };
  mkdirSync(path(repo), { recursive: true });
  box.git(["init", "-q", "-b", "develop", ...(isBare ? ["--bare"] : [])]);
  if (!isEmpty && !isBare) box.commit({ "file.txt": "one\n" }, "first");
  return box;
}
