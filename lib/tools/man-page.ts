import { COMMON_FLAGS, spelling } from "../cli/common-flags.ts";
import type { Contract, FlagSpec } from "../cli/contract.ts";
import { exitTable } from "../cli/exit-table.ts";
import { isRequired, synopsis } from "../cli/synopsis.ts";
import { VERSION } from "../version.ts";

/** The manual page of one skill, in roff (man(7)), from its contract. It carries no date, so that the same source gives the same page. */
export function manPage(contract: Contract, seeAlso: readonly string[]): string {
  const { name, summary, flags, operands = [], reads, writes, examples } = contract;
  const lines = [
    `.TH ${name.toUpperCase().replaceAll("-", "\\-")} 1 "" "x-skills ${VERSION}" "x-skills"`,
    ".SH NAME",
    `${text(name)} \\- ${text(uncapped(summary))}`,
    ".SH SYNOPSIS",
    `.B ${text(name)}`,
    text(synopsis(contract)),
    ".SH DESCRIPTION",
    text(summary),
    ...(operands.length > 0 ? [".SH OPERANDS", ...operands.flatMap((it) => [".TP", `.I ${text(it.name)}`, text(capped(it.help))])] : []),
    ".SH OPTIONS",
    ...Object.entries({ ...flags, ...COMMON_FLAGS }).flatMap(([flag, spec]) =>
      option(flag, spec, Object.hasOwn(flags, flag) && isRequired(flags[flag]!)),
    ),
    ".SH EXIT STATUS",
    ...exitTable(contract).flatMap((row) => [".TP", `.B ${text(row.code)} ${text(row.name)}`, text(row.when)]),
    ".SH FILES",
    ...files("Reads", reads),
    ...files("Writes", writes),
    ".SH EXAMPLES",
    ".nf",
    ...examples.map((example) => text(`${name} ${example}`)),
    ".fi",
    ".SH SEE ALSO",
    seeAlso.map((page) => `${text(page)}(1)`).join(", "),
  ];
  return `${lines.join("\n")}\n`;
}

function option(flag: string, spec: Omit<FlagSpec, "schema"> & { readonly short?: string }, required: boolean): readonly string[] {
  const value = spec.value === undefined ? "" : ` \\fI${text(spec.value)}\\fR`;
  const names = [...new Set([spec.short, spelling(flag)].filter((it) => it !== undefined))].map((it) => `\\fB${text(it)}\\fR`).join(", ");
  return [".TP", `${names}${value}`, `${text(capped(spec.help))}${required ? " (required)" : ""}`];
}

function files(title: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0
    ? [`${title} no file.`, ".br"]
    : [`${title} ${paths.map((path) => `\\fI${text(path)}\\fR`).join(", ")}.`, ".br"];
}

/** One line of running text: a backslash, a hyphen, and a dot or quote at its beginning mean something else to roff. */
function text(line: string): string {
  const escaped = line.replaceAll("\\", "\\e").replaceAll("-", "\\-");
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function capped(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

/** whatis(1) lines have no capital at the beginning and no full stop. */
function uncapped(sentence: string): string {
  return (sentence.slice(0, 1).toLowerCase() + sentence.slice(1)).replace(/\.$/, "");
}
