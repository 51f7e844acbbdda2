/** What the type checkers of deno, tsc and ts-jest report. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";

/** `TS2307 [ERROR]: …` (deno), `a.ts(1,2): error TS2307: …` and `a.ts:1:2 - error TS2307: …` (tsc, ts-jest). */
const DENO = /^(?:error: )?TS(\d+) \[ERROR\]: (.*)$/;
const TSC = /^\s*(\S+\.[cm]?tsx?)(?:\(\d+,\d+\):|:\d+:\d+ -) error TS(\d+): (.*)$/;
const DENO_AT = /^\s+at (\S+?\.[cm]?[jt]sx?)(?::\d+)+$/;
const LONGEST_EXCERPT = 20;
/** deno without type check, for a file that is not there. */
const DENO_NOT_FOUND = /^error: Module not found "([^"]+)"/;

const MODULE = /^Cannot find module ['"]([^'"]+)['"]|^Import "([^"]+)" not a dependency|^Relative import path "([^"]+)" not prefixed/;
const NAME =
  /has no exported member(?: named)? '([^']+)'|^Property '([^']+)' does not exist on type|^Cannot find (?:name|namespace) '([^']+)'|does not provide an export named '([^']+)'/;

/** Reads type errors; everything that is not a missing module or name counts as another problem. */
export function typescriptProblems(lines: readonly string[]): readonly LoadProblem[] {
  const problems: LoadProblem[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    const tsc = TSC.exec(line);
    if (tsc !== null) problems.push(problem(tsc[1], tsc[3]!));
    const text = DENO.exec(line)?.[2];
    if (text !== undefined) problems.push(problem(locationBelow(lines, i), text));
    const absent = DENO_NOT_FOUND.exec(line);
    if (absent !== null) problems.push(missingModule(locationBelow(lines, i), absent[1]!, "javascript"));
  }
  return problems;
}

/** True for a line that begins a type error. */
export function isTypeError(line: string): boolean {
  return DENO.test(line) || TSC.test(line);
}

function problem(importer: string | undefined, text: string): LoadProblem {
  const module = MODULE.exec(text);
  if (module !== null) return missingModule(importer, (module[1] ?? module[2] ?? module[3])!, "javascript");
  const name = NAME.exec(text);
  if (name !== null) return missingName(importer, name.slice(1).find((group) => group !== undefined)!);
  return otherProblem(importer, text);
}

/** The place of deno's diagnostic, before the next one begins. */
function locationBelow(lines: readonly string[], at: number): string | undefined {
  for (let i = at + 1; i < Math.min(lines.length, at + LONGEST_EXCERPT) && !DENO.test(lines[i]!); i++) {
    const found = DENO_AT.exec(lines[i]!)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
