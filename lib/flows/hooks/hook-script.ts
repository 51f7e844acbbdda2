/** The scripts that git starts, and what it takes to know them again. Pure. */
import { shellQuoted } from "../../shell-quote.ts";

export const HOOKS = ["commit-msg", "pre-commit"] as const;
export type HookName = (typeof HOOKS)[number];

/** What a hook that was there before is called while ours stands in its place: in the same folder, where it finds its own files. */
export function chainedName(hook: HookName): string {
  return `${hook}.x-skills-chained`;
}

/** The call for a hook of the user's, of husky or of lefthook. */
export function hookCall(hook: HookName): string {
  return `x-hooks run ${hook}`;
}

/** Whether such a text has the call, not in a comment. */
export function callsUs(text: string, hook: HookName): boolean {
  return text.split("\n").some((line) => line.includes(hookCall(hook)) && !/^\s*(?:#|\/\/)/.test(line));
}

const MARK = "# x-skills hook:";

/** Whether a hook's text is one that we wrote, of this or another version. */
export function isOurs(text: string): boolean {
  return text.startsWith(`#!/bin/sh\n${MARK} `);
}

/**
 * One hook: first the one that was there before, with its arguments and standard input, its exit status counting; then ours.
 * `program` is tried first, then PATH, so that the hook survives a move. Without `program` (a folder that is versioned) PATH alone.
 */
export function hookScript(hook: HookName, program: readonly string[] | undefined): string {
  return `#!/bin/sh
${MARK} ${hook}. Made by 'x-hooks install'; 'x-hooks uninstall' takes it away and puts back what was here.
chained="\${0%/*}/${chainedName(hook)}"
if [ -x "$chained" ]; then "$chained" "$@" || exit; fi
${startOf("x-hooks", program, `run ${hook} "$@" >/dev/null`)}
echo ${shellQuoted([`${hook} hook: x-hooks ${absence(program)}: run 'x-hooks install' again, or pass this once with 'git commit --no-verify'`])} >&2
exit 1
`;
}

/** The merge driver as git's configuration holds it; git puts its own values in for \`%O\` and the like. */
export function driverCommand(program: readonly string[] | undefined): string {
  const problem = shellQuoted([`x-merge-state ${absence(program)}: run 'x-hooks install --merge-driver' again; ours is kept`]);
  const start = startOf(
    "x-merge-state",
    program?.map((word) => word.replaceAll("%", "%%")),
    "%O %A %B -- %P >/dev/null",
  );
  return `${start.replaceAll("\n", "; ")}; echo ${problem.replaceAll("%", "%%")} >&2; exit 2`;
}

/** The file that has to be there: the program, the multicall, or the script. */
function absence(program: readonly string[] | undefined): string {
  return program === undefined ? "is not on PATH" : `is neither at ${program.findLast((word) => word.startsWith("/"))} nor on PATH`;
}

/** Whether a driver's command is one that we wrote. */
export function isOurDriver(command: string): boolean {
  return command.startsWith(`${CLEAN}; `);
}

const CLEAN = "unset BUN_OPTIONS BUN_BE_BUN";

/** Shell lines that become the program if it is there, and else go on. What would turn it into another program is taken away. */
function startOf(name: string, program: readonly string[] | undefined, args: string): string {
  const onPath = `command -v ${name} >/dev/null && exec ${name} ${args}`;
  const lines = [CLEAN, onPath];
  if (program !== undefined) {
    const files = program.filter((word) => word.startsWith("/")).map((word) => `[ -f ${shellQuoted([word])} ]`);
    lines.splice(
      1,
      0,
      `[ -x ${shellQuoted([program[0]!])} ] && ${files
        .slice(1)
        .map((test) => `${test} && `)
        .join("")}exec ${shellQuoted(program)} ${args}`,
    );
  }
  return lines.join("\n");
}

/** Whether neither the program that a script of ours tries first is there, nor one of its name on PATH. */
export function isCutOff(script: string, name: string, find: (program: string) => string | undefined): boolean {
  const [, quoted] = /\[ -x ('(?:[^']|'\\'')*'|\/[^\s']*) \]/.exec(script) ?? [];
  const first = quoted?.replace(/^'|'$/g, "").replaceAll("'\\''", "'").replaceAll("%%", "%");
  return (first === undefined || find(first) === undefined) && find(name) === undefined;
}
