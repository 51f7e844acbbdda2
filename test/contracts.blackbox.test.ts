/** What every skill answers the same way on every runtime. */
import { describe, expect, test } from "bun:test";
import { synopsis } from "../lib/cli/synopsis.ts";
import { loadSkills } from "../lib/tools/skills.ts";
import { VERSION } from "../lib/version.ts";
import manifest from "../package.json";
import { runInProcess } from "./harness/run-in-process.ts";
import { runScript } from "./harness/run-script.ts";
import { RUNTIME, TARGET } from "./harness/runtime.ts";
import { splitWords } from "./harness/split-words.ts";
import { tree } from "./harness/tree.ts";
import { withoutNumbers } from "./harness/without-numbers.ts";

const RUNS_ON = RUNTIME === "deno" ? `deno ${manifest.devDependencies.deno}` : `bun ${manifest.devDependencies.bun}`;

for (const { name, contract, run } of await loadSkills()) {
  describe(`${name} (${RUNTIME})`, () => {
    test("--version names version, runtime and target", async () => {
      using dir = tree();
      const outcome = await runScript(name, ["--version"], { cwd: dir.root });
      expect(outcome).toEqual({ stdout: `${name} ${VERSION} (${RUNS_ON}, ${TARGET})\n`, stderr: "", code: 0 });
    });

    test.each([[["--help"]], [["--schema"]], [["--completions", "bash"]], [["--frobnicate", "-h"]]])(
      "%j answers to the byte as in process, without colour",
      async (args) => {
        using dir = tree();
        const want = await runInProcess(run, args, { cwd: dir.root });
        expect(await runScript(name, args, { cwd: dir.root })).toEqual(want);
        expect(want.stdout).not.toContain("\u001b");
      },
    );

    test("an argument that holds U+FFFD is 64, even as an operand", async () => {
      using dir = tree();
      const { stdout, stderr, code } = await runScript(name, ["\uFFFD"], { cwd: dir.root });
      expect(stdout).toBe("");
      expect(stderr).toBe(`argument 1 is not valid UTF-8; usage: ${synopsis(contract)}\n`);
      expect(code).toBe(64);
    });

    test("a call from a folder and with -C from elsewhere are one", async () => {
      using dir = tree({ "in/keep": "" });
      const args = splitWords(contract.examples[0]!);
      const there = await runScript(name, args, { cwd: dir.path("in") });
      const elsewhere = await runScript(name, ["-C", "in", ...args], { cwd: dir.root });
      expect(withoutNumbers(elsewhere)).toEqual(withoutNumbers(there));
    });
  });
}
