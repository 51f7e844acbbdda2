/** What every skill owes its callers by its contract alone (spec page 0), whatever it does. */
import { describe, expect, test } from "bun:test";
import { exitTable } from "../lib/cli/exit-table.ts";
import { parseArgv } from "../lib/cli/parse-argv.ts";
import { synopsis } from "../lib/cli/synopsis.ts";
import { tokenize } from "../lib/cli/tokenize.ts";
import { loadSkills } from "../lib/tools/skills.ts";
import { runInProcess } from "./harness/run-in-process.ts";
import { splitWords } from "./harness/split-words.ts";

const CWD = { cwd: "/" };

for (const { name, contract, run } of await loadSkills()) {
  describe(name, () => {
    test("the contract carries the file's name and belongs to run", () => {
      expect(contract.name).toBe(name);
      expect(run.contract).toBe(contract);
    });

    test("flags are kebab-case, longer than a letter and explained without a full stop", () => {
      for (const [flag, { help }] of Object.entries(contract.flags)) {
        expect(flag).toMatch(/^[a-z][a-z0-9]+(-[a-z0-9]+)*$/);
        expect(help).not.toMatch(/\.$|\n/);
      }
    });

    test("the synopsis is one line of at most 160 characters", () => {
      expect(synopsis(contract).length).toBeLessThanOrEqual(160);
      expect(synopsis(contract)).not.toContain("\n");
    });

    test("exit codes are in the ranges of the specification", () => {
      for (const { code, message } of Object.values(contract.exits)) {
        expect([code, (code >= 1 && code <= 70) || code === 73 || code === 74 || code === 75 || code === 127]).toEqual([code, true]);
        expect(message).not.toMatch(/\.$|\n/);
      }
    });

    test("--help is short and has synopsis, every flag, every exit code and two examples", async () => {
      const { stdout, stderr, code } = await runInProcess(run, ["--help"], CWD);
      expect(stderr).toBe("");
      expect(stdout.split("\n").length).toBeLessThanOrEqual(60);
      expect(stdout).toContain(`USAGE ${name} ${synopsis(contract)}\n`);
      for (const flag of [...Object.keys(contract.flags), "help", "version", "schema", "completions"])
        expect(stdout).toContain(`--${flag}`);
      for (const row of exitTable(contract)) expect(stdout).toMatch(new RegExp(`^  ${row.code} +${row.name} +\\S`, "m"));
      expect(contract.examples.length).toBeGreaterThanOrEqual(2);
      for (const example of contract.examples) expect(stdout).toContain(`  ${name} ${example}\n`);
      expect(code).toBe(0);
    });

    test("the examples are calls that the parser accepts", () => {
      for (const example of contract.examples)
        expect([example, parseArgv(contract, tokenize(contract, splitWords(example)))]).toMatchObject([example, { ok: true }]);
    });

    test("--help has colour on a terminal only, and never with NO_COLOR", async () => {
      const colour = "\u001b[";
      expect((await runInProcess(run, ["--help"], CWD)).stdout).not.toContain(colour);
      expect((await runInProcess(run, ["--help"], { ...CWD, isTerminal: true, env: { NO_COLOR: "1" } })).stdout).not.toContain(colour);
      expect((await runInProcess(run, ["--help"], { ...CWD, isTerminal: true })).stdout).toContain(colour);
    });

    test("--schema is a JSON Schema of an object", async () => {
      const { stdout, code } = await runInProcess(run, ["--schema"], CWD);
      const schema = JSON.parse(stdout);
      expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
      expect(schema.title).toBe(`Output of ${name}`);
      expect(schema.type ?? schema.anyOf ?? schema.oneOf).toBeDefined();
      expect(code).toBe(0);
    });

    test("an unknown flag is 64 and says what and how", async () => {
      const outcome = await runInProcess(run, ["--frobnicate"], CWD);
      expect(outcome).toEqual({ stdout: "", stderr: `unknown flag --frobnicate; usage: ${synopsis(contract)}\n`, code: 64 });
    });
  });
}
