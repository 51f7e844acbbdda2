/** The scripted project does what the tests of the skill rely on: each honest step, done by hand, is red or green as it should be. */
import { expect, test } from "bun:test";
import { type Project, project } from "./project.ts";

function ask(box: Project, kind: string, n: number): number {
  const request = { kind, taskId: "T", role: "general", cycle: n === 0 ? null : { n, test: "x" }, attempt: 1, prompt: '"kind":"other"' };
  const words = ["sh", box.path("worker/run.sh")];
  return Bun.spawnSync(words, { cwd: box.path(box.repo), stdin: Buffer.from(JSON.stringify(request)) }).exitCode;
}

function suite(box: Project): { readonly code: number; readonly failed: readonly string[]; readonly output: string } {
  const { exitCode, stdout } = Bun.spawnSync(["sh", "tools/suite.sh"], { cwd: box.path(box.repo) });
  const report = box.read("reports/junit.xml");
  return {
    code: exitCode,
    output: stdout.toString(),
    failed: [...report.matchAll(/name="([^"]*)" file="[^"]*"><failure/g)].map(([, name]) => name!),
  };
}

test("the honest worker's cycles", () => {
  using box = project();
  expect(suite(box)).toMatchObject({ code: 0, failed: [] });
  expect(ask(box, "red", 1)).toBe(0);
  expect(suite(box)).toMatchObject({ code: 1, output: expect.stringContaining("Cannot find module '../src/sub.js'") });
  expect(ask(box, "green", 1)).toBe(0);
  expect(suite(box)).toMatchObject({ code: 0 });
  expect(ask(box, "refactor", 1)).toBe(0);
  expect(suite(box)).toMatchObject({ code: 0 });
  expect(ask(box, "red", 2)).toBe(0);
  expect(suite(box)).toMatchObject({ code: 1, failed: ["doubles"] });
  expect(ask(box, "green", 2)).toBe(0);
  expect(suite(box)).toMatchObject({ code: 0, failed: [] });
  expect(ask(box, "plan", 0)).toBe(9);
  expect(box.calls()).toEqual(["red-1.1", "green-1.1", "refactor-1.1", "red-2.1", "green-2.1", "plan-0.1"]);
  expect(box.read("reports/lcov.info")).toBe(
    "SF:src/calc.js\nDA:1,1\nDA:2,1\nDA:3,1\nend_of_record\nSF:src/sub.js\nDA:2,1\nend_of_record\n",
  );
});

test("reports and the state file are no changes", () => {
  using box = project();
  suite(box);
  expect(box.git(["status", "--porcelain", "--untracked-files=all"])).toBe(`?? ${box.base}/execution-state.json`);
});
