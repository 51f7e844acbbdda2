/** Sources that javac would not compile, as javac itself, Maven and Gradle print it; Kotlin's unresolved references too. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";

const JAVAC = /^(\S.*\.java):\d+: error: (.+)$/;
const MAVEN = /^\[ERROR\] (\S.*\.(?:java|kt)):\[\d+,\d+\] (.+)$/;
const KOTLIN = /^e: (?:file:\/\/)?(\S+\.kts?):(?:\d+:\d+|\s*\(\d+, ?\d+\):) (.+)$/;
const PACKAGE = /^package ([\w.]+) does not exist$/;
const SYMBOL = /^(?:\[ERROR\] )?\s*symbol:\s+(?:static )?\w+ ([\w$]+)/;
const LOCATION = /^(?:\[ERROR\] )?\s*location:\s+package ([\w.]+)/;
const UNRESOLVED = /^Unresolved reference:? '?(\w+)'?/i;

/** Reads the compiler's errors; Maven prints each twice, which is once here. */
export function javaProblems(lines: readonly string[]): readonly LoadProblem[] {
  const found = new Map<string, LoadProblem>();
  for (let i = 0; i < lines.length; i++) {
    const match = JAVAC.exec(lines[i]!) ?? MAVEN.exec(lines[i]!) ?? KOTLIN.exec(lines[i]!);
    if (match === null) continue;
    const read = problem(match[1]!, match[2]!, lines.slice(i + 1, i + 6));
    found.set(JSON.stringify(read), read);
  }
  return [...found.values()];
}

function problem(importer: string, text: string, below: readonly string[]): LoadProblem {
  const absent = PACKAGE.exec(text);
  if (absent !== null) return missingModule(importer, absent[1]!, "java");
  const unresolved = UNRESOLVED.exec(text);
  if (unresolved !== null) return missingName(importer, unresolved[1]!);
  if (text !== "cannot find symbol") return otherProblem(importer, text);
  const next = below.findIndex((line) => JAVAC.test(line) || MAVEN.test(line));
  const own = next < 0 ? below : below.slice(0, next);
  const symbol = own.map((line) => SYMBOL.exec(line)?.[1]).find((name) => name !== undefined);
  const location = own.map((line) => LOCATION.exec(line)?.[1]).find((name) => name !== undefined);
  if (symbol === undefined) return otherProblem(importer, text);
  return location === undefined ? missingName(importer, symbol) : missingModule(importer, `${location}.${symbol}`, "java");
}
