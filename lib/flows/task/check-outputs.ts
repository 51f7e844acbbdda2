/** Checks the outputs that a task declared against what is there (spec page 6, outputs). Pure: the caller brings the facts. */
import type { DeclaredOutput, OutputCheck } from "../../story/task-outputs.ts";
import type { TestResult } from "../../testing/test-report.ts";

export interface OutputFacts {
  /** Repository paths of all files that git does not ignore. */
  readonly files: ReadonlySet<string>;
  /** Whether the fixed string stands in any of them, planning files left out. */
  readonly contains: (text: string) => boolean;
  /** Results of the last run; undefined where there are none per test. */
  readonly tests: readonly TestResult[] | undefined;
  /** The last run of compile command and suite was green. */
  readonly isGreen: boolean;
}

export interface OutputFindings {
  /** Each fails the task with OUTPUT_CONTRACT_VIOLATION. */
  readonly violations: readonly string[];
  readonly warnings: readonly string[];
}

/** A declaration without anything to check is a warning, never a pass in silence. */
export function checkOutputs(outputs: readonly DeclaredOutput[], facts: OutputFacts): OutputFindings {
  return {
    violations: outputs.flatMap(({ text, checks }) =>
      checks.flatMap((check) => problemOf(check, facts) ?? []).map((problem) => `${problem} (${text})`),
    ),
    warnings: outputs.filter(({ checks }) => checks.length === 0).map(({ text }) => `not machine-verifiable: ${text}`),
  };
}

function problemOf(check: OutputCheck, { files, contains, tests, isGreen }: OutputFacts): string | undefined {
  switch (check.kind) {
    case "file":
      return hasFile(files, check.path) ? undefined : `no file ${check.path}`;
    case "text": {
      const absent = check.strings.find((text) => !contains(text));
      return absent === undefined ? undefined : `nothing in the repository is called ${absent}`;
    }
    case "test":
      return hasTest(check.name, tests, contains) ? undefined : `no passing test ${check.name}`;
    case "build":
      return isGreen ? undefined : "the build is not green";
  }
}

/** Tasks name files by their repository path, or by the end of it (a package's folder, a name alone). */
function hasFile(files: ReadonlySet<string>, path: string): boolean {
  if (files.has(path)) return true;
  const end = `/${path.replace(/^\.?\//, "")}`;
  for (const file of files) if (`/${file}`.endsWith(end)) return true;
  return false;
}

function hasTest(name: string, tests: readonly TestResult[] | undefined, contains: (text: string) => boolean): boolean {
  if (tests === undefined) return contains(name);
  return tests.some((test) => test.status === "passed" && test.id.includes(name));
}
