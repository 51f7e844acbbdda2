/** What a changed file is to the engine: a test, production code, or a manifest (spec page 6, Config). */
import { matcher } from "../glob.ts";

export interface FileRules {
  /** Globs of the tests, seen from the repository's top level. */
  readonly tests: readonly string[];
  /** Paths or globs of manifests and lock files: allowed in RED, and reported. */
  readonly manifests: readonly string[];
  /** Paths or globs of reports that the project's own configuration writes into the tree. */
  readonly reports: readonly string[];
}

export interface FileRoles {
  readonly tests: readonly string[];
  readonly production: readonly string[];
  readonly manifests: readonly string[];
}

/** The state file's lock stands beside it and is nobody's change. */
const LOCK = /(?:^|\/)[^/]+\.json\.lock$/;

/** Sorts paths that git does not ignore; reports and locks are in no list. A manifest in a test folder is a manifest. */
export function fileRoles(paths: readonly string[], rules: FileRules): FileRoles {
  const [isTest, isManifest, isReport] = [matcher(rules.tests), matcher(rules.manifests), matcher(rules.reports)];
  const roles = { tests: [] as string[], production: [] as string[], manifests: [] as string[] };
  for (const path of paths) {
    if (LOCK.test(path) || isReport(path)) continue;
    if (isManifest(path)) roles.manifests.push(path);
    else if (isTest(path)) roles.tests.push(path);
    else roles.production.push(path);
  }
  return roles;
}
