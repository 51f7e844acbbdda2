/** A bare `origin` and a stand-in for `gh`, for runs that push, open a pull request and watch it. */
import { cpSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import type { Project } from "./project.ts";

const PASSED = { state: "OPEN", statusCheckRollup: [{ name: "build", status: "COMPLETED", conclusion: "SUCCESS" }] };

/** Gives the project an `origin` and a `gh` whose checks have passed. */
export function withGitHub(box: Project): void {
  box.git(["init", "-q", "--bare", "-b", "develop", "origin.git"], ".");
  box.git(["remote", "add", "origin", box.path("origin.git")]);
  box.git(["push", "-q", "origin", "develop"]);
  cpSync(join(ROOT, "test/fixtures/implement-task-gh/gh"), join(box.bin, "gh"));
  answer(box, PASSED);
}

/** What `gh pr view 7` says from now on; text: it fails with that. */
export function answer(box: Project, view: object | string): void {
  rmSync(join(box.bin, "view.txt"), { force: true });
  box.write(typeof view === "string" ? "bin/view.txt" : "bin/view.json", typeof view === "string" ? view : JSON.stringify(view));
}

/** One check that ended like this. */
export function check(conclusion: string | null): object {
  return { state: "OPEN", statusCheckRollup: [{ name: "build", status: conclusion === null ? "QUEUED" : "COMPLETED", conclusion }] };
}

/** The calls of `gh`, in order. */
export async function ghCalls(box: Project): Promise<readonly string[]> {
  const log = Bun.file(join(box.bin, "gh.log"));
  return (await log.exists()) ? (await log.text()).trimEnd().split("\n") : [];
}

const TOOLS = ["awk", "cat", "dirname", "env", "git", "grep", "ls", "mkdir", "rm", "sed", "sh", "sleep", "touch", "uname"];

/** A PATH with the usual tools and nothing else, `without` some of them. */
export function barePath(box: Project, ...without: readonly string[]): string {
  for (const tool of TOOLS.filter((name) => !without.includes(name))) {
    const program = Bun.which(tool);
    if (program !== null) symlinkSync(program, join(box.bin, tool));
  }
  return box.bin;
}
