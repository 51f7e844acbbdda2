/** The report files of a suite: paths or globs, absolute or seen from the folder that the command runs in. */
import { existsSync } from "@std/fs";
import { join, resolve } from "@std/path";
import { matcher } from "../../glob.ts";
import { removeIfExists } from "../../platform/copy-file.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { fileStatus } from "../../platform/read-file.ts";

const WILDCARD = /[*?[{]/;
/** Deeper folders hold no reports; a loop of links ends here. */
const MAX_DEPTH = 12;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** The files that are there now, absolute, each once, sorted. */
export function filesMatching(cwd: string, patterns: readonly string[]): readonly string[] {
  const found = patterns.map((pattern) => resolve(cwd, pattern)).flatMap((path) => (WILDCARD.test(path) ? matching(path) : existing(path)));
  return [...new Set(found)].sort();
}

/** Removes them, so that a file that is there afterwards is of the run that comes. */
export function removeFiles(paths: readonly string[]): void {
  for (const path of paths) removeIfExists(path);
}

function existing(path: string): readonly string[] {
  return existsSync(path, { isFile: true }) ? [path] : [];
}

function matching(pattern: string): readonly string[] {
  const parts = pattern.split("/");
  const firstWild = parts.findIndex((part) => WILDCARD.test(part));
  const base = parts.slice(0, firstWild).join("/");
  const isMatch = matcher([parts.slice(firstWild).join("/")]);
  return filesBelow(base, "", 0)
    .filter(isMatch)
    .map((relative) => join(base, relative));
}

function filesBelow(base: string, relative: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [];
  return listFolder(join(base, relative)).flatMap((name) => {
    const path = relative === "" ? name : `${relative}/${name}`;
    const status = fileStatus(join(base, path));
    if (status?.isFile) return [path];
    return status?.isDirectory && !SKIPPED.has(name) ? filesBelow(base, path, depth + 1) : [];
  });
}
