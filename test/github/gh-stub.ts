/** A `gh` on PATH that replays recorded answers and keeps what it was asked. */
import { readFileSync } from "node:fs";
import type { Entry } from "../harness/tree.ts";

export interface GhAnswer {
  readonly out?: string;
  readonly err?: string;
  readonly code?: number;
  /** How long it takes. */
  readonly seconds?: number;
}

/** The n-th call of a command gets its n-th answer, later ones the last; `api` is one command whatever is asked. */
export type GhAnswers = Readonly<Record<string, readonly GhAnswer[]>>;

/** PATH for a program that runs in the folder which holds `bin/gh`. */
export const STUB_PATH = { PATH: "bin:/usr/local/bin:/usr/bin:/bin" };

const SCRIPT = `#!/bin/sh
dir=$(dirname "$0")/../.gh
[ "$1" = api ] && key=api || key="$1-$2"
printf '%s\\n' "$*" >> "$dir/calls"
n=$(($(cat "$dir/$key.count" 2>/dev/null || echo 0) + 1))
echo $n > "$dir/$key.count"
while [ $n -gt 0 ] && [ ! -e "$dir/$key.$n.code" ]; do n=$((n - 1)); done
if [ $n = 0 ]; then echo "stub: no answer to $*" >&2; exit 99; fi
cat > "$dir/$key.stdin"
env > "$dir/env"
exec 4<"$dir/$key.$n.seconds"; read -r seconds <&4; [ "$seconds" = 0 ] || sleep "$seconds"
cat "$dir/$key.$n.out"
cat "$dir/$key.$n.err" >&2
exit "$(cat "$dir/$key.$n.code")"
`;

/** The files of a stub with these answers, to be put into a tree. */
export function ghStub(answers: GhAnswers): Readonly<Record<string, Entry>> {
  const files: Record<string, Entry> = { "bin/gh": { text: SCRIPT, mode: 0o755 }, ".gh/calls": "" };
  for (const [command, list] of Object.entries(answers)) {
    for (const [i, { out = "", err = "", code = 0, seconds = 0 }] of list.entries()) {
      const base = `.gh/${command.replace(" ", "-")}.${i + 1}`;
      Object.assign(files, {
        [`${base}.out`]: out,
        [`${base}.err`]: err,
        [`${base}.code`]: `${code}`,
        [`${base}.seconds`]: `${seconds}\n`,
      });
    }
  }
  return files;
}

/** The calls so far, each as one line, in order. */
export function ghCalls(root: string): readonly string[] {
  return readFileSync(`${root}/.gh/calls`, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
