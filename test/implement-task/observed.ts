/** What a run has left behind, as git, the files and the system tell it. */
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { CALC, STORY } from "./planning.ts";
import type { Project } from "./project.ts";

const TASK_BRANCH = /^feat\/task-0049-0005-001-[a-z0-9-]+$/;

/** The one branch of the task; throws when there is none or more. */
export function taskBranch(box: Project): string {
  const found = branches(box).filter((name) => TASK_BRANCH.test(name));
  if (found.length !== 1) throw new Error(`${found.length} branches of the task: ${branches(box).join(", ")}`);
  return found[0]!;
}

/** Local branches in order. */
export function branches(box: Project): readonly string[] {
  return box.git(["for-each-ref", "--format=%(refname:short)", "refs/heads"]).split("\n");
}

/** Subjects of the commits of `branch` that `base` does not have, first to last. */
export function subjects(box: Project, branch = taskBranch(box), base = "develop"): readonly string[] {
  const text = box.git(["log", "--reverse", "--format=%s", `${base}..${branch}`]);
  return text === "" ? [] : text.split("\n");
}

/** Subject and tree of each commit: what two runs must have in common. */
export function commitsOf(box: Project, branch = taskBranch(box), base = "develop"): string {
  return box.git(["log", "--reverse", "--format=%s %T", `${base}..${branch}`]);
}

/** What `git interpret-trailers` reads in the message of a commit. */
export function trailers(box: Project, commit: string): readonly string[] {
  const message = box.git(["log", "-1", "--format=%B", commit]);
  box.write("message", `${message}\n`);
  const text = box.git(["interpret-trailers", "--parse", box.path("message")]);
  return text === "" ? [] : text.split("\n");
}

/** A file as it is in a commit or branch. */
export function fileAt(box: Project, commit: string, path: string): string {
  return box.git(["show", `${commit}:${path}`]);
}

/** The value of the `**Status:**` line. */
export function statusLine(text: string): string | undefined {
  return /^\*\*Status:\*\* (.*)$/m.exec(text)?.[1];
}

/** The last cell of a task's row in the map's status table. */
export function mapStatus(text: string, task = CALC.id): string | undefined {
  const rows = text.split("\n").filter((line) => line.startsWith(`| ${task} |`));
  return rows.at(-1)?.split("|").at(-2)?.trim();
}

export function taskPath(box: Project, task = CALC.id): string {
  return `${box.base}/plans/task-${task}.md`;
}

export function mapPath(box: Project): string {
  return `${box.base}/plans/task-implementation-map-${STORY.toUpperCase()}.md`;
}

/** The whole state. */
export function state(
  box: Project,
): { readonly stories: Record<string, { tasks: Record<string, Record<string, unknown>> }> } & Record<string, unknown> {
  return JSON.parse(box.read(`${box.base}/execution-state.json`));
}

/** The node of a task in the state. */
export function taskState(box: Project, task = CALC.id): Readonly<Record<string, unknown>> {
  return state(box).stories[STORY]?.tasks[task] ?? {};
}

/** The trackers of the state, `subject: status`, in order. */
export function trackers(box: Project): readonly string[] {
  const tracking = state(box).taskTracking as { readonly taskIndex?: readonly { readonly subject: string; readonly status: string }[] };
  return (tracking.taskIndex ?? []).map(({ subject, status }) => `${subject}: ${status}`);
}

/** Changes that git sees, without the state file and its lock. */
export function changes(box: Project, folder = box.repo): readonly string[] {
  const text = box.git(["status", "--porcelain", "--untracked-files=all"], folder);
  return text.split("\n").filter((line) => line !== "" && !/execution-state\.json(\.lock)?$/.test(line));
}

/** The changes without the task's file, whose status is `Em Andamento` while the run goes on. */
export function workChanges(box: Project, folder = box.repo): readonly string[] {
  return changes(box, folder).filter((line) => !line.endsWith(`/plans/task-${CALC.id}.md`));
}

/** What should not be left of a run that came to its end: worktrees, own refs, processes in the box, temporary files. */
export function leftovers(box: Project): readonly string[] {
  if (!existsSync(box.path(`${box.repo}/.git`))) return processesIn(box.root);
  const worktrees = box.git(["worktree", "list", "--porcelain"]).match(/^worktree .*$/gm) ?? [];
  const refs = box.git(["for-each-ref", "--format=%(refname)", "refs/x-skills"]);
  const temporary = [...new Bun.Glob("**/*.tmp").scanSync({ cwd: box.root, dot: true })];
  const locks = [...new Bun.Glob("**/index.lock").scanSync({ cwd: box.root, dot: true })];
  return [...worktrees.slice(1), ...(refs === "" ? [] : refs.split("\n")), ...temporary, ...locks, ...processesIn(box.root)];
}

/** Command lines of the processes whose working directory is in `folder`. Linux only. */
export function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        const isZombie = /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
        if (isZombie || (cwd !== folder && !cwd.startsWith(`${folder}/`))) return [];
        return [`${pid}: ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")}`];
      } catch {
        return [];
      }
    });
}

/** Permission bits of what is below the run's folder: `0700 .`, `0600 run.json`. */
export function runFolderModes(box: Project, task = CALC.id): readonly string[] {
  const folder = box.path(`${box.repo}/.git/x-skills/runs/${task}`);
  const names = [".", ...new Bun.Glob("**/*").scanSync({ cwd: folder, dot: true, onlyFiles: false })];
  return names.map((name) => `0${(statSync(join(folder, name)).mode & 0o777).toString(8)} ${name}`);
}
