import type { Contract, FlagSpec } from "./contract.ts";

/** `--story-id <id> --epic-id <id> [--reasons] …`: the flags in one line, at most 160 characters (spec page 0), held by a test. */
export function synopsis({ flags, operands = [], anyOf = [] }: Pick<Contract, "flags" | "operands" | "anyOf">): string {
  const grouped = new Set(anyOf.flat());
  const parts = operands.map(({ name, optional }) => (optional ? `[<${name}>]` : `<${name}>`));
  for (const [flag, spec] of Object.entries(flags)) {
    const group = anyOf.find(([first]) => first === flag);
    if (group !== undefined) parts.push(group.map((name) => written(name, flags[name]!)).join(" | "));
    else if (grouped.has(flag) || spec.unlisted) continue;
    else parts.push(isRequired(spec) ? written(flag, spec) : `[${written(flag, spec)}]`);
  }
  if (Object.values(flags).some((spec) => spec.unlisted)) parts.push("[options]");
  return parts.join(" ");
}

/** A flag that must be given: it takes a value and is not declared optional. */
export function isRequired(spec: FlagSpec): boolean {
  return spec.value !== undefined && !spec.optional;
}

function written(flag: string, spec: FlagSpec): string {
  return spec.value === undefined ? `--${flag}` : `--${flag} <${spec.value}>`;
}
