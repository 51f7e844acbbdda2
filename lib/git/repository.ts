/**
 * Purpose: finds the repository of a folder, and remembers it, so that later calls work on that one or fail.
 * A worktree whose `.git` file vanished must never make git walk up and work on the repository around it.
 */
import { resolveLinks } from "../platform/resolve-links.ts";
import { CheckoutChangedError, NotARepositoryError, NoWorkTreeError } from "./git-errors.ts";
import { type GitAt, lastLine, readGit, readText } from "./run-git.ts";
import { gitDirIn } from "./worktree-admin.ts";

/** The folders of a repository, as real paths. */
export interface Layout {
  /** The working tree; undefined in a bare repository and inside a `.git` folder. */
  readonly top: string | undefined;
  /** HEAD, index and operations of this working tree. */
  readonly gitDir: string;
  /** Objects and branches, shared by all worktrees. */
  readonly commonDir: string;
  readonly isBare: boolean;
  /** Whether this is a linked worktree and not the main one. */
  readonly isLinked: boolean;
}

/** A place that is known to be in a repository; git calls start from the top. */
export interface Repository extends GitAt {
  readonly layout: Layout;
}

/** A repository place with a working tree. */
export interface Checkout extends Repository {
  readonly top: string;
}

/** The repository that `at.cwd` belongs to. Throws `NotARepositoryError`. */
export async function openRepository(at: GitAt): Promise<Repository> {
  const layout = await findLayout(at);
  const inGitDir = layout.isBare ? layout.gitDir : at.cwd;
  return { ...at, layout, cwd: layout.top ?? inGitDir, isTop: layout.top !== undefined || layout.isBare };
}

/** Like `openRepository`; throws `NoWorkTreeError` where there are no files to work on. */
export async function openCheckout(at: GitAt): Promise<Checkout> {
  const repository = await openRepository(at);
  const { top } = repository.layout;
  if (top === undefined) throw new NoWorkTreeError(at.cwd);
  return { ...repository, top };
}

/** Throws `CheckoutChangedError` unless git still finds the same repository and working tree. What `.git` says is enough when it says so. */
export async function assertUnchanged(repository: Repository): Promise<void> {
  const { cwd, layout } = repository;
  if (layout.top !== undefined && gitDirIn(layout.top) === layout.gitDir) return;
  const found = await findLayout(repository).catch((error: unknown) => error);
  if (found instanceof NotARepositoryError) throw new CheckoutChangedError(cwd, "there is none");
  if (found instanceof Error) throw found;
  const { top, gitDir } = found as Layout;
  if (top !== layout.top) throw new CheckoutChangedError(cwd, `its top folder is ${top ?? "gone"}`);
  if (gitDir !== layout.gitDir) throw new CheckoutChangedError(cwd, `its repository is ${gitDir}`);
}

const QUESTIONS = ["--is-bare-repository", "--is-inside-work-tree", "--git-dir", "--git-common-dir", "--show-toplevel"] as const;

/** Where there is no working tree, git answers all but the last question. */
async function findLayout(at: GitAt): Promise<Layout> {
  const ended = await readGit(at, ["rev-parse", "--path-format=absolute", ...QUESTIONS]);
  const lines = ended.stdout.text.replace(/\n$/, "").split("\n");
  const [bare, inside] = lines;
  if (ended.code !== 0 && inside !== "false") throw notARepository(at.cwd, ended.stderr.text);
  const wanted = QUESTIONS.slice(2, inside === "true" ? 5 : 4);
  const paths = lines.length === 2 + wanted.length ? lines.slice(2) : await Promise.all(wanted.map((question) => pathOf(at, question)));
  const [gitDir, commonDir, top] = paths.map((path) => resolveLinks(path) ?? path) as [string, string, string | undefined];
  return { top, gitDir, commonDir, isBare: bare === "true", isLinked: top !== undefined && gitDir !== commonDir };
}

function notARepository(cwd: string, stderr: string): NotARepositoryError {
  const line = lastLine(stderr) ?? "";
  return new NotARepositoryError(cwd, line.startsWith("not a git repository (or any") ? "" : line);
}

/** One path a call: a path may hold line breaks. */
function pathOf(at: GitAt, question: string): Promise<string> {
  return readText(at, ["rev-parse", "--path-format=absolute", question]);
}

/** The same place for what has to be done after the caller was told to stop. */
export function reopened<T extends Repository>(repository: T): T {
  return { ...repository, signal: new AbortController().signal };
}
