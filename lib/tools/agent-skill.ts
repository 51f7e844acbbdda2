/** SKILL.md: how a coding agent calls a binary, generated from its contract; and the index of those that people may call. */
import type { Contract } from "../cli/contract.ts";
import { exitTable } from "../cli/exit-table.ts";
import { synopsis } from "../cli/synopsis.ts";
import { STEP_MODE } from "./agent-step-mode.ts";

/** Stands in every generated file, so that the next run knows which files are its own. */
export const GENERATED = "<!-- Generated from the contract by x-skills; edits are lost. -->";

/** Called by other skills, never by a person: hidden from menus and from the index. */
function isInternal({ name }: Pick<Contract, "name">): boolean {
  return name.startsWith("x-internal-");
}

/** Whether a person may call it; git calls the merge driver. */
function isForPeople(contract: Pick<Contract, "name">): boolean {
  return !isInternal(contract) && contract.name !== "x-merge-state";
}

/** Skills whose caller has to read and write files between two calls; for the others Bash is enough. */
const TOOLS: Readonly<Record<string, string>> = {
  "x-implement-task": "Bash, Read, Write, Edit, Grep, Glob",
  "x-review-specialist": "Bash, Read, Write, Grep, Glob",
};

/** The anchor path's category: what changes state is an operation, what only reads belongs to planning; the others are for people. */
function category(contract: Pick<Contract, "name" | "writes">): string {
  if (!isInternal(contract)) return "dev";
  return contract.writes.length > 0 ? "internal-ops" : "internal-plan";
}

/** The text of `<name>/SKILL.md`. */
export function agentSkill(contract: Contract): string {
  const { name, summary, flags, operands = [], examples } = contract;
  const internal = isInternal(contract);
  const marker = internal
    ? "> 🔒 **INTERNAL SKILL**\n> Called by other skills only; never by a person."
    : `> Runs the program \`${name}\`; what it prints is the answer.`;
  const parts = [
    [
      "---",
      `name: ${name}`,
      `description: ${JSON.stringify(summary)}`,
      `visibility: ${internal ? "internal" : "public"}`,
      `user-invocable: ${isForPeople(contract)}`,
      `allowed-tools: ${TOOLS[name] ?? "Bash"}`,
      `argument-hint: ${JSON.stringify(synopsis(contract))}`,
      `category: ${category(contract)}`,
      "---",
      "",
      marker,
    ].join("\n"),
    GENERATED,
    `# Skill: ${name}`,
    summary,
    "## Call",
    `Run exactly this with the Bash tool, with the arguments of the call in place of \`$ARGUMENTS\`, and nothing before or after it:\n\n\`\`\`bash\n${name} $ARGUMENTS\n\`\`\``,
    `Called by other skills as \`Skill(skill: "${name}", args: "${(examples[0] ?? "").replaceAll('"', '\\"')}")\`. Do not do the work of this skill by hand, and do not edit its files. ` +
      `Exit 127 with \`command not found\`: the program is not installed; stop and say so. \`${name} --help\` is the reference.`,
    ...(name === "x-implement-task" ? [STEP_MODE] : []),
    `## Arguments\n\n${table(
      ["argument", "what"],
      [
        ...operands.map((it) => [`\`${it.name}\``, it.help]),
        ...Object.entries(flags).map(([flag, spec]) => [`\`--${flag}${spec.value === undefined ? "" : ` <${spec.value}>`}\``, spec.help]),
      ],
    )}`,
    `## Answer\n\nOn exit 0 one line of JSON on stdout (\`${name} --schema\` is its JSON Schema). On failure one line on stderr says what and where. ` +
      `Lines that begin with \`warn:\` change nothing. Exit 0 with an empty stdout is a failure: the environment has disabled the program.`,
    `## Exit codes\n\n${table(
      ["code", "name", "when"],
      exitTable(contract).map((row) => [row.code, row.name, row.when]),
    )}`,
    `## Examples\n\n\`\`\`bash\n${examples.map((example) => `${name} ${example}`).join("\n")}\n\`\`\``,
  ];
  return `${parts.join("\n\n")}\n`;
}

/** The index beside the skills: internal ones are not in it. */
export function agentIndex(contracts: readonly Contract[]): string {
  const rows = contracts.filter(isForPeople).map((it) => [`[/${it.name}](${it.name}/SKILL.md)`, it.summary]);
  return `# Skills\n\n${GENERATED}\n\n${table(["skill", "what"], rows)}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}
