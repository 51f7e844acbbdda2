/** compiled/host/x-skills under the names of the skills, and the skills standalone beside it: no byte of difference. Run by `make test-matrix`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, linkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadSkills } from "../../lib/tools/skills.ts";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";

const MULTICALL = join(ROOT, "compiled/host/x-skills");
const skills = (await loadSkills()).map(({ name }) => name);
const dir = tree({ links: { dir: true }, copies: { dir: true }, elsewhere: { dir: true } });

afterAll(() => dir[Symbol.dispose]());
beforeAll(() => {
  for (const name of skills) symlinkSync(MULTICALL, dir.path(`links/${name}`));
  copyFileSync(MULTICALL, dir.path("copies/x-skills"));
  linkSync(dir.path("copies/x-skills"), dir.path("copies/x-internal-resume-story"));
  symlinkSync(dir.path("links/x-internal-resume-story"), dir.path("copies/x-internal-update-status"));
});

describe.each(skills)("%s", (name) => {
  test.each([[["--version"]], [["--help"]], [["--schema"]], [["--completions", "zsh"]], [["--frobnicate"]], [[]]])(
    "%j: link, word and standalone agree",
    async (args) => {
      const cwd = dir.path("elsewhere");
      const alone = await run([join(ROOT, "compiled/host", name), ...args], { cwd });
      expect(await run([dir.path(`links/${name}`), ...args], { cwd })).toEqual(alone);
      expect(await run([MULTICALL, name, ...args], { cwd })).toEqual(alone);
    },
  );
});

test("a hard link, a copy, and a name found on PATH are links too", async () => {
  const version = (name: string) => expect.stringMatching(new RegExp(`^${name} `));
  const found = await run(["sh", "-c", "x-internal-resume-story --version"], {
    cwd: "/",
    env: { PATH: `${dir.path("copies")}:/usr/bin:/bin` },
  });
  expect(found.stdout).toEqual(version("x-internal-resume-story"));
  expect((await run([dir.path("copies/x-skills"), "--version"], { cwd: "/" })).stdout).toEqual(version("x-skills"));
});

test("the name it was called by decides, not what a link leads to", async () => {
  const { stdout } = await run([dir.path("copies/x-internal-update-status"), "--version"], { cwd: "/" });
  expect(stdout).toStartWith("x-internal-update-status ");
});

test("a closed, full or slow stdout ends as with a skill alone", async () => {
  const { code, stderr } = await run(["sh", "-c", '"$0" --list >/dev/full', MULTICALL], { cwd: "/" });
  expect(stderr).toContain("Cannot write to stdout: ");
  expect(code).toBe(74);
});
