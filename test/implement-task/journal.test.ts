/** The journal: its place and rights, options that are kept, one that cannot be read, folders in between (page 6, Journal). On bun only. */
import { expect } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { HONEST, HONEST_SUBJECTS } from "./honest-steps.ts";
import { branches, subjects, taskState, workChanges } from "./observed.ts";
import { CALC } from "./planning.ts";
import { type Project, project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { awaiting, doStep } from "./step-mode.ts";
import { expectEnd, taskTest } from "./task-rows.ts";

const STEP = { agent: "none" } as const;
const journal = (box: Project) => box.path(`repo/.git/x-skills/runs/${CALC.id}/run.json`);

for (const [kind, text] of [
  ["no JSON", '{"version":'],
  ["another shape", '{"version":1}'],
  ["a later version", '{"version":99}'],
  ["empty", ""],
  ["no UTF-8", "\ufffd"],
] as const) {
  taskTest(`a journal that is ${kind}: JOURNAL_UNREADABLE, nothing touched; --restart begins anew`, async () => {
    using box = project();
    await runTask(box, STEP);
    writeFileSync(journal(box), kind === "no UTF-8" ? new Uint8Array([0xff, 0xfe]) : text);
    const before = box.git(["for-each-ref"]);
    const outcome = await runTask(box, STEP);
    expectEnd(outcome, { errorCode: "JOURNAL_UNREADABLE", message: /run\.json.*--restart/ });
    expect([box.git(["for-each-ref"]), workChanges(box)]).toEqual([before, []]);
    expect((await runTask(box, { agent: "none", args: [CALC.id, "--restart"] })).last).toMatchObject({ status: "AWAITING", step: "RED" });
  });
}

taskTest("options are kept: a later call may leave them out, and one that contradicts them is 64", async () => {
  using box = project();
  box.git(["branch", "release"]);
  const first = await runTask(box, { agent: "none", args: [CALC.id, "--target-branch", "release", "--interactive"] });
  expect(String(first.last.next)).toMatch(/--interactive.*--target-branch release|--target-branch release.*--interactive/);
  expect((await runTask(box, STEP)).last).toEqual(first.last);
  for (const flags of [["--target-branch", "develop"], ["--worktree"], ["--orchestrated"]]) {
    const { code, stdout, stderr } = await runTask(box, { agent: "none", args: [CALC.id, ...flags] });
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toContain(flags[0]!);
  }
  expectEnd(await runTask(box), {});
  expect(box.git(["symbolic-ref", "--short", "HEAD"])).toBe("release");
});

taskTest("the settings are read once: what is changed later does not matter to the run", async () => {
  using box = project({ config: { coverage: { exclude: [] } } });
  await runTask(box, STEP);
  const before = box.read("x-skills.json");
  box.write("repo/x-skills.json", before.replace("tools/suite.sh", "nowhere.sh"));
  const outcome = await runTask(box);
  expectEnd(outcome, { errorCode: "TESTS_WEAKENED", message: /x-skills\.json/ });
  box.write("repo/x-skills.json", before);
  expectEnd(await runTask(box), {});
});

taskTest("a run begun by hand can be finished by a worker, and the other way round", async () => {
  using box = project({ steps: { "green-2": ":" } });
  const first = await runTask(box, STEP);
  await doStep(box, awaiting(first)!);
  expectEnd(await runTask(box), { errorCode: "GREEN_NOT_REACHED" });
  const open = await runTask(box, STEP);
  expect(open.last).toMatchObject({ step: "GREEN", cycle: 2, attempt: 1 });
  box.teach({ "green-2": HONEST["green-2"]! });
  await doStep(box, awaiting(open)!);
  const last = await runTask(box, STEP);
  expect(last.last).toMatchObject({ step: "REFACTOR", cycle: 2 });
  expectEnd(await runTask(box, STEP), {});
  expect(subjects(box)).toEqual([...HONEST_SUBJECTS]);
});

taskTest("what the user commits between two calls stays", async () => {
  using box = project({ steps: { "green-1": ":" } });
  expectEnd(await runTask(box), { errorCode: "GREEN_NOT_REACHED" });
  box.teach({ "green-1": HONEST["green-1"]! });
  box.commit({ "notes.md": "mine\n" }, "notes");
  expectEnd(await runTask(box), {});
  expect(subjects(box)).toEqual([...HONEST_SUBJECTS.slice(0, 1), "notes", ...HONEST_SUBJECTS.slice(1)]);
});

taskTest("a state write that is missing is made up for, no commit twice", async () => {
  using box = project();
  expectEnd(await runTask(box), {});
  expect(taskState(box).status).toBe("DONE");
  rmSync(box.path(`repo/${box.base}/execution-state.json`));
  const again = await runTask(box);
  expect([again.code, subjects(box)]).toEqual([0, [...HONEST_SUBJECTS]]);
});

taskTest("nothing of ours is in the tree, and the journal is not asked for outside a repository", async () => {
  using box = project();
  await runTask(box, STEP);
  const names = readdirSync(box.path("repo")).sort();
  expect(names).toEqual([".aikittools", ".git", ".gitignore", "package.json", "reports", "src", "tests", "tools", "x-skills.json"]);
  expect([existsSync(journal(box)), branches(box).length]).toEqual([true, 2]);
});

taskTest("a tracker that a kill left behind in the state file is brought up to date before the gate", async () => {
  using box = project({ steps: { "green-2": ":" } });
  expectEnd(await runTask(box), { errorCode: "GREEN_NOT_REACHED" });
  const path = box.path(`repo/${box.base}/execution-state.json`);
  const before = readFileSync(path, "utf8");
  const behind = before.replace(/("subject": ?"[^"]*Cycle 1 › Red", ?\s*"status": ?)"completed"/, '$1"in_progress"');
  expect(behind).not.toBe(before);
  writeFileSync(path, behind);
  box.teach({ "green-2": HONEST["green-2"]! });
  expectEnd(await runTask(box), {});
  expect(readFileSync(path, "utf8")).not.toContain("in_progress");
});
