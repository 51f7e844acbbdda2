import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ROOT } from "./repository.ts";

/** `multicall`: the skills through compiled/host/x-skills. `arm64`: the linux-arm64 binaries, emulated. */
export type Runtime = (typeof RUNTIMES)[number];
const RUNTIMES = ["compiled", "bun", "deno", "multicall", "arm64"] as const;

/** Which runtime the spawned programs of this test run use: `X_SKILLS_RUNTIME`, or bun. */
export const RUNTIME = chosen(process.env.X_SKILLS_RUNTIME ?? "bun");

/** What `--version` says this run's programs were built for. */
export const TARGET = RUNTIME === "arm64" ? "linux-arm64" : `${process.platform}-${process.arch}`;

function chosen(name: string): Runtime {
  const runtime = RUNTIMES.find((known) => known === name);
  if (runtime === undefined) throw new Error(`X_SKILLS_RUNTIME is '${name}', expected one of ${RUNTIMES.join(", ")}`);
  return runtime;
}

/** The words that start a program by its name: a skill of `scripts/`, or a test program of `test/programs/`. */
export function commandLine(name: string, runtime: Runtime = RUNTIME): string[] {
  const skill = join(ROOT, "scripts", `${name}.ts`);
  const isSkill = existsSync(skill);
  const source = isSkill ? skill : join(ROOT, "test/programs", `${name}.ts`);
  switch (runtime) {
    case "compiled":
      return [isSkill ? join(ROOT, "compiled/host", name) : join(CACHE, "programs", name)];
    case "bun":
      return [process.execPath, "--no-env-file", "--config=/dev/null", source];
    case "deno":
      return [denoProgram(), "run", "-A", source];
    case "multicall":
      return [join(ROOT, "compiled/host/x-skills"), name];
    case "arm64":
      return ["qemu-aarch64-static", "-L", "/usr/aarch64-linux-gnu", join(ROOT, "compiled/linux-arm64", name)];
  }
}

/** The native program: the npm package's own `deno` is a Node script, which costs 100 ms and swallows signals. */
export function denoProgram(): string {
  const [program] = new Bun.Glob("node_modules/@deno/*/deno").scanSync({ cwd: ROOT, absolute: true });
  if (program === undefined) throw new Error("deno is not installed; run 'make setup'");
  return program;
}

/** What `make coverage` sets for this process is handed on to the programs, and by them to those that they start. */
function coverageVariables(): Readonly<Record<string, string | undefined>> {
  const { X_SKILLS_COVERAGE, BUN_INSPECT_PRELOAD, DENO_COVERAGE_DIR } = process.env;
  return { X_SKILLS_COVERAGE, BUN_INSPECT_PRELOAD, DENO_COVERAGE_DIR };
}

/** What every spawned program starts with: nothing of the developer's own environment but PATH. */
export function cleanEnvironment(extra: Readonly<Record<string, string | undefined>> = {}): Record<string, string> {
  const home = join(CACHE, "home");
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    LC_ALL: "C",
    TZ: "UTC",
    HOME: home,
    DENO_DIR: join(CACHE, "deno"),
    DENO_NO_UPDATE_CHECK: "1",
    ...coverageVariables(),
    ...extra,
  };
  return Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
}
