/** x-skills.mk in a Makefile of somebody else's, with the skills from source behind their names. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { type Tree, tree } from "../harness/tree.ts";

const STATE = '{"featureId":"0042","stories":{"story-0042-0001":{"status":"DONE","tasks":{"TASK-0042-0001-001":{"status":"DONE"}}}}}';
const STORY = "# Story\n\n## 1. Dependencies\n\n| Blocked By | Blocks |\n|---|---|\n| — | — |\n\n## 8. Tasks\n";
const skills = (await loadSkills()).map(({ name }) => name);

/** A project whose Makefile includes the part; `bin/` has each skill, started by the bun that runs this test. */
function project(): Tree {
  const start = (name: string) =>
    `#!/bin/sh\nexec ${process.execPath} --no-env-file --config=/dev/null ${join(ROOT, "scripts", `${name}.ts`)} "$@"\n`;
  return tree({
    Makefile: `include ${join(ROOT, "x-skills.mk")}\nall: ; @echo all\n`,
    ...Object.fromEntries(skills.map((name) => [`bin/${name}`, { text: start(name), mode: 0o755 }])),
    "ai/epics/epic-0042/execution-state.json": STATE,
    "ai/epics/epic-0042/story-0042-0001.md": STORY,
  });
}

async function make(dir: Tree, ...args: string[]) {
  return await run(["make", "--no-print-directory", `X_SKILLS_BIN=${dir.path("bin")}`, ...args], { cwd: dir.root });
}

const HERE = ["STORY=story-0042-0001", "EPIC=0042"];

test.each([
  ["x-context", HERE, /^\{"storyFile":".*"planningGate":"PLAN_REQUIRED"\}\n$/],
  ["x-resume", HERE, /^\{"resumePoint":"all-done"/],
  ["x-get", [...HERE, "FIELD=status"], /^\{"previousValue":"DONE"/],
  ["x-get", ["EPIC=0042", "FIELD=featureId"], /^\{"previousValue":"0042"/],
  ["x-get", ["TASK=TASK-0042-0001-001", "CONTEXT=ai/epics/epic-0042", "FIELD=status"], /^\{"previousValue":"DONE"/],
  ["x-set", [...HERE, "FIELD=note", 'VALUE=it\'s $$(touch owned) "fine"'], /"newValue":"it's \$\(touch owned\) \\"fine\\""/],
  ["x-gate", ["EPIC=0042", "SKILL=x-implement-task", "PHASE=Phase-0-Setup", "MODE=pre"], /^\{"passed":true/],
] as const)("make %s %p", async (target, args, stdout) => {
  using dir = project();
  const outcome = await make(dir, target, ...args);
  expect(outcome.stdout).toMatch(stdout);
  expect(outcome.code).toBe(0);
  expect(await Bun.file(dir.path("owned")).exists()).toBe(false);
});

test("a refused call fails the recipe, with the skill's own line", async () => {
  using dir = project();
  const { stderr, code } = await make(dir, "x-set", ...HERE, "FIELD=status", "VALUE=MERGED", "EXPECT=PENDING");
  expect(stderr).toContain("Expected 'PENDING' at stories.story-0042-0001.status, found 'DONE'");
  expect(stderr).toContain("Error 5");
  expect(code).toBe(2);
});

test("exit 75 of x-implement-task is the caller's turn, not a failure", async () => {
  using dir = project();
  await Bun.write(dir.path("bin/x-implement-task"), '#!/bin/sh\necho \'{"status":"AWAITING"}\'\nexit 75\n');
  const { stdout, stderr, code } = await make(dir, "x-implement", "TASK=TASK-0042-0001-001");
  expect(stdout).toBe('{"status":"AWAITING"}\n');
  expect(stderr).toStartWith("your turn: ");
  expect(code).toBe(0);
});

test("including the part runs nothing, and its targets are listed", async () => {
  using dir = project();
  expect(await make(dir, "all")).toEqual({ stdout: "all\n", stderr: "", code: 0 });
  const { stdout } = await make(dir, "x-skills-help");
  for (const target of ["x-context", "x-resume", "x-get", "x-set", "x-gate", "x-worktrees", "x-implement", "x-status"]) {
    expect(stdout).toMatch(new RegExp(`^  make ${target} +\\S`, "m"));
  }
});
