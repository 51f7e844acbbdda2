/** Files that bun, node, vitest and jest could not load. */
import { type LoadProblem, missingModule, missingName, otherProblem } from "./load-problem.ts";
import { isTypeError } from "./problems-typescript.ts";

const NOT_FOUND = /Cannot find (?:module|package) '([^']+)' (?:from|imported from) '?(.+?)'?$/;
/** vite, in older versions: the module graph is resolved before the file runs. */
const UNRESOLVED = /Failed to resolve import "([^"]+)" from "([^"]+)"/;
const URL_NOT_LOADED = /Failed to load url (\S+) \(resolved id: .*\) in (\S+?)\. Does the file exist/;
const REQUIRE = /^Error: Cannot find module '([^']+)'$/;
const NO_EXPORT_HERE = /The requested module '[^']+' does not provide an export named '([^']+)'/;
const NO_EXPORT_BUN = /(?:Export named '([^']+)' not found in module|export '([^']+)' not found in) '/;
const NO_EXPORT_ESBUILD = /No matching export in "[^"]+" for import "([^"]+)"/;
const SYNTAX = /^\s*(?:(?:Uncaught |error: )?SyntaxError|RolldownError: Parse failure|error: (?:Expected|Unexpected|Unterminated))\b/;
/** bun's heading of a file (`sub/a.test.ts:`) and vitest's and jest's (`FAIL sub/a.test.ts`). */
const BUN_HEADING = /^(\S.*\.[cm]?[jt]sx?):$/;
const FAIL_HEADING = /^\s*FAIL\s+(\S+\.[cm]?[jt]sx?)\b/;
const NODE_HEADING = /^((?:file:\/\/)?\/\S+\.[cm]?[jt]sx?):\d+$/;
const AT = /^\s+at (?:.*\()?((?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])\S+?\.[cm]?[jt]sx?)(?::\d+)+\)?$/;
const BETWEEN_TESTS = "# Unhandled error between tests";
const SUITE_FAILED = /● Test suite failed to run$/;
const DENO_UNCAUGHT = /^(\S+) \(uncaught error\)$/;

/** Where the report of one such file ends, and how many lines of it are looked at. */
const BLOCK_END = /^(?:-{10,}|\t? ?FAILURES ?|This error was not caught from a test.*|Test Suites:.*)$/;
const LONGEST_BLOCK = 40;
const HEADINGS = [BUN_HEADING, FAIL_HEADING, NODE_HEADING, DENO_UNCAUGHT];

/** Reads their messages, and whatever else bun, jest and deno say in the place where they report a file that did not load. */
export function javascriptProblems(lines: readonly string[]): readonly LoadProblem[] {
  const problems: LoadProblem[] = [];
  let heading: string | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    heading = HEADINGS.map((pattern) => pattern.exec(line)?.[1]).find((file) => file !== undefined) ?? heading;
    const problem = readLine(lines, i, heading);
    if (problem !== undefined) problems.push({ ...problem, loading: heading });
    const isUncaught = DENO_UNCAUGHT.test(line) && lines[i + 1]?.startsWith("error:");
    if (line === BETWEEN_TESTS || SUITE_FAILED.test(line) || isUncaught) {
      const unread = unnamed(lines, i, heading);
      if (unread !== undefined) problems.push(unread);
    }
  }
  return problems;
}

function readLine(lines: readonly string[], at: number, heading: string | undefined): LoadProblem | undefined {
  const line = lines[at]!;
  const module = NOT_FOUND.exec(line) ?? UNRESOLVED.exec(line) ?? URL_NOT_LOADED.exec(line);
  if (module !== null) return missingModule(module[2], module[1]!, "javascript");
  const required = REQUIRE.exec(line);
  if (required !== null) return missingModule(lines[at + 2]?.match(/^- (.+)$/)?.[1] ?? heading, required[1]!, "javascript");
  const bun = NO_EXPORT_BUN.exec(line);
  if (bun !== null) return missingName(heading, (bun[1] ?? bun[2])!);
  const name = NO_EXPORT_HERE.exec(line) ?? NO_EXPORT_ESBUILD.exec(line);
  if (name !== null) return missingName(locationAfter(lines, at) ?? heading, name[1]!);
  return SYNTAX.test(line) ? otherProblem(heading, line) : undefined;
}

/** deno shows the importer below the message; node above it, which the heading has. */
function locationAfter(lines: readonly string[], at: number): string | undefined {
  for (const line of lines.slice(at + 1, at + 5)) {
    const found = AT.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The error that stands there if no other pattern reads it: the first line that says something. */
function unnamed(lines: readonly string[], at: number, heading: string | undefined): LoadProblem | undefined {
  const below = lines.slice(at + 1, at + 1 + LONGEST_BLOCK);
  const end = below.findIndex((line, i) => i > 0 && BLOCK_END.test(line));
  const block = end < 0 ? below : below.slice(0, end);
  if (block.some((line, i) => isTypeError(line) || readLine(block, i, heading) !== undefined)) return undefined;
  const message = block.find((line) => /^\s*\w*[Ee]rror\b/.test(line)) ?? block.find((line) => /[A-Za-z]/.test(line));
  return otherProblem(heading, message ?? "not loaded");
}
