/** What is installed beside the binaries, the same for all targets: completions, man pages, skills for agents, the Makefile part. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { completions } from "../../cli/completions.ts";
import type { Contract } from "../../cli/contract.ts";
import { frontCommand } from "../../cli/multicall.ts";
import { multicallCompletions } from "../../cli/multicall-completions.ts";
import { agentIndex, agentSkill } from "../agent-skill.ts";
import { manPage } from "../man-page.ts";
import { ROOT, type Skill } from "../skills.ts";
import type { Member } from "./tar.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** Paths relative to the installation prefix. */
export function sharedFiles(skills: readonly Skill[]): readonly Member[] {
  const contracts = skills.map(({ contract }) => contract);
  const front = frontCommand(Object.fromEntries(skills.map(({ name, run }) => [name, async () => ({ run })]))).contract;
  const names = [front, ...contracts].map(({ name }) => name);
  const texts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      [front, ...contracts].map((contract) => [
        `share/man/man1/${contract.name}.1`,
        manPage(contract, contract === front ? names.filter((name) => name !== contract.name) : [front.name]),
      ]),
    ),
    ...Object.fromEntries(SHELLS.flatMap((shell) => contracts.map((it) => [completionPath(it.name, shell), completions(it, shell)]))),
    ...Object.fromEntries(SHELLS.map((shell) => [completionPath(front.name, shell), multicallCompletions(front, contracts, shell)])),
    ...agentFiles(contracts, "share/x-skills/skills"),
    "share/x-skills/x-skills.mk": readFileSync(join(ROOT, "x-skills.mk"), "utf8"),
    "share/doc/x-skills/LICENSE": readFileSync(join(ROOT, "LICENSE"), "utf8"),
    "share/doc/x-skills/SECURITY.md": readFileSync(join(ROOT, "SECURITY.md"), "utf8"),
  };
  return Object.entries(texts).map(([path, text]) => ({ path, content: { text } }));
}

/** The skills for agents in a folder: flat, as `Skill(skill: "name")` looks for them, with their index. */
export function agentFiles(contracts: readonly Contract[], folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries([
    [`${folder}/README.md`, agentIndex(contracts)],
    ...contracts.map((contract) => [`${folder}/${contract.name}/SKILL.md`, agentSkill(contract)]),
  ]);
}

/** Where each shell looks by itself. zsh loads a file as the function of its name, so both have one. */
function completionPath(name: string, shell: (typeof SHELLS)[number]): string {
  if (shell === "bash") return `share/bash-completion/completions/${name}`;
  if (shell === "zsh") return `share/zsh/site-functions/_${name.replaceAll("-", "_")}`;
  return `share/fish/vendor_completions.d/${name}.fish`;
}
