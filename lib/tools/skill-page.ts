import { COMMON_FLAGS, spelling } from "../cli/common-flags.ts";
import type { Contract, FlagSpec } from "../cli/contract.ts";
import { exitTable } from "../cli/exit-table.ts";
import { jsonSchema } from "../cli/json-schema.ts";
import { isRequired, synopsis } from "../cli/synopsis.ts";

/** The Markdown page of one skill, all of it from its contract. */
export function skillPage(contract: Contract): string {
  const { name, summary, flags, operands = [], reads, writes, examples } = contract;
  const parts = [
    `# ${name}\n\n${summary}`,
    `\`\`\`\n${name} ${synopsis(contract)}\n\`\`\``,
    ...(operands.length === 0
      ? []
      : [
          `## Operands\n\n${table(
            ["operand", "what"],
            operands.map((it) => [code(it.name), it.help]),
          )}`,
        ]),
    `## Flags\n\n${table(["flag", "what"], flagRows(flags))}`,
    `Every skill also has ${Object.entries(COMMON_FLAGS)
      .map(([flag, spec]) => `${code(withValue(flag, spec))} (${spec.help})`)
      .join(", ")}.`,
    `## Exit codes\n\n${table(
      ["code", "name", "when, or the message on stderr"],
      exitTable(contract).map((row) => [row.code, row.name, row.when]),
    )}`,
    `## Files\n\n${files("Reads", reads)}\n${files("Writes", writes)}`,
    `## Examples\n\n\`\`\`\n${examples.map((example) => `${name} ${example}`).join("\n")}\n\`\`\``,
    `## Output\n\nOne line of JSON on stdout (\`--schema\`):\n\n\`\`\`json\n${JSON.stringify(jsonSchema(contract), null, 2)}\n\`\`\``,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The list of all skills. */
export function indexPage(contracts: readonly Contract[]): string {
  const rows = contracts.map(({ name, summary, writes }) => [
    `[${name}](${name}.md)`,
    summary,
    writes.length === 0 ? "nothing" : writes.map(code).join(", "),
  ]);
  return `# Skills\n\nMade from the contracts by \`make fix\`; \`make check\` fails when a page is out of date.\n\n${table(["skill", "what", "writes"], rows)}\n`;
}

function flagRows(flags: Contract["flags"]): readonly (readonly string[])[] {
  return Object.entries(flags).map(([flag, spec]) => {
    const notes = [
      ...(isRequired(spec) ? ["required"] : []),
      ...(spec.repeatable && !spec.help.includes("repeatable") ? ["repeatable"] : []),
    ];
    return [code(withValue(flag, spec)), notes.length === 0 ? spec.help : `${spec.help} (${notes.join(", ")})`];
  });
}

function withValue(flag: string, spec: Pick<FlagSpec, "value">): string {
  return spec.value === undefined ? spelling(flag) : `${spelling(flag)} <${spec.value}>`;
}

function files(title: string, paths: readonly string[]): string {
  return `- ${title} ${paths.length === 0 ? "nothing" : paths.map(code).join(", ")}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}
