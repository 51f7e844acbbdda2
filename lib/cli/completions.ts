import { COMMON_FLAGS, spelling } from "./common-flags.ts";
import type { Contract, FlagSpec } from "./contract.ts";

interface Choice {
  readonly flag: string;
  readonly help: string;
  readonly values: readonly string[];
  readonly repeatable: boolean;
  /** What a value is when it is not one of `values`: a path, or free text; undefined for a switch. */
  readonly takes: "file" | "directory" | "text" | undefined;
}

/** A completion script for one skill, ready to be sourced or put where the shell looks. */
export function completions(contract: Pick<Contract, "name" | "flags" | "operands">, shell: "bash" | "zsh" | "fish"): string {
  const choices = Object.entries({ ...contract.flags, ...COMMON_FLAGS }).map(([flag, spec]) => choice(flag, spec));
  const words = (contract.operands ?? []).flatMap(({ name }) => alternatives(name));
  return { bash, zsh, fish }[shell](contract.name, choices, words);
}

function choice(flag: string, { value, help, repeatable }: Omit<FlagSpec, "schema">): Choice {
  const takes = value === undefined ? undefined : /^dir/i.test(value) ? "directory" : /^(path|file)/i.test(value) ? "file" : "text";
  return { flag: spelling(flag), help, repeatable: repeatable === true, values: value === undefined ? [] : alternatives(value), takes };
}

/** `a|b|c` are three words to choose from; anything else is a placeholder. */
function alternatives(placeholder: string): readonly string[] {
  return placeholder.includes("|") ? placeholder.split("|") : [];
}

function bash(name: string, choices: readonly Choice[], words: readonly string[]): string {
  const fn = `_${name.replaceAll("-", "_")}`;
  const cases = choices
    .filter(({ takes }) => takes !== undefined)
    .map(({ flag, values, takes }) => {
      if (values.length > 0) return `    ${flag}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$cur")); return;;`;
      if (takes === "text") return `    ${flag}) COMPREPLY=(); return;;`;
      const names = `compgen -${takes === "file" ? "f" : "d"} -- "$cur"`;
      return `    ${flag}) IFS=$'\\n'; COMPREPLY=($(${names})); compopt -o filenames 2>/dev/null; return;;`;
    });
  const all = [...words, ...choices.map(({ flag }) => flag)].join(" ");
  return `# bash completion for ${name}
${fn}() {
  local IFS=$' \\t\\n' cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  [[ $prev == "=" ]] && prev="\${COMP_WORDS[COMP_CWORD-2]}"
  [[ $cur == "=" ]] && { prev="\${COMP_WORDS[COMP_CWORD-1]}"; cur=""; }
  case "$prev" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "${all}" -- "$cur"))
}
complete -F ${fn} ${name}
`;
}

function zsh(name: string, choices: readonly Choice[], words: readonly string[]): string {
  const fn = `_${name.replaceAll("-", "_")}`;
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const specs = choices.map(({ flag, help, repeatable, values, takes }) => {
    const description = `[${help.replace(/[[\]:\\]/g, "\\$&")}]`;
    if (takes === undefined) return quote(`${flag}${description}`);
    const action = values.length > 0 ? `(${values.join(" ")})` : takes === "directory" ? "_files -/" : takes === "file" ? "_files" : " ";
    return quote(`${repeatable ? "*" : ""}${flag}${flag.startsWith("--") ? "=" : ""}${description}:value:${action}`);
  });
  if (words.length > 0) specs.push(quote(`1:command:(${words.join(" ")})`));
  return `#compdef ${name}
# zsh completion for ${name}
${fn}() {
  _arguments -s ${specs.join(" \\\n    ")}
}
if [ "$funcstack[1]" = "${fn}" ]; then ${fn} "$@"; else compdef ${fn} ${name}; fi
`;
}

/** What follows a flag: nothing, one of a few words, free text, a folder or a file. */
function fishValue(values: readonly string[], takes: Choice["takes"]): string {
  if (values.length > 0) return ` -x -a '${values.join(" ")}'`;
  return { switch: "", text: " -x", directory: " -x -a '(__fish_complete_directories)'", file: " -r -F" }[takes ?? "switch"];
}

function fish(name: string, choices: readonly Choice[], words: readonly string[]): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, "\\$&")}'`;
  const lines = choices.map(({ flag, help, values, takes }) => {
    const form = flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`;
    return `complete -c ${name} ${form}${fishValue(values, takes)} -d ${quote(help)}`;
  });
  const operands = words.length > 0 ? [`complete -c ${name} -n __fish_use_subcommand -a ${quote(words.join(" "))}`] : [];
  return `# fish completion for ${name}\ncomplete -c ${name} -f\n${[...operands, ...lines].join("\n")}\n`;
}
