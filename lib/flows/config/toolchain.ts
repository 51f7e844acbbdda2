/** The commands of a run: what `x-skills.json` says, and what was detected where it is silent; pure. */
import { UsageError } from "../../errors.ts";
import type { Command, Config } from "./config-schema.ts";
import type { Stack, StackName, Suite } from "./stack.ts";

/** Plain JSON; a run keeps it in its journal, and compares it to see whether a step changed the commands in a manifest. */
export interface Toolchain {
  /** What was detected; `configured` when the project's own settings are all there is. */
  readonly stack: StackName | "configured";
  readonly test: Suite;
  /** Undefined: nothing can measure it. */
  readonly coverage: Suite | undefined;
  readonly setup: Command | undefined;
  readonly compile: Command | undefined;
  readonly format: Command | undefined;
  readonly lint: Command | undefined;
  readonly acceptance: Command | undefined;
  readonly testGlobs: readonly string[];
  readonly extensions: readonly string[];
  readonly manifests: readonly string[];
}

/** They pin packages, whatever the stack: neither test nor production. */
const LOCK_FILES = [
  "package.json",
  "bun.lock",
  "bun.lockb",
  "package-lock.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "deno.lock",
  "go.sum",
  "Cargo.lock",
  "poetry.lock",
  "uv.lock",
  "Pipfile.lock",
  "gradle.lockfile",
];

const USUAL_TESTS = ["test/**", "tests/**", "**/__tests__/**", "**/*.{test,spec}.*", "**/*_test.*", "**/test_*"];

/** Throws `UsageError` naming the key to set when nothing runs the tests. */
export function toolchain(config: Config, stack: Stack | undefined): Toolchain {
  const { commands } = config;
  const test = commands.test === undefined ? stack?.test : configured(commands.test, config.junit);
  if (test === undefined) throw new UsageError(`no test command found${place(config)}: set commands.test in x-skills.json`);
  return {
    stack: stack?.name ?? "configured",
    test,
    coverage: coverageSuite(config, test, stack),
    setup: commands.setup ?? stack?.setup,
    compile: commands.compile ?? stack?.compile,
    format: commands.format,
    lint: commands.lint,
    acceptance: commands.acceptance,
    testGlobs: config.testGlobs ?? stack?.testGlobs ?? USUAL_TESTS,
    extensions: stack?.extensions ?? [],
    manifests: [...new Set([...(stack?.manifests ?? []), ...LOCK_FILES])],
  };
}

/** Reports without a command for them are written by the project's own coverage script, else by the tests themselves. */
function coverageSuite({ commands, coverage }: Config, test: Suite, stack: Stack | undefined): Suite | undefined {
  const { reports } = coverage;
  if (commands.coverage !== undefined) return { command: commands.coverage, env: {}, reports };
  const found = stack?.coverage;
  if (reports.length === 0) return found?.reports.length === 0 ? undefined : found;
  return { ...(found?.reports.length === 0 ? found : test), reports };
}

function configured(command: Command, junit: string | undefined): Suite {
  return { command, env: {}, reports: junit === undefined ? [] : [junit] };
}

function place({ workdir }: Config): string {
  return workdir === "." ? "" : ` in ${workdir}`;
}
