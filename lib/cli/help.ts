import { renderUsage } from "citty";
import { COMMON_FLAGS } from "./common-flags.ts";
import type { Contract } from "./contract.ts";
import { exitTable } from "./exit-table.ts";
import { isRequired, synopsis } from "./synopsis.ts";

const SECTIONS = /^(?:\u001b\[[0-9;]*m)*(?:ARGUMENTS|OPTIONS)/m;
const COLORS = /\u001b\[[0-9;]*m/g;

/** `--help`: synopsis, flags, exit codes, examples; under 60 lines (held by a test). citty lays out the flags. */
export async function help(contract: Contract, color: boolean): Promise<string> {
  const { name, summary, flags, operands = [], examples } = contract;
  const args: Record<string, object> = {};
  for (const operand of operands) args[operand.name] = { type: "positional", description: operand.help, required: !operand.optional };
  for (const [flag, spec] of Object.entries({ ...flags, ...COMMON_FLAGS })) {
    const description = spec.help;
    if (spec.value === undefined) args[flag] = { type: "boolean", description, ...(flag === "help" ? { alias: "h" } : {}) };
    else
      args[flag] = { type: "string", description, valueHint: spec.value, required: Object.hasOwn(flags, flag) && isRequired(flags[flag]!) };
  }
  const usage = await renderUsage({ meta: { name, description: summary }, args } as Parameters<typeof renderUsage>[0]);
  const options = usage
    .slice(usage.search(/^.*(ARGUMENTS|OPTIONS)\b.*$/m))
    .replace(/[ \t]+$/gm, "")
    .trimEnd();
  const exits = exitTable(contract);
  const width = Math.max(...exits.map((row) => row.name.length));
  const text = [
    `${name} - ${summary}`,
    "",
    `USAGE ${name} ${synopsis(contract)}`,
    "",
    options,
    "",
    "EXIT CODES",
    ...exits.map((row) => `  ${row.code.padStart(7)}  ${row.name.padEnd(width)}  ${row.when}`),
    "",
    "EXAMPLES",
    ...examples.map((example) => `  ${name} ${example}`),
    "",
  ].join("\n");
  return color ? text : text.replace(COLORS, "");
}
