import type { FlagSpec } from "./contract.ts";

/** A flag that every skill has; the driver answers it before the body runs. */
export type CommonFlag = Omit<FlagSpec, "schema"> & { readonly short?: string };

/** Spec page 0, Command line. `-C` has no long form, as in git and make. */
export const COMMON_FLAGS: Readonly<Record<"help" | "version" | "C" | "schema" | "completions", CommonFlag>> = {
  help: { help: "show this help and exit", short: "-h" },
  version: { help: "print name, version, runtime and target, and exit" },
  C: { help: "run as if started in DIR", value: "DIR", short: "-C" },
  schema: { help: "print the JSON Schema of the output and exit" },
  completions: { help: "print a completion script and exit", value: "bash|zsh|fish" },
};

/** How a flag is written on the command line: `--help`, `-C`. */
export function spelling(flag: string): string {
  return flag.length === 1 ? `-${flag}` : `--${flag}`;
}
