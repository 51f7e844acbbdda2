/** --dry-run: what a run would do, in one line and for people; nothing is written. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { AwaitingError } from "../../../lib/flows/task/awaiting.ts";
import { dryRun } from "../../../lib/flows/task/dry-run.ts";
import { ImplementEnvelope } from "../../../lib/flows/task/envelopes.ts";
import { implementTask } from "../../../lib/flows/task/implement-task.ts";
import { plannedCommands } from "../../../lib/flows/task/planned-commands.ts";
import { loadJournal, runFolder } from "../../../lib/flows/task/run-folder.ts";
import type { RunOptions } from "../../../lib/flows/task/run-options.ts";
import { smallTask, THREE } from "../../implement-task/planned-tasks.ts";
import { CALC, FEATURE, STORY, stateFile, taskId } from "../../implement-task/planning.ts";
import { type Project, project } from "../../implement-task/project.ts";
import { OPTIONS, subject, taskWorld } from "./task-world.ts";

const dry = (box: Project, operand: string, options: Partial<RunOptions> = {}, world = taskWorld(box.path(box.repo))) =>
  dryRun(subject(operand), { ...OPTIONS, ...options }, world);
type Line = Awaited<ReturnType<typeof dry>>;
const detail = ({ phases }: Line, id: string) => phases.flatMap(({ steps }) => steps).find((step) => step.id === id)?.detail;

/** Every file with its content and time, git's own included. */
function everything(folder: string): readonly unknown[] {
  return (readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => {
    const path = join(folder, name);
    const stat = statSync(path);
    return [name, stat.mtimeMs, stat.isFile() ? readFileSync(path, "latin1") : ""];
  });
}

test("a task: stack, commands, phases with their cycles; nothing is written", async () => {
  using box = project({ tasks: [{ ...CALC, frontMatter: ["expects-reviews: [qa, security]"] }] });
  const before = everything(box.root);
  const world = taskWorld(box.path(box.repo));
  const line = await dry(box, CALC.id, {}, world);
  expect(everything(box.root)).toEqual(before);
  expect(v.parse(ImplementEnvelope, line)).toEqual(line);
  expect([Object.keys(line), line.commands.test]).toEqual([["status", "stack", "commands", "phases"], "sh tools/suite.sh"]);
  expect(line.phases.map(({ label }) => label).join(" ")).toBe(
    "Phase-0-Setup Phase-1-Prepare Phase-2-TDD Phase-3-Validate Phase-3.7-ExitGate Phase-4-Commit Phase-5-Cleanup",
  );
  expect(["red 1", "red 2", "review", "plan"].map((id) => detail(line, id))).toEqual([
    "subtracts",
    "doubles",
    "qa, security",
    "2 cycle(s) planned",
  ]);
  expect(world.notes).toContain("  red 2: doubles");
  expect(world.notes.at(-1)).toBe("Nothing was changed");
});

const BRANCH = "feat/task-0049-0005-001-subtract-and-double";

test.each([
  ["in place", {}, `LEGACY: branch ${BRANCH} in {repo}`, "CI-Watch skipped: no --worktree", "check out develop"],
  [
    "in a worktree",
    { worktree: true, noCiWatch: true },
    `CREATE: branch ${BRANCH} in {repo}/.claude/worktrees/task-0049-0005-001`,
    "CI-Watch skipped: --no-ci-watch",
    "remove {repo}/.claude/worktrees/task-0049-0005-001",
  ],
  [
    "orchestrated",
    { orchestrated: true },
    "ORCHESTRATED: branch develop in {repo}",
    "CI-Watch delegated to parent orchestrator",
    "nothing: the tree stays as it is",
  ],
] as const)("where the work would be: %s; and a run then takes that tree", async (_, options, tree, publish, leave) => {
  using box = project();
  const repo = box.path(box.repo);
  const line = await dry(box, CALC.id, options);
  const shown = ["tree", "publish", "leave-tree"].map((id) => detail(line, id)?.replaceAll(repo, "{repo}"));
  expect(shown).toEqual([tree, publish, leave]);
  const call = { subject: subject(CALC.id) as never, operand: CALC.id, agentFlag: undefined, restart: false };
  const error = await implementTask({ ...call, options: { ...OPTIONS, ...options } }, taskWorld(repo)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AwaitingError);
  const { mode, branch, path } = loadJournal(runFolder(join(repo, ".git"), CALC.id))!.tree!;
  expect(`${mode}: branch ${branch} in ${path}`).toBe(detail(line, "tree")!);
});

test("a run that is under way is told of, and is not touched", async () => {
  using box = project();
  const repo = box.path(box.repo);
  const call = { subject: subject(CALC.id) as never, operand: CALC.id, options: OPTIONS, agentFlag: undefined, restart: false };
  await implementTask(call, taskWorld(repo)).catch(() => undefined);
  const before = everything(join(repo, ".git"));
  const world = taskWorld(repo);
  await dry(box, CALC.id, {}, world);
  expect(world.notes).toContain(`A run of ${CALC.id} is AWAITING at Phase-2-TDD, red 1: it would go on from there`);
  expect(everything(join(repo, ".git"))).toEqual(before);
});

test("a tree that is not clean is a warning", async () => {
  using box = project();
  box.write("repo/src/calc.js", "changed\n");
  const world = taskWorld(box.path(box.repo));
  await dry(box, CALC.id, {}, world);
  expect(world.warnings).toEqual(["DIRTY_TREE: 1 uncommitted change(s), first src/calc.js, would stop the run"]);
});

test.each([
  ["no plan", CALC.id, { files: { [`${FEATURE}/plans/plan-task-${CALC.id}.md`]: null } }, {}, "TASK_ARTIFACT_NOT_FOUND"],
  [
    "a dependency that is not done",
    taskId(2),
    { tasks: [CALC, smallTask(2, "two", { dependencies: [[CALC.id, "input", "Não"]] })] },
    {},
    "UNMET_DEPENDENCY",
  ],
  ["nowhere to push to", CALC.id, {}, { worktree: true }, "PRECONDITION_FAILED"],
] as const)("%s stops it as it would stop the run", async (_, operand, made, options, code) => {
  using box = project(made);
  expect(await dry(box, operand, options).catch((thrown: unknown) => thrown)).toMatchObject({ code });
  expect(existsSync(box.path("repo/.git/x-skills"))).toBe(false);
});

test("a story: its tasks in the order of the map, with what is done and what would stop it", async () => {
  const [one, two, three] = [taskId(1), taskId(2), taskId(3)];
  const state = JSON.parse(stateFile("2.0", THREE));
  state.stories[STORY].tasks[two].status = "DONE";
  using box = project({
    tasks: [THREE[2]!, THREE[1]!, THREE[0]!],
    files: { [`${FEATURE}/plans/plan-task-${one}.md`]: null },
    state: JSON.stringify(state),
  });
  const before = everything(box.root);
  const { phases } = await dry(box, STORY);
  expect(everything(box.root)).toEqual(before);
  expect(phases.map(({ label }) => label)).toEqual(["Phase-0-Setup", three, two, one, "Phase-4-Commit", "Phase-5-Cleanup"]);
  expect(phases[0]!.steps[0]!.detail).toStartWith("LEGACY: branch feat/story-0049-0005 in ");
  expect(phases.slice(1, 3).map(({ steps }) => steps)).toEqual([
    [{ id: "cycle 1", detail: "three is there" }],
    [{ id: "done", detail: null }],
  ]);
  expect(phases[3]!.steps).toEqual([{ id: "stop", detail: expect.stringMatching(/^TASK_ARTIFACT_NOT_FOUND: .*plan-task/) }]);
});

test("a description has no files: its plan would be asked for", async () => {
  using box = project();
  const line = await dry(box, "add a thing");
  expect(["tree", "plan", "register"].map((id) => detail(line, id))).toEqual([
    `LEGACY: branch feat/task-add-a-thing in ${box.path(box.repo)}`,
    "no cycles yet: a plan is asked for",
    "no state file",
  ]);
});

test("commands are shown as a shell would be given them, with the folder of the reports", () => {
  const tools = {
    stack: "jest" as const,
    test: { command: ["npx", "jest", "--dir={run}", "a b"], env: { OUT: "{run}/junit.xml" }, reports: [] },
    coverage: undefined,
    setup: "npm ci && true",
    compile: undefined,
    format: undefined,
    lint: ["lint", "."],
    acceptance: undefined,
    testGlobs: [],
    extensions: [],
    manifests: [],
  };
  expect(plannedCommands(tools, "/r")).toEqual({
    setup: "npm ci && true",
    test: "OUT=/r/junit.xml npx jest --dir=/r 'a b'",
    coverage: null,
    compile: null,
    format: null,
    lint: "lint .",
    acceptance: null,
  });
});
