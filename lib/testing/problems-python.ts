/** Modules that pytest, unittest or a plain python could not import. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";

const NO_MODULE = /^(?:E {3})?ModuleNotFoundError: No module named '([^']+)'/;
const NO_NAME = /^(?:E {3})?ImportError: cannot import name '([^']+)' from '[^']+'/;
const SYNTAX = /^(?:E {3})?(?:SyntaxError|IndentationError|TabError): .*/;
/** pytest's short traceback, python's own, and the file of a syntax error. */
const FRAME = /^(\S.*\.py):\d+: in <module>$/;
const PYTHON_FRAME = /^(?:E )?\s+File "([^"]+)", line \d+(?:, in <module>)?$/;
const COLLECTING = /^_+ ERROR collecting (\S+) _+$/;
const LAST_LINE = /^E {3}(\w[\w.]*(?:Error|Exception|Warning)?:? ?.*)$/;

/** Reads import errors; a collection that failed in any other way is another problem of its file. */
export function pythonProblems(lines: readonly string[]): readonly LoadProblem[] {
  const problems: LoadProblem[] = [];
  let importer: string | undefined;
  let collecting: string | undefined;
  let loading: string | undefined;
  for (const line of lines) {
    const heading = COLLECTING.exec(line)?.[1];
    if (heading !== undefined) importer = collecting = loading = heading;
    importer = (FRAME.exec(line) ?? PYTHON_FRAME.exec(line))?.[1] ?? importer;
    const found = readLine(line, importer) ?? (collecting === undefined ? undefined : readOther(line, collecting));
    if (found === undefined) continue;
    problems.push({ ...found, loading });
    collecting = undefined;
  }
  return problems;
}

function readLine(line: string, importer: string | undefined): LoadProblem | undefined {
  const module = NO_MODULE.exec(line);
  if (module !== null) return missingModule(importer, module[1]!, "python");
  const name = NO_NAME.exec(line);
  if (name !== null) return missingName(importer, name[1]!);
  return importer !== undefined && SYNTAX.test(line) ? otherProblem(importer, line.replace(/^E\s+/, "")) : undefined;
}

function readOther(line: string, file: string): LoadProblem | undefined {
  const message = LAST_LINE.exec(line)?.[1];
  return message === undefined || message.startsWith("File ") ? undefined : otherProblem(file, message);
}
