import { expect, test } from "bun:test";
import { DataError, UsageError } from "../../../lib/errors.ts";
import { parseConfig, readConfig } from "../../../lib/flows/config/read-config.ts";
import { tree } from "../../harness/tree.ts";

const DEFAULTS = {
  commands: {},
  coverage: { reports: [], line: 95, branch: 90, exclude: [] },
  worktreeRoot: ".claude/worktrees",
  protectedBranches: ["main", "master", "develop"],
  timeouts: { worker: 3600, workerIdle: 900, test: 900, command: 300 },
  workdir: ".",
};

test("no file: all defaults", () => {
  using dir = tree();
  expect(readConfig(dir.root)).toEqual(DEFAULTS);
});

test("what the file says, defaults for the rest; it survives the journal", () => {
  const given = {
    $schema: "./docs/x-skills.schema.json",
    commands: { test: "make test | tee log", lint: ["biome", "check", ""] },
    coverage: { line: 97.5, reports: ["coverage/lcov.info"] },
    timeouts: { worker: 0 },
    workdir: "packages/a",
  };
  using dir = tree({ "x-skills.json": `\uFEFF${JSON.stringify(given)}` });
  const config = readConfig(dir.root);
  expect(config).toEqual({
    ...DEFAULTS,
    ...given,
    coverage: { ...DEFAULTS.coverage, ...given.coverage },
    timeouts: { ...DEFAULTS.timeouts, worker: 0 },
  });
  expect(parseConfig(JSON.parse(JSON.stringify(config)), "journal")).toEqual(config);
});

test("a file named with --config, seen from the top; it must be there", () => {
  using dir = tree({ "conf/mine.json": '{"junit":"j.xml"}' });
  expect(readConfig(dir.root, "conf/mine.json").junit).toBe("j.xml");
  expect(() => readConfig(dir.root, "gone.json")).toThrow(new UsageError("no such file: --config gone.json"));
});

test.each<[string, unknown, string]>([
  ["a misspelt key", { comands: {} }, "x-skills.json: comands: unknown key"],
  ["a misspelt command", { commands: { tests: "x" } }, "x-skills.json: commands.tests: unknown key"],
  ["a section that is text", { commands: "make" }, "x-skills.json: commands: expected an object"],
  ["an empty command", { commands: { test: "" } }, "x-skills.json: commands.test: expected text that is not empty"],
  ["a command without words", { commands: { test: [] } }, "x-skills.json: commands.test: expected a program and its arguments"],
  ["a program without a name", { commands: { test: ["", "a"] } }, "x-skills.json: commands.test: expected a program and its arguments"],
  ["a command that is a number", { commands: { test: 1 } }, "x-skills.json: commands.test: expected a command line or a list of words"],
  ["coverage above all", { coverage: { line: 101 } }, "x-skills.json: coverage.line: at most 100"],
  ["a negative limit", { timeouts: { test: -1 } }, "x-skills.json: timeouts.test: expected 0 or more"],
  ["a limit as text", { timeouts: { test: "9" } }, "x-skills.json: timeouts.test: expected seconds"],
  ["globs as text", { testGlobs: "**" }, "x-skills.json: testGlobs: expected a list of texts"],
  ["a working directory outside", { workdir: "../x" }, "x-skills.json: workdir: expected a folder inside the repository"],
  ["an absolute working directory", { workdir: "/x" }, "x-skills.json: workdir: expected a folder inside the repository"],
  ["a list at the top", [], "x-skills.json:1:1: expected an object at the top"],
])("%s is refused", (_, json, message) => {
  using dir = tree({ "x-skills.json": JSON.stringify(json) });
  expect(() => readConfig(dir.root)).toThrow(new DataError(message));
});

test.each([
  [{ coverage: { line: 94.9 } }, "x-skills.json: coverage.line: at least 95: no bypass"],
  [{ coverage: { branch: 0 } }, "x-skills.json: coverage.branch: at least 90: no bypass"],
])("a lowered threshold is a usage error", (json, message) => {
  expect(() => parseConfig(json, "x-skills.json")).toThrow(new UsageError(message));
});

test("broken JSON and conflict markers name the place", () => {
  using dir = tree({ "x-skills.json": '{"a":\n<<<<<<< ours\n' });
  expect(() => readConfig(dir.root)).toThrow(/^x-skills\.json:2:1: conflict markers/);
});
