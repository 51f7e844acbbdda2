/** The SKILL.md of every skill: the seeds' six anchors, and calls that the program understands. */
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgv } from "../../lib/cli/parse-argv.ts";
import { tokenize } from "../../lib/cli/tokenize.ts";
import { agentIndex, agentSkill, GENERATED } from "../../lib/tools/agent-skill.ts";
import { loadSkills, ROOT } from "../../lib/tools/skills.ts";
import { run } from "../harness/run-script.ts";
import { splitWords } from "../harness/split-words.ts";
import { tree } from "../harness/tree.ts";

const skills = await loadSkills();

/** Front matter as a YAML reader sees it, and the lines after it. */
function parts(text: string): { front: Record<string, unknown>; body: string } {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)!;
  return { front: Bun.YAML.parse(front!) as Record<string, unknown>, body: body! };
}

for (const { name, contract } of skills) {
  const internal = name.startsWith("x-internal-");
  describe(name, () => {
    const { front, body } = parts(agentSkill(contract));

    test("front matter: name, summary, visibility, who may call it, tools, category", () => {
      expect(front).toMatchObject({ name, description: contract.summary, visibility: internal ? "internal" : "public" });
      expect(front["argument-hint"]).toBeString();
      if (internal) {
        expect(front["user-invocable"]).toBe(false);
        expect(front["allowed-tools"]).toBe("Bash");
        expect(front.category).toBe(contract.writes.length > 0 ? "internal-ops" : "internal-plan");
        expect(name).toMatch(/^x-internal-[a-z]+(-[a-z]+)+$/);
      }
    });

    test("the marker is the first content", () => {
      expect(body.trimStart()).toStartWith(internal ? "> 🔒 **INTERNAL SKILL**\n" : "> Runs the program");
      expect(body).toContain(GENERATED);
    });

    test("the call that other skills copy is one that the parser accepts", () => {
      const [, args] = /Skill\(skill: "[^"]+", args: "(.*)"\)`/.exec(body)!;
      expect(parseArgv(contract, tokenize(contract, splitWords(args!.replaceAll('\\"', '"')))).ok).toBe(true);
      expect(body).toContain(`\`\`\`bash\n${name} $ARGUMENTS\n\`\`\``);
    });
  });
}

test("the seeds' skills stand under the seeds' categories", () => {
  const categories = skills.map(({ name, contract }) => [name, parts(agentSkill(contract)).front.category]);
  expect(Object.fromEntries(categories)).toMatchObject({
    "x-internal-update-status": "internal-ops",
    "x-internal-load-story-context": "internal-plan",
    "x-internal-resume-story": "internal-plan",
  });
});

test("the index has only what people may call", () => {
  const index = agentIndex(skills.map(({ contract }) => contract));
  expect(index).toContain("[/x-implement-task](x-implement-task/SKILL.md)");
  expect(index).not.toContain("x-internal");
  expect(index).not.toContain("x-merge-state");
});

test("the skill for x-implement-task teaches the loop", () => {
  const { contract } = skills.find(({ name }) => name === "x-implement-task")!;
  const text = agentSkill(contract);
  for (const word of ["exit 75", "AWAITING", "BUSY", "`next`", "`answerFile`", "`lastRun`", "`allowedPaths`"]) expect(text).toContain(word);
  expect(parts(text).front["allowed-tools"]).toContain("Edit");
});

test("the export writes flat folders, again without a change, and leaves a file of somebody else's", async () => {
  using dir = tree();
  const write = (...more: string[]) => run([process.execPath, "lib/tools/export-skills.ts", dir.root, ...more], { cwd: ROOT });
  const count = skills.length + 1;
  expect((await write()).stdout).toBe(`skills: ${count} of ${count} files written to ${dir.root}\n`);
  expect((await write()).stdout).toBe(`skills: 0 of ${count} files written to ${dir.root}\n`);
  const mine = dir.path("x-internal-update-status/SKILL.md");
  writeFileSync(mine, "mine");
  const { stderr, code } = await write();
  expect(stderr).toContain(`${mine} is not ours and stays as it is; FORCE=1 replaces it`);
  expect(code).toBe(1);
  expect(readFileSync(mine, "utf8")).toBe("mine");
  expect((await write("--force")).code).toBe(0);
  expect(readFileSync(mine, "utf8")).toContain(GENERATED);
});
