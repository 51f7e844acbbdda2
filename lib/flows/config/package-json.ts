/** What a package.json says about scripts, packages and the package manager; pure. */
import * as v from "valibot";
import { DataError } from "../../errors.ts";
import { schemaProblem } from "../../schema-problem.ts";
import type { Command } from "./config-schema.ts";
import type { Project } from "./stack.ts";

export type Manager = "bun" | "pnpm" | "yarn" | "npm";

export interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  /** Names of all packages it depends on. */
  readonly packages: ReadonlySet<string>;
  readonly manager: Manager;
  /** Installs exactly what the lock file says; undefined when there is no lock file. */
  readonly setup: Command | undefined;
}

const texts = v.fallback(v.record(v.string(), v.string()), {});
const Manifest = v.object({
  scripts: v.optional(texts, {}),
  dependencies: v.optional(texts, {}),
  devDependencies: v.optional(texts, {}),
  packageManager: v.fallback(v.optional(v.string(), ""), ""),
});

const LOCK_FILES: readonly (readonly [string, Manager])[] = [
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** Names of the files that pin packages. */
export const JAVASCRIPT_LOCK_FILES: readonly string[] = LOCK_FILES.map(([name]) => name);

/** The project's package.json, or undefined. Throws `DataError` when it is none. */
export function readPackage(project: Project): Package | undefined {
  const json = project.text("package.json");
  if (json === undefined) return undefined;
  const result = v.safeParse(Manifest, parsed(json));
  if (!result.success) throw new DataError(`package.json: ${schemaProblem(result.issues)}`);
  const { scripts, dependencies, devDependencies, packageManager } = result.output;
  const locked = LOCK_FILES.find(([name]) => project.has(name))?.[1];
  const manager = named(packageManager) ?? locked ?? "npm";
  return {
    scripts: usable(scripts),
    packages: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    manager,
    setup: locked === undefined ? undefined : setupOf(manager, project),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/, ""));
  } catch {
    throw new DataError("package.json: not valid JSON");
  }
}

function named(packageManager: string): Manager | undefined {
  const name = packageManager.split("@")[0];
  return LOCK_FILES.find(([, manager]) => manager === name)?.[1];
}

/** Without the placeholder that `npm init` writes. */
function usable(scripts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { test, ...others } = scripts;
  return test === undefined || test.includes("no test specified") ? others : scripts;
}

function setupOf(manager: Manager, project: Project): Command {
  if (manager === "npm") return ["npm", "ci"];
  if (manager === "yarn" && project.has(".yarnrc.yml")) return ["yarn", "install", "--immutable"];
  return [manager, "install", "--frozen-lockfile"];
}

/** Runs a script, with more arguments for its last command. */
export function runScript(manager: Manager, script: string, args: readonly string[] = []): readonly string[] {
  const separator = manager === "npm" && args.length > 0 ? ["--"] : [];
  return [manager, "run", script, ...separator, ...args];
}

const EXEC: Readonly<Record<Manager, readonly string[]>> = {
  bun: ["bun", "x", "--no-install"],
  pnpm: ["pnpm", "exec"],
  yarn: ["yarn", "run"],
  npm: ["npx", "--no-install"],
};

/** Runs a program of an installed package; nothing is fetched. */
export function runPackage(manager: Manager, words: readonly string[]): readonly string[] {
  return [...EXEC[manager], ...words];
}
