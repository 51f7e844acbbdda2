/** Which test runners run the tests of worktrees inside the main tree, and what tells that they do not. */
import { expect, test } from "bun:test";
import { collectedFinding } from "../../lib/flows/doctor/collected.ts";
import { openPlace } from "../../lib/flows/worktrees/worktree-place.ts";
import { worktreeInfos } from "../../lib/flows/worktrees/worktree-status.ts";
import { sandbox } from "../git/sandbox.ts";
import { cleanEnvironment } from "../harness/runtime.ts";

const VITEST = '{"devDependencies":{"vitest":"4"},"scripts":{"test":"vitest run"}}';
const JEST = '{"devDependencies":{"jest":"30"},"scripts":{"test":"jest"}';
const DOT = ".claude/worktrees";

async function finding(files: Readonly<Record<string, string>>, root = DOT, hasWorktree = true): Promise<string | undefined> {
  using box = sandbox();
  for (const [name, text] of Object.entries(files)) box.write(`repo/${name}`, text);
  if (hasWorktree) box.git(["worktree", "add", "-q", `${root}/w`, "-b", "w"]);
  const place = await openPlace(box.at(), root);
  const infos = await worktreeInfos(place, { nowSeconds: 0, protectedBranches: [] });
  return collectedFinding(place, infos, cleanEnvironment())?.message;
}

test("vitest collects them all, and the message says what to do", async () => {
  expect(await finding({ "package.json": VITEST })).toBe(
    "vitest also runs the tests of the worktrees in .claude/worktrees: exclude '.claude/**' there, or set worktreeRoot in x-skills.json to a folder outside",
  );
});

test.each<[string, Record<string, string>, string, boolean]>([
  ["jest", { "package.json": `${JEST}}` }, DOT, true],
  ["jest that excludes them", { "package.json": `${JEST},"jest":{"modulePathIgnorePatterns":["<rootDir>/.claude/"]}}` }, DOT, false],
  ["vitest that excludes them", { "package.json": VITEST, "vitest.config.ts": 'exclude: ["**/.claude/**"]' }, DOT, false],
  ["deno", { "deno.json": "{}" }, DOT, true],
  ["deno that excludes them", { "deno.json": '{"exclude":[".claude"]}' }, DOT, false],
  ["node", { "package.json": '{"scripts":{"test":"node --test"}}' }, DOT, true],
  ["bun leaves hidden folders out", { "package.json": '{"scripts":{"test":"bun test"}}' }, DOT, false],
  ["bun and a folder that is not hidden", { "package.json": '{"scripts":{"test":"bun test"}}' }, "trees", true],
  ["pytest leaves hidden folders out", { "pyproject.toml": "[tool.pytest.ini_options]\n" }, DOT, false],
  ["go stays within the module", { "go.mod": "module x\n" }, "trees", false],
  ["a project that nothing tests", {}, DOT, false],
  ["worktrees outside", { "package.json": VITEST }, "../trees", false],
  ["a broken package.json", { "package.json": "{" }, DOT, false],
])("%s", async (_, files, root, isCollected) => {
  expect((await finding(files, root)) !== undefined).toBe(isCollected);
});

test("as long as there is no worktree there is nothing to say", async () => {
  expect(await finding({ "package.json": VITEST }, DOT, false)).toBeUndefined();
});
