/** Test targets that rustc would not compile. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";

const ERROR = /^error(?:\[(E\d{4})\])?: (.+)$/;
const PLACE = /^\s+--> (\S+\.rs):\d+:\d+$/;
const QUOTED = /`([^`]+)`/;
const CRATE =
  /(?:use of (?:unresolved module or unlinked|undeclared) crate(?: or module)?|maybe a missing crate|use of undeclared crate or module) `([^`]+)`/;
const UNLINKED = /use of unresolved module or unlinked crate `([^`]+)`/;
const LONGEST_NOTE = 40;
const MODULES: ReadonlySet<string> = new Set(["E0432", "E0433"]);
/** Functions, types, values, traits, methods, fields and variants that are not there. */
const NAMES: ReadonlySet<string> = new Set([
  "E0405",
  "E0407",
  "E0412",
  "E0422",
  "E0423",
  "E0424",
  "E0425",
  "E0531",
  "E0560",
  "E0574",
  "E0599",
  "E0609",
]);

/** Reads each error with the place below it; the closing `could not compile` lines have none. */
export function rustProblems(lines: readonly string[]): readonly LoadProblem[] {
  const problems: LoadProblem[] = [];
  for (let i = 0; i < lines.length; i++) {
    const match = ERROR.exec(lines[i]!);
    const importer = match === null ? undefined : PLACE.exec(lines[i + 1] ?? "")?.[1];
    if (match === null || importer === undefined) continue;
    const below = lines.slice(i + 2, i + 2 + LONGEST_NOTE);
    const next = below.findIndex((line) => ERROR.test(line));
    problems.push(problem(importer, match, next < 0 ? below : below.slice(0, next)));
  }
  return problems;
}

function problem(importer: string, [, code = "", text = ""]: RegExpExecArray, below: readonly string[]): LoadProblem {
  const named = QUOTED.exec(text)?.[1];
  if (named === undefined) return otherProblem(importer, text);
  if (NAMES.has(code)) return missingName(importer, named);
  if (!MODULES.has(code)) return otherProblem(importer, text);
  const note = below.join("\n");
  const crate = (UNLINKED.exec(note) ?? CRATE.exec(`${text}\n${note}`))?.[1];
  return missingModule(importer, crate ?? named, "rust");
}
