/** A run's commands as a shell would be given them. Pure. */
import { shellQuoted } from "../../shell-quote.ts";
import type { Command } from "../config/config-schema.ts";
import { inRunFolder, type Suite } from "../config/stack.ts";
import type { Toolchain } from "../config/toolchain.ts";
import type { DryRunLine } from "./envelopes.ts";

/** `reports` is the folder that the run would have its reports written to. */
export function plannedCommands(tools: Toolchain, reports: string): DryRunLine["commands"] {
  return {
    setup: shown(tools.setup),
    test: suiteLine(tools.test, reports),
    coverage: tools.coverage === undefined ? null : suiteLine(tools.coverage, reports),
    compile: shown(tools.compile),
    format: shown(tools.format),
    lint: shown(tools.lint),
    acceptance: shown(tools.acceptance),
  };
}

/** With the variables that it is given. */
function suiteLine(suite: Suite, reports: string): string {
  const { command, env } = inRunFolder(suite, reports);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${shellQuoted([value])}`);
  return [...variables, line(command)].join(" ");
}

function shown(command: Command | undefined): string | null {
  return command === undefined ? null : line(command);
}

function line(command: Command): string {
  return typeof command === "string" ? command : shellQuoted(command);
}
