/** Where state files are: the places that skills know, and what git knows of the tree. */
import { existsSync } from "@std/fs";
import { basename, join } from "@std/path";
import type { Repository } from "../../git/repository.ts";
import { readList } from "../../git/run-git.ts";
import { listFolder } from "../../platform/list-folder.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";

const STATE = "execution-state.json";
const HOMES = [".aikittools/features", ".aikittools/bugs", "ai/epics", "ai/bugs", "plans"] as const;

/** All that are found, absolute, links resolved, each once, in order. Ignored ones only in the usual places. */
export async function findStates(base: string, cwd: string, repository: Repository | undefined): Promise<readonly string[]> {
  const homes = HOMES.map((home) => join(base, home)).flatMap((home) => foldersIn(home));
  const usual = [base, cwd, ...homes].map((folder) => join(folder, STATE)).filter(isThere);
  const known = repository?.layout.top === undefined ? [] : await knownToGit(repository, repository.layout.top);
  const real = [...usual, ...known].flatMap((path) => realPath(path) ?? []);
  return [...new Set(real)].sort();
}

/** Tracked or not, as long as git does not ignore them; a deleted one is none. */
async function knownToGit(repository: Repository, top: string): Promise<readonly string[]> {
  const paths = await readList(repository, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  return paths
    .filter((path) => basename(path) === STATE)
    .map((path) => join(top, path))
    .filter(isThere);
}

function foldersIn(home: string): readonly string[] {
  return existsSync(home, { isDirectory: true }) ? listFolder(home).map((name) => join(home, name)) : [];
}

/** What may not be looked at counts as there: the look at it then says why. */
function isThere(path: string): boolean {
  try {
    return existsSync(path);
  } catch {
    return true;
  }
}

function realPath(path: string): string | undefined {
  try {
    return resolveLinks(path);
  } catch {
    return path;
  }
}
