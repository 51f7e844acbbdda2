/** The stack of a project with a package.json or a deno.json; pure. */
import * as v from "valibot";
import type { Command } from "./config-schema.ts";
import { type Runner, runnerNamed, runnerOf } from "./javascript-runner.ts";
import { JAVASCRIPT_LOCK_FILES, type Package, readPackage, runPackage, runScript } from "./package-json.ts";
import type { Project, Stack, StackName, Suite } from "./stack.ts";
import { TEST_GLOBS } from "./test-globs.ts";

const EXTENSIONS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const TYPE_SCRIPTS = ["typecheck", "type-check", "compile", "check-types"];

/** By its package.json: the test script's runner, else an installed one. Undefined when nothing there runs tests. */
export function packageStack(project: Project): Stack | undefined {
  const found = readPackage(project);
  if (found === undefined) return undefined;
  const script = found.scripts.test;
  const suites = script === undefined ? installedSuites(found, project) : scriptSuites(script, found);
  if (suites === undefined) return undefined;
  const types = TYPE_SCRIPTS.find((name) => Object.hasOwn(found.scripts, name));
  return {
    ...suites,
    ...common(suites.name),
    setup: found.setup,
    compile: types === undefined ? undefined : runScript(found.manager, types),
    manifests: ["package.json", ...JAVASCRIPT_LOCK_FILES],
  };
}

/** By its deno.json: its `test` task, else `deno test`. */
export function denoStack(project: Project): Stack | undefined {
  const manifest = ["deno.json", "deno.jsonc"].find((name) => project.has(name));
  if (manifest === undefined) return undefined;
  const task = denoTask(project.text(manifest) ?? "");
  const words = task === undefined ? ["deno", "test", "-A"] : ["deno", "task", "test"];
  const isRunner = task === undefined || runnerOf(lastCommand(task) ?? [])?.name === "deno";
  const runner = runnerNamed("deno");
  return {
    name: "deno",
    test: isRunner ? suite([...words, ...runner.testFlags], runner.testEnv, runner.junit) : suite(words, {}, []),
    coverage: isRunner ? suite([...words, ...runner.coverageFlags], {}, runner.coverageReports) : undefined,
    ...common("deno"),
    setup: project.has("deno.lock") ? ["deno", "install", "--frozen"] : undefined,
    compile: undefined,
    manifests: ["deno.json", "deno.jsonc", "deno.lock"],
  };
}

/** The `test` task; comments, which only Deno reads, hide it from us, and `deno test` is run then. */
function denoTask(text: string): string | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), DenoManifest), text);
  const task = parsed.success ? parsed.output.tasks.test : undefined;
  return typeof task === "string" ? task : task?.command;
}

const DenoManifest = v.object({
  tasks: v.optional(v.object({ test: v.optional(v.union([v.string(), v.object({ command: v.string() })])) }), {}),
});

type Suites = Pick<Stack, "name" | "test" | "coverage">;

function common(name: StackName): Pick<Stack, "testGlobs" | "extensions"> {
  return { testGlobs: TEST_GLOBS[name], extensions: EXTENSIONS };
}

function suite(command: Command, env: Readonly<Record<string, string>>, reports: readonly string[]): Suite {
  return { command, env, reports };
}

/** A script is run as it is, through the package manager, so that what it does around the tests still happens. */
function scriptSuites(script: string, found: Package): Suites {
  const plain: Suites = {
    name: "npm-script",
    test: suite(runScript(found.manager, "test"), {}, []),
    coverage: Object.hasOwn(found.scripts, "coverage") ? suite(runScript(found.manager, "coverage"), {}, []) : undefined,
  };
  const words = lastCommand(script);
  const runner = words === undefined ? undefined : runnerOf(words);
  if (words === undefined || runner === undefined) return plain;
  if (runner.name !== "node") return suitesOf(runner, found, (flags) => runScript(found.manager, "test", flags));
  // node takes its flags only before the files.
  if (script.trim() !== words.join(" ") || Object.hasOwn(found.scripts, "pretest")) return { ...plain, name: "node" };
  return suitesOf(runner, found, (flags) => [...runner.words, ...flags, ...words.slice(runner.words.length)]);
}

function installedSuites(found: Package, project: Project): Suites | undefined {
  for (const name of ["vitest", "jest"] as const) {
    if (found.packages.has(name)) return suitesOf(runnerNamed(name), found, (flags) => runPackage(found.manager, [name, ...flags]));
  }
  const isBun =
    found.manager === "bun" || found.packages.has("bun-types") || found.packages.has("@types/bun") || project.has("bunfig.toml");
  return isBun ? suitesOf(runnerNamed("bun"), found, (flags) => ["bun", "test", ...flags]) : undefined;
}

function suitesOf(runner: Runner, { packages }: Package, command: (flags: readonly string[]) => readonly string[]): Suites {
  const hasJunit = runner.junitPackage === undefined || packages.has(runner.junitPackage);
  const hasCoverage = runner.coveragePackages?.some((name) => packages.has(name)) ?? true;
  return {
    name: runner.name,
    test: hasJunit ? suite([...command(runner.testFlags)], runner.testEnv, runner.junit) : suite([...command([])], {}, []),
    coverage: hasCoverage ? suite([...command(runner.coverageFlags)], {}, runner.coverageReports) : undefined,
  };
}

/** The words of the script's last command, when arguments put behind the script reach it and nothing needs a shell to be understood. */
function lastCommand(script: string): readonly string[] | undefined {
  const last = script.split(/&&|;/).at(-1)!;
  if (!/^[\w@%+=:,./ -]*$/.test(last)) return undefined;
  const words = last.split(" ").filter((word) => word !== "");
  const start = words.findIndex((word) => !/^\w+=/.test(word) && word !== "cross-env");
  return start < 0 ? undefined : words.slice(start);
}
