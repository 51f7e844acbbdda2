/** Nothing in the folder a program is started in changes it (spec page 0, Security). */
import { expect, test } from "bun:test";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";
import { type Outcome, run, runScript } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";
import { splitWords } from "../harness/split-words.ts";
import { tree } from "../harness/tree.ts";
import { withoutNumbers } from "../harness/without-numbers.ts";

const EVIL = `require("node:fs").writeFileSync("owned", ""); console.log("owned");`;

const HOSTILE = {
  ".env": "X_SKILLS_DEBUG=1\nBUN_OPTIONS=--preload=./evil.js\nNODE_OPTIONS=--require=./evil.js\n",
  ".env.local": "X_SKILLS_DEBUG=1\n",
  "bunfig.toml": 'preload = ["./evil.js"]\n[run]\npreload = ["./evil.js"]\n',
  "package.json": '{ "type": "commonjs", "imports": {',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./evil.js"] }',
  "jsconfig.json": "{",
  "deno.json": "{",
  "evil.js": EVIL,
  "node_modules/valibot/index.js": EVIL,
  "node_modules/valibot/package.json": '{"name":"valibot","main":"index.js"}',
};

/** What `--throw=bug` prints when no variable of `.env` reached the program: no stack. */
const WANT: Outcome = {
  stdout: "",
  stderr: "internal error: undefined is not\\u000aa function; please report it with this command line (X_SKILLS_DEBUG=1 shows where)\n",
  code: 70,
};

test(`a hostile folder changes nothing (${RUNTIME})`, async () => {
  using dir = tree(HOSTILE);
  expect(await runScript("x-fixture", ["--throw=bug"], { cwd: dir.root })).toEqual(WANT);
  expect(await Bun.file(dir.path("owned")).exists()).toBe(false);
});

test.each((await loadSkills()).map(({ name, contract }) => [name, splitWords(contract.examples[0]!)] as const))(
  `%s answers the same in a hostile folder and in an empty one (${RUNTIME})`,
  async (name, args) => {
    using clean = tree();
    using dir = tree(HOSTILE);
    const want = await runScript(name, args, { cwd: clean.root });
    const got = await runScript(name, args, { cwd: dir.root });
    expect(withoutNumbers(JSON.parse(JSON.stringify(got).replaceAll(dir.root, clean.root)))).toEqual(withoutNumbers(want));
    expect(await Bun.file(dir.path("owned")).exists()).toBe(false);
  },
);

if (RUNTIME === "bun") {
  test("a hostile folder changes nothing for the script's #! line", async () => {
    using dir = tree(HOSTILE);
    using bin = tree();
    symlinkSync(process.execPath, bin.path("bun"));
    const PATH = `${bin.root}:/usr/bin:/bin`;
    expect(await run([join(ROOT, "test/programs/x-fixture.ts"), "--throw=bug"], { cwd: dir.root, env: { PATH } })).toEqual(WANT);
    expect(await Bun.file(dir.path("owned")).exists()).toBe(false);
  });
}
