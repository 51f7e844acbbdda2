/** Who does the creative steps (spec page 6): a preset, a command of the user's own, or nobody; pure. */
import * as v from "valibot";
import { UsageError } from "../../errors.ts";
import type { Command } from "../config/config-schema.ts";

export interface Agent {
  /** As messages show it. */
  readonly name: string;
  readonly command: Command;
  /** What it reads on standard input: the whole request as JSON, or only its prompt. */
  readonly input: "request" | "prompt";
  /** Variables that it must not see. */
  readonly without: readonly string[];
}

/** Coding agents that are known by name. All of them read the prompt on standard input, so its length does not matter. */
const PRESETS: Readonly<Record<string, Agent>> = {
  claude: {
    name: "claude",
    command: ["claude", "-p", "--output-format", "text", "--permission-mode", "acceptEdits"],
    input: "prompt",
    // With these it takes itself for a session within a session, and does not start.
    without: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
  },
  codex: { name: "codex", command: ["codex", "exec", "--sandbox", "workspace-write", "-"], input: "prompt", without: [] },
};

export interface AgentChoice {
  /** `--agent`. */
  readonly flag: string | undefined;
  /** `X_SKILLS_AGENT`. */
  readonly variable: string | undefined;
  /** A repository's own setting: only used when it is asked for, so that no repository chooses what runs on its visitors' machines. */
  readonly configured: Command | undefined;
}

/** The agent, or undefined when the caller does the steps. Throws `UsageError`. */
export function chooseAgent({ flag, variable, configured }: AgentChoice): Agent | undefined {
  const choice = flag ?? (variable === "" ? undefined : variable);
  if (choice === undefined || choice === "none") return undefined;
  if (choice.trim() === "") throw new UsageError("missing value for --agent");
  if (choice !== "config") return agentOf(choice.startsWith("[") ? parseWords(choice) : choice);
  if (configured === undefined) throw new UsageError("--agent config: x-skills.json has no agent");
  return agentOf(configured);
}

function agentOf(command: Command): Agent {
  if (typeof command === "string" && Object.hasOwn(PRESETS, command)) return PRESETS[command]!;
  return { name: typeof command === "string" ? command : command.join(" "), command, input: "request", without: [] };
}

const Words = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.string()),
  v.check((words) => (words[0] ?? "") !== ""),
);

function parseWords(json: string): Command {
  const result = v.safeParse(Words, json);
  if (!result.success) throw new UsageError(`malformed --agent '${json}': expected a JSON array of words`);
  return result.output;
}
