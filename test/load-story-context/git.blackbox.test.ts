/** `--freshness git`: ages by commits, where times lie after a checkout (spec page 2). */
import { describe, expect, test } from "bun:test";
import { existsSync, utimesSync } from "node:fs";
import { GIT_ENV, type Sandbox, sandbox } from "../git/sandbox.ts";
import { type Outcome, runScript } from "../harness/run-script.ts";
import { storyText } from "../story/story-text.ts";

const NAME = "x-internal-load-story-context";
const ID = "story-0049-0011";
const ARGS = ["--story-id", ID, "--context-path", "plans/epic-0049", "--freshness", "git"];
const STORY = `plans/epic-0049/${ID}.md`;
const plan = (name: string) => `plans/epic-0049/plans/${name}-${ID}.md`;

interface Context {
  readonly planningMode: string;
  readonly storyMtime: number;
  readonly artifacts: { readonly fresh: string[]; readonly stale: string[]; readonly missingPlanTasks: string[] };
}

/** Commits files at a fixed second. */
function commitAt(box: Sandbox, second: number, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) box.write(`repo/${name}`, text);
  box.git(["add", "--", ...Object.keys(files)]);
  const env = { ...process.env, ...GIT_ENV, GIT_COMMITTER_DATE: `@${second} +0000`, GIT_AUTHOR_DATE: `@${second} +0000` };
  const { exitCode } = Bun.spawnSync(["git", "commit", "-q", "-m", "x"], { cwd: box.path("repo"), env });
  expect(exitCode).toBe(0);
}

/** As a checkout leaves them: one second for all. */
function touchAll(box: Sandbox, second: number, ...files: string[]): void {
  for (const file of files) utimesSync(box.path(`repo/${file}`), second, second);
}

async function load(box: Sandbox, args: readonly string[] = ARGS, env = {}): Promise<Outcome & { context: Context }> {
  const outcome = await runScript(NAME, args, { cwd: box.path("repo"), env: { ...GIT_ENV, ...env } });
  return { ...outcome, context: outcome.stdout === "" ? ({} as Context) : JSON.parse(outcome.stdout) };
}

describe("tracked and unchanged files count by their last commit", () => {
  test("a plan committed before the story's last change is stale, one committed with it fresh", async () => {
    using box = sandbox();
    commitAt(box, 1_600_000_000, { [STORY]: storyText(), [plan("plan")]: "x", [plan("arch")]: "x" });
    commitAt(box, 1_600_000_100, { [STORY]: storyText({ rules: "changed" }), [plan("tests")]: "x" });
    touchAll(box, 1_700_000_000, STORY, plan("plan"), plan("arch"), plan("tests"));
    const { context, stderr, code } = await load(box);
    expect([stderr, code]).toEqual(["", 0]);
    expect(context.artifacts.fresh).toEqual([`tests-${ID}.md`]);
    expect(context.artifacts.stale).toEqual([`plan-${ID}.md`, `arch-${ID}.md`]);
    expect(context.storyMtime).toBe(1_700_000_000);
  });

  test("a changed plan, a staged one and an untracked one count by their time", async () => {
    using box = sandbox();
    commitAt(box, 1_600_000_000, { [STORY]: storyText(), [plan("plan")]: "x" });
    commitAt(box, 1_600_000_100, { [STORY]: storyText({ rules: "changed" }) });
    box.write(`repo/${plan("plan")}`, "changed");
    box.write(`repo/${plan("arch")}`, "untracked");
    box.write(`repo/${plan("tests")}`, "staged");
    box.git(["add", plan("tests")]);
    touchAll(box, 1_600_000_200, plan("plan"));
    touchAll(box, 1_600_000_050, plan("arch"), plan("tests"));
    const { context } = await load(box);
    expect([context.artifacts.fresh, context.artifacts.stale]).toEqual([[`plan-${ID}.md`], [`arch-${ID}.md`, `tests-${ID}.md`]]);
  });

  test("a changed story counts by its time", async () => {
    using box = sandbox();
    commitAt(box, 1_600_000_000, { [STORY]: storyText(), [plan("plan")]: "x" });
    box.write(`repo/${STORY}`, storyText({ rules: "not committed" }));
    touchAll(box, 1_600_000_100, STORY);
    expect((await load(box)).context.artifacts.stale).toEqual([`plan-${ID}.md`]);
  });

  test("task plans and older names too", async () => {
    using box = sandbox();
    const task = "plans/epic-0049/plans/plan-task-TASK-0049-0011-001.md";
    const older = `plans/epic-0049/plans/architecture-${ID}.md`;
    commitAt(box, 1_600_000_000, { [STORY]: storyText(), [task]: "x", [older]: "x" });
    commitAt(box, 1_600_000_100, { [STORY]: storyText({ rules: "changed" }) });
    const { context } = await load(box);
    expect(context.artifacts.stale).toEqual([`arch-${ID}.md`]);
    expect(context.artifacts.missingPlanTasks.length).toBe(3);
  });
});

test("without the flag the time decides, and a hint points to it", async () => {
  using box = sandbox();
  commitAt(box, 1_600_000_000, { [STORY]: storyText(), [plan("plan")]: "x" });
  touchAll(box, 1_700_000_000, STORY, plan("plan"));
  const { context, stderr } = await load(box, ARGS.slice(0, 4));
  expect(context.artifacts.fresh).toEqual([`plan-${ID}.md`]);
  expect(stderr).toBe("warn: story and plans share one mtime second, as after a checkout; --freshness git looks at commits instead\n");
});

test("outside of a repository times count, with a warning", async () => {
  using box = sandbox();
  box.write(`away/${STORY}`, storyText());
  const { code, stderr } = await runScript(NAME, ARGS, { cwd: box.path("away"), env: GIT_ENV });
  expect(stderr).toMatch(/^warn: --freshness git: git ls-files failed: not a git repository.*; modification times count\n$/);
  expect(code).toBe(0);
});

test("no git on PATH: 127", async () => {
  using box = sandbox();
  box.write(`repo/${STORY}`, storyText());
  const { stdout, stderr, code } = await load(box, ARGS, { PATH: "/nowhere" });
  expect([stdout, stderr, code]).toEqual(["", "git is required\n", 127]);
});

test("nothing that the repository's configuration names is run, and git's own variables change nothing", async () => {
  using box = sandbox();
  const touch = (name: string) => `sh -c 'touch ${box.path(name)}; cat'`;
  commitAt(box, 1_600_000_000, { [STORY]: storyText(), [plan("plan")]: "x" });
  box.git(["config", "filter.f.clean", touch("clean")]);
  box.git(["config", "filter.f.process", touch("process")]);
  box.git(["config", "core.fsmonitor", touch("fsmonitor")]);
  box.git(["config", "diff.external", touch("external")]);
  box.write("repo/.gitattributes", "*.md filter=f diff=f\n");
  touchAll(box, 1_600_000_200, STORY, plan("plan"));
  const { context, code } = await load(box, ARGS, { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere/index", GIT_WORK_TREE: "/" });
  expect([context.artifacts.fresh, code]).toEqual([[`plan-${ID}.md`], 0]);
  expect(["clean", "process", "fsmonitor", "external"].filter((name) => existsSync(box.path(name)))).toEqual([]);
});
