/** The manual page of every skill, read by the real man where there is one. */
import { describe, expect, test } from "bun:test";
import { exitTable } from "../../lib/cli/exit-table.ts";
import { manPage } from "../../lib/tools/man-page.ts";
import { loadSkills } from "../../lib/tools/skills.ts";
import { run } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";

const missing = Bun.which("man") === null;
const skills = await loadSkills();

describe(missing ? "man pages: man is not installed" : "man pages", () => {
  test.skipIf(missing).each(skills.map(({ name, contract }) => [name, contract] as const))("%s", async (name, contract) => {
    using dir = tree({ "page.1": manPage(contract, ["x-skills"]) });
    const words = ["man", "--warnings=w", "-l", "page.1"];
    const { stdout, stderr, code } = await run(words, {
      cwd: dir.root,
      env: { MANWIDTH: "2000", MAN_KEEP_FORMATTING: undefined, LC_ALL: "C.UTF-8" },
    });
    const text = stdout.replace(/.\u0008/g, "");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    for (const flag of [...Object.keys(contract.flags).map((it) => `--${it}`), "--help", "-C"]) expect(text).toContain(flag);
    for (const { help } of Object.values(contract.flags)) expect(text).toContain(help.slice(1).replace(/ +/g, " "));
    for (const row of exitTable(contract)) expect(text).toMatch(new RegExp(`${row.code} ${row.name}`));
    for (const example of contract.examples) expect(text).toContain(`${name} ${example}`);
  });
});

test("what means something to roff is written as text", () => {
  const { contract } = skills[0]!;
  const page = manPage({ ...contract, name: "x-a", summary: ".hidden 'quote' back\\slash." }, []);
  expect(page).toContain("x\\-a \\- \\&.hidden 'quote' back\\eslash\n");
});
