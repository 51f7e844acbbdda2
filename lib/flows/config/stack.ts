/** What is known about a project's tools, detected or configured. Plain JSON; `{run}` in words, variables and reports stands for the run folder. */
import type { Command } from "./config-schema.ts";

/** Every stack that can be detected. */
export const STACK_NAMES = [
  "bun",
  "vitest",
  "jest",
  "node",
  "npm-script",
  "deno",
  "pytest",
  "go",
  "cargo",
  "maven",
  "gradle",
  "make",
] as const;
export type StackName = (typeof STACK_NAMES)[number];

/** A command and what it leaves behind. */
export interface Suite {
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  /** Paths or globs, seen from the working directory; none: only its exit status tells. */
  readonly reports: readonly string[];
}

export interface Stack {
  readonly name: StackName;
  /** Writes JUnit reports where it says so. */
  readonly test: Suite;
  /** Runs the suite and writes coverage reports. */
  readonly coverage: Suite | undefined;
  readonly setup: Command | undefined;
  readonly compile: Command | undefined;
  /** Which files are tests. */
  readonly testGlobs: readonly string[];
  /** Extensions of the language, with their dots: files that a coverage report has to mention. */
  readonly extensions: readonly string[];
  /** The files that the commands were read from, and those that pin packages: neither test nor production. */
  readonly manifests: readonly string[];
}

/** A look at a project's folder. */
export interface Project {
  has(name: string): boolean;
  /** The text of a file of it, undefined when absent. */
  text(name: string): string | undefined;
  /** Whether a program of that name can be started. */
  canRun(program: string): boolean;
}

/** The suite with the run folder put in. */
export function inRunFolder({ command, env, reports }: Suite, runFolder: string): Suite {
  const fill = (text: string) => text.replaceAll("{run}", () => runFolder);
  return {
    command: typeof command === "string" ? command : command.map(fill),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)])),
    reports: reports.map(fill),
  };
}
