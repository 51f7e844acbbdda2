/** Asks a real shell what it offers at the end of a half-typed command line. */
import { join } from "node:path";
import { run } from "./run-script.ts";
import { tree } from "./tree.ts";

type Shell = "bash" | "zsh" | "fish";

/** Types the words of the line into the completion function, as readline would split them: `=` is a word. */
const BASH = `source ./script
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
registered=$(complete -p "$1"); registered=\${registered##*-F }
"\${registered%% *}"
printf '%s\\n' "\${COMPREPLY[@]}"`;

/** zsh completes only in an interactive shell: one is started on a terminal of its own, and a key writes down the completed line. */
const ZSH = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'autoload -U compinit; compinit -u -D; source ./script
  finish() { zle complete-word; print -r -- "$BUFFER" > offered; exit }; zle -N finish; bindkey "^T" finish; print -r -- rea""dy'
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
zpty -w -n shell "$*"$'\\x14'
while zpty -r shell line; do :; done
cat offered`;

const FISH = `source ./script; complete --do-complete "$argv"`;

/** The words offered (zsh: the completed line) after \`words\`, the last of which is not finished. */
export async function completionsFor(shell: Shell, script: string, words: readonly string[]): Promise<readonly string[]> {
  using dir = tree({ script, "a folder/file": "", "a file": "" });
  const command = {
    bash: ["bash", "--norc", "-c", BASH, "bash", ...words.flatMap((word) => splitAtEquals(word))],
    zsh: ["zsh", "-f", "-c", ZSH, "zsh", ...words],
    fish: ["fish", "--no-config", "-c", FISH, ...words],
  }[shell];
  const { stdout } = await run(command, {
    cwd: dir.root,
    timeoutMs: 20_000,
    env: { TERM: "dumb", XDG_CONFIG_HOME: join(dir.root, "config") },
  });
  return stdout
    .split("\n")
    .map((line) => line.trim().replace(/\t.*/, ""))
    .filter((line) => line !== "");
}

function splitAtEquals(word: string): readonly string[] {
  return word === "" ? [word] : word.split(/(=)/).filter((part) => part !== "");
}
