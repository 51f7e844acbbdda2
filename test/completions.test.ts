/** The completion scripts, loaded into the real shells. */
import { describe, expect, test } from "bun:test";
import { completions } from "../lib/cli/completions.ts";
import { loadSkills } from "../lib/tools/skills.ts";
import { completionsFor } from "./harness/shell-completion.ts";
import { contract as fixture } from "./programs/x-fixture.ts";

const contracts = [fixture, ...(await loadSkills()).map(({ contract }) => contract)];

for (const shell of ["bash", "zsh", "fish"] as const) {
  const missing = Bun.which(shell) === null;
  describe(missing ? `completions for ${shell}: ${shell} is not installed` : `completions for ${shell}`, () => {
    test.skipIf(missing).each(contracts.map((contract) => [contract.name, contract] as const))("%s", async (name, contract) => {
      const script = completions(contract, shell);
      const offered = async (...words: string[]) => (await completionsFor(shell, script, [name, ...words])).join("\n");
      expect(await offered("--vers")).toContain("--version");
      expect(await offered("--completions=fi")).toContain("fish");
    });
  });
}

test.skipIf(Bun.which("bash") === null)("bash offers folders with spaces whole, files and words of a choice", async () => {
  const script = completions({ ...fixture, flags: { ...fixture.flags, file: { ...fixture.flags.text, value: "PATH" } } }, "bash");
  expect(await completionsFor("bash", script, ["x-fixture", "-C", "a"])).toEqual(["a folder"]);
  expect([...(await completionsFor("bash", script, ["x-fixture", "--file", "a"]))].sort()).toEqual(["a file", "a folder"]);
  expect(await completionsFor("bash", script, ["x-fixture", "--crash="])).toEqual(["later", "rejection"]);
  expect(await completionsFor("bash", script, ["x-fixture", "--text", ""])).toEqual([]);
});
