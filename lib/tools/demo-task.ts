/** The last part of `make demo`: a task goes from red to DONE, done by a scripted worker in place of a coding agent; first one that lies. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { ROOT } from "./skills.ts";

const TASK = "TASK-0042-0001-001";
const IDENTITY = {
  GIT_AUTHOR_NAME: "Demo",
  GIT_AUTHOR_EMAIL: "demo@example.org",
  GIT_COMMITTER_NAME: "Demo",
  GIT_COMMITTER_EMAIL: "demo@example.org",
};

interface TaskStep {
  readonly title: string;
  readonly words: readonly string[];
  /** Absent: 0. */
  readonly exit?: number;
  /** What the output must hold. */
  readonly shows: string;
}

const STEPS: readonly TaskStep[] = [
  {
    title: "A worker claims a failing test, but its test passes: seen, nothing is committed",
    words: ["x-implement-task", TASK, "--agent", "sh ../worker/worker.sh dishonest"],
    exit: 1,
    shows: "RED_NOT_OBSERVED",
  },
  {
    title: "The same command with an honest worker goes on: two cycles, each red before it is green",
    words: ["x-implement-task", TASK, "--agent", "sh ../worker/worker.sh honest"],
    shows: '"status":"DONE"',
  },
  {
    title: "One commit for each step that was observed",
    words: ["git", "log", "--reverse", "--format=%h %s", "develop..feat/task-0042-0001-001-greet-the-world-and-several-people"],
    shows: "(RED)",
  },
  {
    title: "Where does the story go on?",
    words: ["x-internal-resume-story", "--story-id", "story-0042-0001", "--feature-id", "0042"],
    shows: "all-done",
  },
  { title: "Asked again: the same answer, and nothing changes", words: ["x-implement-task", TASK], shows: '"status":"DONE"' },
];

/** Runs the steps in a new repository, output as it comes. Returns whether each ended as announced. */
export async function showTask(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "x-skills-demo-task-"));
  try {
    const repo = makeProject(folder);
    for (const step of STEPS) if (!(await show(step, repo))) return false;
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeProject(folder: string): string {
  const repo = join(folder, "greeting");
  mkdirSync(repo);
  cpSync(join(ROOT, "test/fixtures/demo-task/project"), repo, { recursive: true });
  cpSync(join(ROOT, "test/fixtures/demo-task/worker"), join(folder, "worker"), { recursive: true });
  for (const args of [
    ["init", "-q", "-b", "develop"],
    ["add", "-A"],
    ["commit", "-q", "-m", "A greeting by name"],
  ]) {
    const { exitCode, stderr } = Bun.spawnSync(["git", ...args], { cwd: repo, env: environment() });
    if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  }
  return repo;
}

async function show({ title, words, exit = 0, shows }: TaskStep, cwd: string): Promise<boolean> {
  console.log(`\n# ${title}\n$ ${words.map((word) => (word.includes(" ") ? `'${word}'` : word)).join(" ")}`);
  const child = Bun.spawn([...words], { cwd, env: environment(), stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr] = await Promise.all([echo(child.stdout), echo(child.stderr), child.exited]);
  const isRight = child.exitCode === exit && `${stdout}${stderr}`.includes(shows);
  if (exit !== 0) console.log(`exit ${child.exitCode ?? child.signalCode}`);
  if (!isRight) console.log(`expected exit ${exit} and ${shows}`);
  return isRight;
}

/** The skills, and bun for the project's tests, by their names. */
function environment(): Record<string, string | undefined> {
  const path = [join(ROOT, "compiled/host"), join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return { ...process.env, ...IDENTITY, X_SKILLS_AGENT: undefined, PATH: path };
}

async function echo(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true });
    process.stdout.write(part);
    text += part;
  }
  return text;
}
