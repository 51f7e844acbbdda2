/** What every skill can say of itself: `--help`, `--version`, `--schema`, `--completions`. Loaded only when asked. */
import { UsageError } from "../errors.ts";
import { runtimeVersion } from "../platform/runtime.ts";
import { target } from "../platform/target.ts";
import { VERSION } from "../version.ts";
import { completions } from "./completions.ts";
import type { Contract } from "./contract.ts";
import { help } from "./help.ts";
import { jsonSchema } from "./json-schema.ts";
import { multicallCompletions } from "./multicall-completions.ts";
import type { Tokens } from "./tokenize.ts";

type Shell = "bash" | "zsh" | "fish";
type Question = "help" | "version" | "schema" | "completions";

/** The text for stdout. Throws `UsageError` for a shell that is not known. */
export async function about(contract: Contract, question: Question, tokens: Tokens, color: boolean): Promise<string> {
  switch (question) {
    case "help":
      return help(contract, color);
    case "version":
      return `${contract.name} ${VERSION} (${runtimeVersion()}, ${target()})\n`;
    case "schema":
      return `${JSON.stringify(jsonSchema(contract), null, 2)}\n`;
    case "completions": {
      const shell = tokens.flags.get("completions")?.[0];
      if (tokens.problem !== undefined) throw new UsageError(tokens.problem);
      if (shell !== "bash" && shell !== "zsh" && shell !== "fish") {
        throw new UsageError(`malformed --completions '${shell}': expected bash, zsh or fish`);
      }
      return contract.skills === undefined ? completions(contract, shell) : await completionsOfAll(contract, contract.skills, shell);
    }
  }
}

async function completionsOfAll(front: Contract, skills: NonNullable<Contract["skills"]>, shell: Shell): Promise<string> {
  const loaded = await Promise.all(Object.values(skills).map((load) => load()));
  return multicallCompletions(
    front,
    loaded.map(({ run }) => run.contract),
    shell,
  );
}
