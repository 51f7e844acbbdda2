/** Where the worktrees of a repository are, and the place from which they are managed. */
import { basename, dirname, join, resolve } from "@std/path";
import { openRepository, type Repository } from "../../git/repository.ts";
import { askGit, type GitAt } from "../../git/run-git.ts";
import { listWorktrees, type WorktreeEntry } from "../../git/worktree-list.ts";
import { resolveLinks } from "../../platform/resolve-links.ts";

export interface WorktreePlace {
  /** Where the command was started. */
  readonly here: Repository;
  /** The main tree, or the repository itself when it has none: git calls from here do not mind a worktree going. */
  readonly main: Repository;
  readonly mainPath: string;
  /** The folder of the worktrees, absolute, links resolved as far as it exists. */
  readonly root: string;
}

/** Opens the repository of `at.cwd`. A relative `root` is seen from the main tree. Throws `NotARepositoryError`. */
export async function openPlace(at: GitAt, root: string): Promise<WorktreePlace> {
  const here = await openRepository(at);
  const mainPath = await mainPathOf(here);
  const { commonDir } = here.layout;
  const main = await openRepository({ ...at, cwd: mainPath }).catch(() => openRepository({ ...at, cwd: commonDir }));
  const isSame = main.layout.commonDir === commonDir;
  const base = basename(mainPath).startsWith(".") ? dirname(mainPath) : mainPath;
  return { here, main: isSame ? main : await openRepository({ ...at, cwd: commonDir }), mainPath, root: realPath(resolve(base, root)) };
}

/** The folder people know the repository by: the main working tree, or the bare repository. */
export async function mainPathOf(repository: Repository): Promise<string> {
  const { top, isLinked, isBare, commonDir } = repository.layout;
  if (top !== undefined && !isLinked) return top;
  const [main] = await listWorktrees(repository);
  if (isBare || main === undefined) return main?.path ?? commonDir;
  if (main.path !== commonDir || main.isBare) return main.path;
  const workTree = await askGit(repository, [`--git-dir=${commonDir}`, "config", "core.worktree"]);
  return workTree === undefined ? commonDir : resolve(commonDir, workTree);
}

/** The linked worktrees of the place; those directly below its root come first. */
export async function linkedWorktrees(place: WorktreePlace): Promise<readonly WorktreeEntry[]> {
  const [, ...linked] = await listWorktrees(place.main);
  return linked.toSorted((a, b) => Number(isBelowRoot(place, b)) - Number(isBelowRoot(place, a)) || (a.path < b.path ? -1 : 1));
}

/** Whether the worktree is directly in the folder of the worktrees, and so ours to remove. */
export function isBelowRoot({ root }: WorktreePlace, entry: WorktreeEntry): boolean {
  return dirname(entry.path) === root;
}

/** Links are followed in the part of the path that exists. */
function realPath(path: string): string {
  const real = resolveLinks(path);
  return real ?? (dirname(path) === path ? path : join(realPath(dirname(path)), basename(path)));
}
