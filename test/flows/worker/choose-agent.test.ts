import { expect, test } from "bun:test";
import { UsageError } from "../../../lib/errors.ts";
import { type AgentChoice, chooseAgent } from "../../../lib/flows/worker/choose-agent.ts";

function choose(choice: Partial<AgentChoice>) {
  return chooseAgent({ flag: undefined, variable: undefined, configured: undefined, ...choice });
}

test.each<[string, Partial<AgentChoice>, string | undefined]>([
  ["nobody is named", {}, undefined],
  ["an empty variable", { variable: "" }, undefined],
  ["none", { flag: "none", variable: "claude" }, undefined],
  ["a preset", { flag: "claude" }, "claude"],
  ["the variable", { variable: "codex" }, "codex"],
  ["the flag wins", { flag: "codex", variable: "claude" }, "codex"],
  ["a command line", { flag: "my-agent --fast" }, "my-agent --fast"],
  ["words", { flag: '["my agent","--fast"]' }, "my agent --fast"],
  ["the repository's own is not taken", { configured: "make it" }, undefined],
  ["unless it is asked for", { flag: "config", configured: ["make", "it"] }, "make it"],
  ["where it may be a preset", { flag: "config", configured: "claude" }, "claude"],
])("%s", (_, choice, name) => expect(choose(choice)?.name).toBe(name as never));

test("a command line goes to sh unchanged, words do not", () => {
  expect(choose({ flag: "a | b" })?.command).toBe("a | b");
  expect(choose({ flag: '["a","|","b"]' })?.command).toEqual(["a", "|", "b"]);
});

test("an inherited name is no preset", () => expect(choose({ flag: "constructor" })?.command).toBe("constructor"));

test.each([
  ["", "missing value for --agent"],
  ["  ", "missing value for --agent"],
  ["[", "malformed --agent '[': expected a JSON array of words"],
  ["[1]", "malformed --agent '[1]': expected a JSON array of words"],
  ["[]", "malformed --agent '[]': expected a JSON array of words"],
  ["config", "--agent config: x-skills.json has no agent"],
])("--agent '%s' is refused", (flag, message) => expect(() => choose({ flag })).toThrow(new UsageError(message)));
