/** A throw-away project with one story, whose tasks the skill is to implement: a real repository, a suite and a worker that take no time. */
import { cpSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sandbox, sandbox } from "../git/sandbox.ts";
import { ROOT } from "../harness/repository.ts";
import { HONEST, type Steps } from "./honest-steps.ts";
import { CALC, FEATURE, mapFile, type PlannedTask, planFile, STORY, stateFile, storyFile, taskFile, testsFile } from "./planning.ts";

export interface ProjectOptions {
  readonly schema?: "v1" | "v2";
  readonly tasks?: readonly PlannedTask[];
  /** Git tracks story, plans and map; the state file never is. */
  readonly isTracked?: boolean;
  /** Merged into `x-skills.json`, key by key of the first level. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Files of the first commit on top of the others, or null to leave one out. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Text of the state file; null: none. */
  readonly state?: string | null;
  readonly steps?: Steps;
  /** Steps of one task only, by its id. */
  readonly stepsOf?: Readonly<Record<string, Steps>>;
  /** The repository's folder below the root. */
  readonly repo?: string;
  readonly base?: string;
}

export interface Project extends Sandbox {
  /** Folder of story, plans and state, relative to the repository. */
  readonly base: string;
  /** A folder that comes first in PATH. */
  readonly bin: string;
  /** The worker as `--agent` takes it. */
  readonly agent: string;
  /** Sets what the worker does from now on. */
  teach(steps: Steps, task?: string): void;
  /** What the worker was asked, as `red-1.1`, in order. */
  calls(): readonly string[];
  /** The requests themselves. */
  requests(): readonly Record<string, unknown>[];
  /** The text of a file of the repository. */
  read(path: string): string;
}

/** Stories are older than all that is done in a test, whose clock stands still. */
const LONG_AGO = 1_700_000_000;
const FIXTURES = join(ROOT, "test/fixtures");

/** A repository on `develop` with one commit; the worker is honest unless `steps` say otherwise. */
export function project(options: ProjectOptions = {}): Project {
  const { repo = "repo", base = FEATURE, isTracked = true } = options;
  const box = sandbox({ repo, isEmpty: true });
  const top = box.path(repo);
  cpSync(join(FIXTURES, "implement-task-stub"), top, { recursive: true });
  cpSync(join(FIXTURES, "implement-task-worker"), box.path("worker"), { recursive: true });
  mkdirSync(box.path("bin"));
  const made: Project = {
    ...box,
    base,
    bin: box.path("bin"),
    agent: JSON.stringify(["sh", box.path("worker/run.sh")]),
    teach: (steps, task) => teach(box.path(join("worker/steps", task ?? "")), steps),
    calls: () => linesOf(box.path("worker/calls")).map((line) => line.split(" ")[1]!),
    requests: () => linesOf(box.path("worker/requests")).map((line) => JSON.parse(line)),
    read: (path) => readFileSync(join(top, path), "utf8"),
  };
  made.teach({ ...HONEST, ...options.steps });
  for (const [task, steps] of Object.entries(options.stepsOf ?? {})) made.teach(steps, task);
  configure(made, options.config ?? {});
  if (!isTracked) writeFileSync(join(top, ".gitignore"), `${made.read(".gitignore")}/.aikittools/\n`);
  for (const [path, text] of Object.entries({ ...planning(options), ...options.files })) {
    if (text === null) rmSync(join(top, path), { recursive: true, force: true });
    else box.write(join(repo, path), text);
  }
  for (const path of new Bun.Glob(`${base}/*.md`).scanSync({ cwd: top, dot: true })) utimesSync(join(top, path), LONG_AGO, LONG_AGO);
  made.git(["add", "-A"]);
  made.git(["commit", "-q", "-m", "start"]);
  const state = options.state === undefined ? stateFile(options.schema === "v1" ? undefined : "2.0") : options.state;
  if (state !== null) box.write(join(repo, base, "execution-state.json"), state);
  return made;
}

/** Changes `x-skills.json`; not committed when the project is there already. */
export function configure(box: Project, config: Readonly<Record<string, unknown>>): void {
  const before = JSON.parse(box.read("x-skills.json"));
  const after = { ...before, ...config };
  for (const key of ["timeouts", "coverage", "commands"]) after[key] = { ...before[key], ...(config[key] as object) };
  box.write(join(box.repo, "x-skills.json"), `${JSON.stringify(after, null, 2)}\n`);
}

function planning({ schema = "v2", tasks = [CALC], base = FEATURE }: ProjectOptions): Record<string, string> {
  const plans = `${base}/plans`;
  const files: Record<string, string> = { [`${base}/${STORY}.md`]: storyFile(tasks) };
  if (schema === "v1") {
    files[`${plans}/plan-${STORY}.md`] = "# Plan\n";
    files[`${plans}/tests-${STORY}.md`] = testsFile(tasks);
    return files;
  }
  files[`${plans}/task-implementation-map-${STORY.toUpperCase()}.md`] = mapFile(tasks);
  for (const task of tasks) {
    files[`${plans}/task-${task.id}.md`] = taskFile(task);
    files[`${plans}/plan-task-${task.id}.md`] = planFile(task);
  }
  return files;
}

function teach(folder: string, steps: Steps): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, script] of Object.entries(steps)) writeFileSync(join(folder, `${name}.sh`), `${script}\n`);
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").trimEnd().split("\n");
  } catch {
    return [];
  }
}
