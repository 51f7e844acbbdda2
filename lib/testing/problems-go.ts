/** Packages that the go command could not build for its tests. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";

const DIAGNOSTIC = /^(?:vet: )?(\S+\.go):\d+:\d+: (.+)$/;
const PACKAGE = /^(?:cannot find (?:module providing )?package|no required module provides package|package) "?([^\s";:]+)/;
const UNDEFINED = /^undefined: (?:\w+\.)?(\w+)$|^\S+\.(\w+) undefined \(type .* has no field or method \w+.*\)$|^undefined: \S+\.(\w+)$/;
const UNUSED = /^"[^"]+" imported and not used|^too many errors$/;
/** The test's own output is indented and has no column; a line of the compiler has both. */
const BUILD_FAILED = /\[(?:build|setup) failed\]|^# \S+|^=== Errors$/;

/** Reads the compiler's lines, of which the same may be printed twice; nothing when no package failed to build. */
export function goProblems(lines: readonly string[]): readonly LoadProblem[] {
  if (!lines.some((line) => BUILD_FAILED.test(line))) return [];
  const found = new Map<string, LoadProblem>();
  for (const line of lines) {
    const match = DIAGNOSTIC.exec(line);
    if (match === null || UNUSED.test(match[2]!)) continue;
    found.set(line.replace(/^vet: /, "").replace(/^\.\//, ""), problem(match[1]!, match[2]!));
  }
  return [...found.values()];
}

function problem(importer: string, text: string): LoadProblem {
  const module = PACKAGE.exec(text);
  if (module !== null) return missingModule(importer, module[1]!, "go");
  const name = UNDEFINED.exec(text);
  if (name !== null) return missingName(importer, (name[1] ?? name[2] ?? name[3])!);
  return otherProblem(importer, text);
}
