/** The scripts that git starts, run by the real sh. */
import { describe, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { callsUs, chainedName, driverCommand, hookScript, isCutOff, isOurs } from "../../../lib/flows/hooks/hook-script.ts";
import { run } from "../../harness/run-script.ts";
import { tree } from "../../harness/tree.ts";

const PROGRAM = '#!/bin/sh\nprintf "%s|" "$0" "$@" >&2\n';
/** What a folder may be called. */
const FOLDERS = ["bin", 'it\'s a "folder"', "100% $HOME `x` \\ ;&", "ünï"];

describe("hookScript", () => {
  test.each(FOLDERS)("starts a program in '%s', its words whole", async (folder) => {
    using dir = tree({ [`${folder}/x-skills`]: PROGRAM });
    const program = dir.path(`${folder}/x-skills`);
    chmodSync(program, 0o755);
    await Bun.write(dir.path("hook"), hookScript("commit-msg", [program, "x-hooks"]));
    const { stderr, stdout, code } = await run(["sh", dir.path("hook"), "a b", "$c"], { cwd: dir.root });
    expect([stdout, stderr, code]).toEqual(["", `${program}|x-hooks|run|commit-msg|a b|$c|`, 0]);
  });

  test("from source, the script has to be there too", async () => {
    using dir = tree({ "x-hooks": PROGRAM });
    chmodSync(dir.path("x-hooks"), 0o755);
    await Bun.write(dir.path("hook"), hookScript("pre-commit", ["/bin/sh", "-e", dir.path("gone.ts")]));
    const env = { PATH: `${dir.root}:${process.env.PATH}` };
    expect((await run(["sh", dir.path("hook")], { cwd: dir.root, env })).stderr).toBe(`${dir.path("x-hooks")}|run|pre-commit|`);
    const { stderr, code } = await run(["sh", dir.path("hook")], { cwd: dir.root });
    expect(stderr).toContain(`x-hooks is neither at ${dir.path("gone.ts")} nor on PATH`);
    expect(code).toBe(1);
  });

  test("is known again, in another version too, and nothing else is", () => {
    expect(isOurs(hookScript("commit-msg", undefined))).toBe(true);
    expect(isOurs("#!/bin/sh\n# x-skills hook: something older\n")).toBe(true);
    expect(isOurs("#!/bin/sh\nx-hooks run commit-msg\n")).toBe(false);
    expect(chainedName("commit-msg")).toBe("commit-msg.x-skills-chained");
  });
});

describe("driverCommand", () => {
  /** What git does with a driver: it puts values in for `%X`, makes `%%` a percent sign, and hands all to sh. */
  const git = (command: string, path: string) =>
    command.replace(/%([OABP%])/g, (_, letter: string) => (letter === "P" ? path : letter === "%" ? "%" : `.merge_file_${letter}`));

  test.each(FOLDERS)("starts a program in '%s', and survives a percent sign", async (folder) => {
    using dir = tree({ [`${folder}/x-merge-state`]: PROGRAM });
    const program = dir.path(`${folder}/x-merge-state`);
    chmodSync(program, 0o755);
    const { stderr, code } = await run(["sh", "-c", git(driverCommand([program]), "'a b'")], { cwd: dir.root });
    expect([stderr, code]).toEqual([`${program}|.merge_file_O|.merge_file_A|.merge_file_B|--|a b|`, 0]);
  });

  test("nowhere to be found: exit 2, and a line", async () => {
    using dir = tree();
    const { stderr, code } = await run(["sh", "-c", git(driverCommand([dir.path("100% x"), "x-merge-state"]), "p")], { cwd: dir.root });
    const want = `x-merge-state is neither at ${dir.path("100% x")} nor on PATH: run 'x-hooks install --merge-driver' again; ours is kept\n`;
    expect([stderr, code]).toEqual([want, 2]);
  });
});

test.each(FOLDERS)("isCutOff looks for the program in '%s', then for its name", (folder) => {
  const program = `/opt/${folder}/x-hooks`;
  const asked: string[] = [];
  const find = (answers: readonly string[]) => (name: string) => {
    asked.push(name);
    return answers.find((answer) => answer === name);
  };
  for (const script of [hookScript("commit-msg", [program]), driverCommand([program])]) {
    expect(isCutOff(script, "x-hooks", find([program]))).toBe(false);
    expect(isCutOff(script, "x-hooks", find(["x-hooks"]))).toBe(false);
    expect(isCutOff(script, "x-hooks", find([]))).toBe(true);
  }
  expect(new Set(asked)).toEqual(new Set([program, "x-hooks"]));
  expect(isCutOff(hookScript("commit-msg", undefined), "x-hooks", find([]))).toBe(true);
});

test.each([
  ['x-hooks run commit-msg "$1"', true],
  ["  npx lint && x-hooks run commit-msg $1", true],
  ["# x-hooks run commit-msg", false],
  ["// x-hooks run commit-msg", false],
  ["x-hooks run pre-commit", false],
])("callsUs: %s", (line, want) => {
  expect(callsUs(`#!/bin/sh\n${line}\n`, "commit-msg")).toBe(want);
});
