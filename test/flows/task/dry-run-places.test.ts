/** --dry-run: where a run would work, and what its phases would say, where not everything is as usual. */
import { expect, test } from "bun:test";
import * as v from "valibot";
import { dryRun } from "../../../lib/flows/task/dry-run.ts";
import { ImplementEnvelope } from "../../../lib/flows/task/envelopes.ts";
import type { RunOptions } from "../../../lib/flows/task/run-options.ts";
import { THREE } from "../../implement-task/planned-tasks.ts";
import { CALC, FEATURE, planFile, STORY, stateFile } from "../../implement-task/planning.ts";
import { type Project, project } from "../../implement-task/project.ts";
import { OPTIONS, subject, taskWorld } from "./task-world.ts";

const PLAN = `${FEATURE}/plans/plan-task-${CALC.id}.md`;

/** What each step says, by its id; the repository's folder as `{repo}`. */
async function said(box: Project, operand: string, options: Partial<RunOptions> = {}, folder = box.repo) {
  const world = taskWorld(box.path(folder));
  const line = await dryRun(subject(operand), { ...OPTIONS, ...options }, world);
  expect(v.parse(ImplementEnvelope, line)).toEqual(line);
  const details = line.phases.flatMap(({ label, steps }) => steps.map(({ id, detail }) => [`${label} ${id}`, detail] as const));
  const shown = (text: string | null | undefined) => text?.replaceAll(box.path(box.repo), "{repo}") ?? null;
  return { warnings: world.warnings, step: (id: string) => shown(details.find(([name]) => name.endsWith(` ${id}`))?.[1]) };
}

test("inside a worktree its branch is used, and --worktree is only warned of", async () => {
  using box = project();
  box.git(["worktree", "add", "-q", "-b", `feat/${STORY}`, "../linked"]);
  for (const worktree of [false, true]) {
    const { step, warnings } = await said(box, CALC.id, { worktree, noCiWatch: true }, "linked");
    expect(step("tree")).toBe(`REUSE: branch feat/${STORY} in ${box.path("linked")}`);
    expect(step("leave-tree")).toBe("nothing: the tree stays as it is");
    expect(warnings.filter((text) => text.includes("--worktree"))).toEqual(worktree ? ["--worktree is ignored inside a worktree"] : []);
  }
});

test("no branch to commit to", async () => {
  using box = project();
  box.git(["checkout", "-q", "--detach"]);
  const failure = await said(box, CALC.id, { orchestrated: true }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "PRECONDITION_FAILED", message: expect.stringContaining("HEAD is detached") });
});

test("acceptance tests are named, with what has to pass", async () => {
  const plan = `${planFile(CALC)}\n## 3. Acceptance\n\n- AT-1: \`calculates\`\n- AT-2\n`;
  using box = project({ files: { [PLAN]: plan } });
  expect((await said(box, CALC.id)).step("final-run")).toBe("AT-1 calculates, AT-2");
});

test("nothing measures coverage: said before a run would fail for it", async () => {
  using box = project({ config: { coverage: { reports: [] } } });
  expect((await said(box, CALC.id)).step("coverage")).toEndWith("nothing measures it: set commands.coverage");
});

test("a cycle that does not say how it becomes green", async () => {
  using box = project({ files: { [PLAN]: planFile(CALC).replaceAll("The least code for it", "").replaceAll("None", "") } });
  const { step } = await said(box, CALC.id);
  expect([step("red 1"), step("green 1"), step("refactor 1")]).toEqual(["subtracts", null, null]);
});

test("a story in a worktree that has to be set up; all of its tasks are done", async () => {
  const state = stateFile("2.0", THREE).replaceAll("PENDING", "DONE");
  using box = project({ tasks: THREE, state, config: { commands: { setup: ["true"] } } });
  const { step } = await said(box, STORY, { worktree: true, noCiWatch: true });
  expect([step("tree"), step("setup"), step("done")]).toEqual([
    `CREATE: branch feat/${STORY} in {repo}/.claude/worktrees/${STORY}`,
    "true",
    null,
  ]);
});

test("a story of the first schema, without a state: cycles from its tests file, a plan is asked for where it has none", async () => {
  const [one, , three] = THREE;
  using box = project({ schema: "v1", tasks: THREE, state: null });
  const { step } = await said(box, STORY);
  expect(step("cycle 1")).toBe(one!.cycles[0]!.test);
  box.write(`repo/${FEATURE}/plans/tests-${STORY}.md`, `- UT-1: \`three\` (${three!.id})\n`);
  expect((await said(box, STORY)).step("plan")).toBe("no cycles yet: a plan is asked for");
});

test.each([
  ["a story that is not there", "story-0049-0009", {}, "TASK_ARTIFACT_NOT_FOUND", /story-0049-0009\.md$/],
  ["a feature that is not there", "story-0077-0001", {}, "TASK_ARTIFACT_NOT_FOUND", /story-0077-0001\.md$/],
  [
    "a story without tasks",
    STORY,
    { files: { [`${FEATURE}/${STORY}.md`]: "# Story\n", [`${FEATURE}/plans`]: null } },
    "TASK_ARTIFACT_NOT_FOUND",
    /the story has no tasks$/,
  ],
  ["a state that is no JSON", STORY, { state: "{" }, "PRECONDITION_FAILED", /execution-state\.json/],
] as const)("%s stops it", async (_, operand, made, code, message) => {
  using box = project(made);
  const failure = await said(box, operand).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
});
