/** The program that holds all skills: what it answers itself, and what its completion offers in real shells. */
import { describe, expect, test } from "bun:test";
import { frontCommand } from "../../lib/cli/multicall.ts";
import { multicallEntry } from "../../lib/tools/build/multicall-entry.ts";
import { loadSkills, ROOT } from "../../lib/tools/skills.ts";
import { runInProcess } from "../harness/run-in-process.ts";
import { completionsFor } from "../harness/shell-completion.ts";

const skills = await loadSkills();
const front = frontCommand(Object.fromEntries(skills.map(({ name, run }) => [name, async () => ({ run })])));
const call = (...args: string[]) => runInProcess(front, args, { cwd: "/" });
const USAGE = "usage: [<skill>] [--list]\n";

test("--list prints the names, one a line", async () => {
  expect(await call("--list")).toEqual({ stdout: skills.map(({ name }) => `${name}\n`).join(""), stderr: "", code: 0 });
});

test.each([
  ["no word at all", [], 64, USAGE],
  ["a name that no skill has", ["x-frobnicate"], 127, "no such skill: x-frobnicate; x-skills --list names them\n"],
  ["a name with an escape in it", ["x\u001b[31m"], 127, "no such skill: x\\u001b[31m; x-skills --list names them\n"],
  ["the name of an object's own member", ["constructor"], 127, "no such skill: constructor; x-skills --list names them\n"],
  ["an unknown flag", ["--frobnicate"], 64, `unknown flag --frobnicate; ${USAGE}`],
  [
    "a flag before the name",
    ["-C", "/", "x-internal-update-status"],
    64,
    `flags of x-internal-update-status stand after its name; ${USAGE}`,
  ],
] as const)("%s", async (_, args, code, stderr) => {
  expect(await call(...args)).toEqual({ stdout: "", stderr, code });
});

test("--help names every skill with its summary", async () => {
  const { stdout, code } = await call("--help");
  for (const { name, contract } of skills) expect(stdout).toMatch(new RegExp(`^  ${name} +${contract.summary[0]}`, "m"));
  expect(stdout.split("\n").length).toBeLessThanOrEqual(60);
  expect(code).toBe(0);
});

test("the entry imports each skill on demand, from where it stands", () => {
  const entry = multicallEntry(["x-a", "x-b"], `${ROOT}/.cache/multicall`);
  expect(entry).toContain('"x-a": () => import("../../scripts/x-a.ts"),\n    "x-b": () => import("../../scripts/x-b.ts"),');
  expect(entry).toContain('from "../../lib/cli/multicall.ts"');
});

for (const shell of ["bash", "zsh", "fish"] as const) {
  const missing = Bun.which(shell) === null;
  describe(missing ? `completion of x-skills in ${shell}: ${shell} is not installed` : `completion of x-skills in ${shell}`, () => {
    test.skipIf(missing)("a name, a flag of its own, a flag and a value of a skill", async () => {
      const { stdout: script } = await call("--completions", shell);
      const offered = async (...words: string[]) => (await completionsFor(shell, script, ["x-skills", ...words])).join("\n");
      expect(await offered("x-internal-up")).toContain("x-internal-update-status");
      expect(await offered("--li")).toContain("--list");
      expect(await offered("x-internal-update-status", "--init")).toContain("--initialize");
      expect(await offered("x-internal-update-status", "--type", "st")).toContain("story");
      expect(await offered("x-internal-resume-story", "--init")).not.toContain("--initialize");
    });
  });
}
