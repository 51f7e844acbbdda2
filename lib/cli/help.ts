import { renderUsage } from "citty";
import { COMMON_FLAGS } from "./common-flags.ts";
import type { Contract } from "./contract.ts";
import { exitTable } from "./exit-table.ts";
import { isRequired, synopsis } from "./synopsis.ts";

const COLORS = /\u001b\[[0-9;]*m/g;

/** `--help`: synopsis, flags, exit codes, examples; under 60 lines (held by a test). citty lays out the flags. */
export async function help(contract: Contract, color: boolean): Promise<string> {
  const { name, summary, examples } = contract;
  const exits = exitTable(contract);
  const width = Math.max(...exits.map((row) => row.name.length));
  const text = [
    `${name} - ${summary}`,
    "",
    `${heading("USAGE")} ${name} ${synopsis(contract)}`,
    "",
    await flagLines(contract),
    "",
    heading("EXIT CODES"),
    ...exits.map((row) => `  ${row.code.padEnd(7)}  ${row.name.padEnd(width)}  ${row.when}`),
    "",
    heading("EXAMPLES"),
    ...examples.map((example) => `  ${name} ${example}`),
    "",
  ].join("\n");
  return color ? text : text.replace(COLORS, "");
}

/** citty's two blocks for operands and flags, without its usage line and the empty line below each heading. */
async function flagLines(contract: Contract): Promise<string> {
  const { name, summary, flags, operands = [] } = contract;
  const args: Record<string, object> = {};
  for (const operand of operands) args[operand.name] = { type: "positional", description: operand.help, required: !operand.optional };
  for (const [flag, spec] of Object.entries({ ...flags, ...COMMON_FLAGS })) {
    const type = spec.value === undefined ? "boolean" : "string";
    const required = Object.hasOwn(flags, flag) && isRequired(flags[flag]!);
    args[flag] = { type, description: spec.help, valueHint: spec.value, required, ...(flag === "help" ? { alias: "h" } : {}) };
  }
  const usage = { meta: { name, description: summary }, args, ...(contract.skills && { subCommands: subCommands(contract.skills) }) };
  const lines = (await renderUsage(usage as Parameters<typeof renderUsage>[0])).split("\n");
  const first = lines.findIndex(isHeading);
  return lines
    .slice(first)
    .filter((line, i, all) => line !== "" || !isHeading(all[i - 1] ?? ""))
    .map(toTheLeft)
    .join("\n")
    .trimEnd();
}

/** The skills of the multicall as citty's sub-commands. */
function subCommands(skills: NonNullable<Contract["skills"]>): object {
  const described = async (load: (typeof skills)[string]) => ({ meta: { description: (await load()).run.contract.summary } });
  return Object.fromEntries(Object.entries(skills).map(([name, load]) => [name, () => described(load)]));
}

function isHeading(line: string): boolean {
  return /^(ARGUMENTS|OPTIONS|COMMANDS)$/.test(line.replace(COLORS, ""));
}

/** citty pads names on their left and knows no flag without a long form; a column that begins at one place is easier to look through. */
function toTheLeft(line: string): string {
  return line
    .replace(/^ {2}( *)(.+?) {2}/, "  $2$1  ")
    .replace(/--C=(<\w+>\S*)/, "-C $1 ")
    .trimEnd();
}

/** As citty writes its own headings. */
function heading(text: string): string {
  return `\u001b[4m\u001b[1m${text}\u001b[22m\u001b[24m`;
}
