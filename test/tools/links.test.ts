/** Links between pages, and the calls that the guides show. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgv } from "../../lib/cli/parse-argv.ts";
import { tokenize } from "../../lib/cli/tokenize.ts";
import { brokenLinks, pages } from "../../lib/tools/links.ts";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";
import { splitWords } from "../harness/split-words.ts";
import { tree } from "../harness/tree.ts";

test("a link leads to a file or a heading, or is named", () => {
  using dir = tree({
    "a.md": [
      "# A b\n[ok](docs/b.md) [ok](docs/b.md#two-words) [ok](#a-b) [site](https://example.org/x) ![no](gone.png)",
      "`[code](gone.md)` [no](docs/b.md#three) [no](../outside.md)\n```\n[code](gone.md)\n```\n[ref]: gone-ref.md",
    ].join("\n"),
    "docs/b.md": "# Two words!\n```\n# three\n```\n[up](../a.md) [again](#two-words-1)\n## Two words\n",
  });
  expect(brokenLinks("a.md", dir.root)).toEqual(["gone.png", "docs/b.md#three", "../outside.md", "gone-ref.md"]);
  expect(brokenLinks("docs/b.md", dir.root)).toEqual([]);
  expect(pages(dir.root)).toEqual(["a.md", "docs/b.md"]);
});

const contracts = new Map((await loadSkills()).map(({ name, contract }) => [name, contract]));

test.each(pages().filter((page) => /guide|from-bash|README|SECURITY/.test(page)))("%s shows calls that the skills accept", (page) => {
  const blocks = readFileSync(join(ROOT, page), "utf8").matchAll(/^```bash\n([\s\S]*?)^```$/gm);
  for (const [, block] of blocks) {
    for (const line of block!.split("\n").filter((it) => it.startsWith("x-"))) {
      const [name = "", ...args] = splitWords(line);
      const contract = contracts.get(name);
      expect([line, contract && parseArgv(contract, tokenize(contract, args))]).toMatchObject([line, { ok: true }]);
    }
  }
});

test("the example workflow is YAML, and its calls are ones that the skills accept", () => {
  const workflow = Bun.YAML.parse(readFileSync(join(ROOT, "docs/examples/ci-workflow.yml"), "utf8")) as {
    jobs: Record<string, { steps: readonly { run?: string }[] }>;
  };
  const lines = Object.values(workflow.jobs)
    .flatMap(({ steps }) => steps.map(({ run = "" }) => run))
    .flatMap((script) => script.split("\n"));
  const calls = lines.map((line) => line.trim()).filter((line) => line.startsWith("x-"));
  expect(calls.length).toBeGreaterThanOrEqual(2);
  for (const call of calls) {
    const [name = "", ...args] = splitWords(call.replace('"$story"', "story-0049-0001").replace(/"\$\{feature[^"]*"/, "0049"));
    const contract = contracts.get(name);
    expect([call, contract && parseArgv(contract, tokenize(contract, args))]).toMatchObject([call, { ok: true }]);
  }
});
