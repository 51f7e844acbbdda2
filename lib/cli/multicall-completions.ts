/** Completion for the multicall: the skills' names and its own flags first, after a name what that skill completes by itself. */
import { completions } from "./completions.ts";
import type { Contract } from "./contract.ts";

type Shell = "bash" | "zsh" | "fish";

/** One script that completes `x-skills NAME …`; the skills' own functions are in it, so it needs no other file. */
export function multicallCompletions(front: Contract, skills: readonly Contract[], shell: Shell): string {
  const names = skills.map(({ name }) => name);
  const own = completions({ ...front, operands: [{ ...front.operands![0]!, name: names.join("|") }] }, shell);
  return { bash, zsh, fish }[shell](front.name, own, new Map(skills.map((skill) => [skill.name, completions(skill, shell)])));
}

type Scripts = ReadonlyMap<string, string>;

function bash(name: string, own: string, skills: Scripts): string {
  const fn = `_${name.replaceAll("-", "_")}`;
  return `${own}
${[...skills.values()].join("\n")}
${fn}_call() {
  if [[ $COMP_CWORD -gt 1 ]]; then
    case "\${COMP_WORDS[1]}" in ${[...skills.keys()].join("|")}) "_\${COMP_WORDS[1]//-/_}"; return;; esac
  fi
  ${fn}
}
complete -F ${fn}_call ${name}
`;
}

/** zsh runs the file as the function when it is loaded on demand, so the function that answers comes last and calls the others. */
function zsh(name: string, own: string, skills: Scripts): string {
  const fn = `_${name.replaceAll("-", "_")}`;
  return `#compdef ${name}
${[...skills.values()].join("\n")}
${own.replace(/^if \[ "\$funcstack.*\n/m, "").replace(`\n${fn}()`, `\n${fn}_own()`)}
${fn}() {
  if (( CURRENT > 2 && \${+functions[_\${words[2]//-/_}]} )); then
    shift words
    (( CURRENT-- ))
    "_\${words[1]//-/_}"
  else
    ${fn}_own
  fi
}
if [ "$funcstack[1]" = "${fn}" ]; then ${fn} "$@"; else compdef ${fn} ${name}; fi
`;
}

function fish(name: string, own: string, skills: Scripts): string {
  const first = own.replaceAll(`complete -c ${name} -`, `complete -c ${name} -n __fish_use_subcommand -`);
  const after = [...skills].map(([skill, script]) =>
    script
      .replaceAll(" -n __fish_use_subcommand", "")
      .replaceAll(`complete -c ${skill} -`, `complete -c ${name} -n '__fish_seen_subcommand_from ${skill}' -`),
  );
  return [first.replaceAll(" -n __fish_use_subcommand -n __fish_use_subcommand", " -n __fish_use_subcommand"), ...after].join("\n");
}
