/** The detected commands with the real runners: each writes the reports it promises, into a folder whose name has a space. */
import { expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { detectStack, projectIn } from "../../../lib/flows/config/detect-stack.ts";
import { inRunFolder, type Suite } from "../../../lib/flows/config/stack.ts";
import { commandArgv, spawn } from "../../../lib/platform/spawn.ts";
import { ROOT } from "../../harness/repository.ts";
import { cleanEnvironment, denoProgram } from "../../harness/runtime.ts";
import { type Files, tree } from "../../harness/tree.ts";

const PATH = [join(ROOT, "node_modules/.bin"), denoProgram().replace(/\/deno$/, ""), process.env.PATH].join(delimiter);
const SOURCE = { "add.js": "export function add(a, b) { return a > 100 ? 0 : a + b; }\n" };
const ES = { type: "module" };

function pkg(test: string): string {
  return JSON.stringify({ ...ES, scripts: { test } });
}

const BUN_TEST = `import { expect, test } from "bun:test";\nimport { add } from "./add.js";\ntest("adds", () => expect(add(1, 2)).toBe(3));\n`;
const NODE_TEST = `import test from "node:test";\nimport { add } from "./add.js";\ntest("adds", () => { if (add(1, 2) !== 3) throw new Error(); });\n`;

const ROWS: readonly (readonly [name: string, program: string, files: Files])[] = [
  ["bun", "bun", { ...SOURCE, "package.json": pkg("bun test"), "bun.lock": "", "add.test.js": BUN_TEST }],
  ["npm running bun", "npm", { ...SOURCE, "package.json": pkg("true && bun test"), "add.test.js": BUN_TEST }],
  ["node", "node", { ...SOURCE, "package.json": pkg("node --test add.test.js"), "add.test.js": NODE_TEST }],
  [
    "deno",
    "deno",
    { ...SOURCE, "deno.json": "{}", "add_test.js": NODE_TEST.replace('import test from "node:test"', "const { test } = Deno") },
  ],
  [
    "deno task",
    "deno",
    {
      ...SOURCE,
      "deno.json": '{"tasks":{"test":"deno test"}}',
      "add_test.js": NODE_TEST.replace('import test from "node:test"', "const { test } = Deno"),
    },
  ],
  [
    "pytest",
    "pytest",
    {
      "add.py": "def add(a, b):\n    return a + b\n",
      "pytest.ini": "[pytest]\n",
      "test_add.py": "from add import add\n\ndef test_adds():\n    assert add(1, 2) == 3\n",
    },
  ],
  [
    "go",
    "go",
    {
      "go.mod": "module a\n\ngo 1.18\n",
      "add.go": "package a\n\nfunc Add(a, b int) int { return a + b }\n",
      "add_test.go": 'package a\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 2) != 3 {\n\t\tt.Fail()\n\t}\n}\n',
    },
  ],
];

for (const [name, program, files] of ROWS) {
  const isMissing = Bun.which(program, { PATH }) === null;
  const title = isMissing ? `${name} (${program} is not installed)` : name;
  test.skipIf(isMissing)(
    title,
    async () => {
      using dir = tree(files);
      const stack = detectStack(projectIn(dir.root, { PATH }))!;
      for (const suite of [stack.test, stack.coverage]) if (suite !== undefined) await check(suite, dir.root);
    },
    60_000,
  );
}

async function check(suite: Suite, cwd: string): Promise<void> {
  const run = join(cwd, "run folder");
  mkdirSync(join(run, "coverage"), { recursive: true });
  const { command, env, reports } = inRunFolder(suite, run);
  const options = { cwd, env: { ...cleanEnvironment({ PATH, HOME: process.env.HOME }), ...env }, signal: new AbortController().signal };
  const ended = await spawn(commandArgv(command), options);
  expect([ended.code, ended.stdout.text + ended.stderr.text]).toEqual([0, expect.any(String)]);
  for (const report of reports) expect(readFileSync(report, "utf8")).toMatch(/add/i);
}
