/** The table of SECURITY.md: which variables of the environment act on a compiled binary, and which do not. Run by `make test-matrix`. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { VERSION } from "../../lib/version.ts";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";

const SKILL = join(ROOT, "compiled/host/x-internal-update-status");
const ANSWER = new RegExp(`^x-internal-update-status ${VERSION} `);
const EVIL = 'require("node:fs").writeFileSync("owned", "");';

async function version(env: Readonly<Record<string, string>>) {
  using dir = tree({ "evil.js": EVIL });
  const outcome = await run([SKILL, "--version"], { cwd: dir.root, env });
  return { ...outcome, owned: await Bun.file(dir.path("owned")).exists() };
}

test("BUN_OPTIONS runs a file in every skill", async () => {
  expect(await version({ BUN_OPTIONS: "--preload=./evil.js" })).toMatchObject({ owned: true });
});

test("BUN_OPTIONS that names a missing file ends a skill with 1 before our code", async () => {
  const { stdout, stderr, code } = await version({ BUN_OPTIONS: "--preload=./missing.js" });
  expect([stdout, code]).toEqual(["", 1]);
  expect(stderr).toStartWith("error: preload not found");
});

test("BUN_BE_BUN makes it the plain runtime", async () => {
  expect((await version({ BUN_BE_BUN: "1" })).stdout).not.toMatch(ANSWER);
});

test("an unknown BUN_JSC_ setting ends a skill with 1", async () => {
  expect(await version({ BUN_JSC_nothing: "1" })).toMatchObject({ stdout: "", code: 1 });
});

test.each([
  ["NODE_OPTIONS", "--require=./evil.js"],
  ["NODE_PATH", "."],
  ["BUN_INSPECT", "127.0.0.1:0"],
  ["BUN_INSPECT_PRELOAD", "./evil.js"],
])("%s does nothing", async (name, value) => {
  const { stdout, stderr, code, owned } = await version({ [name]: value });
  expect(stdout).toMatch(ANSWER);
  expect([stderr, code, owned]).toEqual(["", 0, false]);
});
