/** What a step changed in its tree, and what each file is: test, production, manifest. */
import { join, relative } from "@std/path";
import { changesFrom, type TreeChange } from "../../git/snapshot.ts";
import { readTextIfExists } from "../../platform/read-file.ts";
import { type FileRoles, fileRoles } from "../../testing/file-roles.ts";
import { detectStack, projectIn } from "../config/detect-stack.ts";
import { toolchain } from "../config/toolchain.ts";
import type { Run } from "./run.ts";
import { placeOf } from "./run-suite.ts";

const CONFIG = "x-skills.json";
/** Nobody's change: the lock beside a state file. */
const LOCK = /(?:^|\/)[^/]+\.json\.lock$/;

export interface StepChanges {
  readonly all: readonly TreeChange[];
  readonly roles: FileRoles;
  /** The kit's configuration, or the manifest that the test or coverage command was read from, if the step changed them. */
  readonly guarded: readonly string[];
}

/** Compares the working tree with an earlier one. */
export async function changesSince(run: Run, from: string): Promise<StepChanges> {
  const all = (await changesFrom(run.work, from)).filter(({ path }) => isOurs(run, path));
  const paths = all.map(({ path }) => path);
  const roles = fileRoles(paths, rulesOf(run));
  return { all, roles, guarded: guardedIn(run, paths) };
}

/** Whether the working tree is still `tree`, but for the live state file and locks. An empty id is no tree. */
export async function isStill(run: Run, tree: string): Promise<boolean> {
  return tree !== "" && (await changesFrom(run.work, tree)).every(({ path }) => !isOurs(run, path));
}

/** Paths that a commit of the step takes: not those that were changed before the run. */
export function committable(run: Run, { roles }: StepChanges): readonly string[] {
  const before = new Set(run.journal.dirtyBefore);
  return [...roles.tests, ...roles.production, ...roles.manifests].filter((path) => !before.has(path));
}

/** The globs and lists that sort the project's files. */
export function rulesOf(run: Run) {
  const { workdir } = placeOf(run);
  const inWorkdir = (pattern: string) => (workdir === "" || pattern.startsWith("**/") ? pattern : `${workdir}/${pattern}`);
  const { toolchain: tools, config } = run;
  const reports = [...tools.test.reports, ...(tools.coverage?.reports ?? []), ...config.coverage.reports];
  return {
    tests: tools.testGlobs.map(inWorkdir),
    manifests: [CONFIG, ...tools.manifests.map(inWorkdir)],
    reports: reports.filter((path) => !path.startsWith("/") && !path.includes("{run}")).map(inWorkdir),
  };
}

/** The state file is live, and not part of any step. */
export function isOurs(run: Run, path: string): boolean {
  const { stateFile } = run.journal;
  return !LOCK.test(path) && (stateFile === null || path !== relative(run.work.top, stateFile));
}

function guardedIn(run: Run, paths: readonly string[]): readonly string[] {
  const config = paths.filter((path) => path === CONFIG);
  const manifests = paths.filter((path) => rulesOf(run).manifests.includes(path) && path !== CONFIG);
  return [...config, ...(manifests.length > 0 && commandsChanged(run) ? manifests : [])];
}

/** Detects anew what runs the tests; the configuration is the one that was read at the start. */
function commandsChanged(run: Run): boolean {
  const { root, workdir } = placeOf(run);
  try {
    const now = toolchain(run.config, detectStack(projectIn(join(root, workdir), run.world.env)));
    const commands = ({ test, coverage }: typeof now) => JSON.stringify([test.command, coverage?.command]);
    return commands(now) !== commands(run.toolchain) || testScript(root, workdir) !== run.journal.testScript;
  } catch {
    return true;
  }
}

/** The words of the `test` script: a manifest may run other tests under the same command. */
export function testScript(root: string, workdir: string): string {
  const text = readTextIfExists(join(root, workdir, "package.json")) ?? "{}";
  try {
    const { scripts } = JSON.parse(text) as { scripts?: Record<string, unknown> };
    return JSON.stringify([scripts?.pretest, scripts?.test, scripts?.posttest, scripts?.coverage]);
  } catch {
    return "";
  }
}
