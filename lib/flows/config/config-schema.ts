/** The shape of `x-skills.json` (spec page 6). The published JSON Schema is made from it, descriptions included. */
import * as v from "valibot";

/** Seeds: line 95 %, branch 90 %; a project may ask for more, never for less. */
const LINE_PERCENT = 95;
const BRANCH_PERCENT = 90;

const text = v.pipe(v.string("expected text"), v.nonEmpty("expected text that is not empty"));
const texts = v.array(text, "expected a list of texts");

/** An argv array, or a line that is passed unchanged to `sh -c`. */
export type Command = string | readonly string[];

const Words = v.pipe(
  v.array(v.string()),
  v.check((words) => (words[0] ?? "") !== "", "expected a program and its arguments"),
);
const CommandText = v.union([text, Words], "expected a command line or a list of words");

function command(description: string) {
  return v.optional(v.pipe(CommandText, v.description(description)));
}

function percent(minimum: number) {
  return v.optional(
    v.pipe(v.number("expected a number"), v.minValue(minimum, `at least ${minimum}: no bypass`), v.maxValue(100, "at most 100")),
    minimum,
  );
}

function seconds(byDefault: number, description: string) {
  return v.optional(
    v.pipe(
      v.number("expected seconds"),
      v.minValue(0, "expected 0 or more"),
      v.maxValue(10_000_000, "at most 10000000"),
      v.description(`${description}, in seconds; 0: no limit`),
    ),
    byDefault,
  );
}

/** A misspelt key would be a setting that does nothing. */
function section<E extends v.ObjectEntries>(entries: E) {
  return v.strictObject(entries, (issue) => (issue.expected === "never" ? "unknown key" : "expected an object"));
}

const folder = v.pipe(
  text,
  v.check((path) => !path.startsWith("/") && !path.split("/").includes(".."), "expected a folder inside the repository"),
);

const Commands = section({
  setup: command("run once in a new worktree, where ignored folders are missing"),
  test: command("run the whole test suite"),
  compile: command("build, or check types"),
  format: command("format before a commit"),
  lint: command("lint before a commit"),
  coverage: command("run the test suite and write the coverage reports"),
  acceptance: command("run the acceptance tests, where there are no per-test results"),
});

const Coverage = section({
  reports: v.optional(v.pipe(texts, v.description("coverage reports: lcov, Cobertura, JaCoCo XML, Istanbul JSON, Go profile")), []),
  line: percent(LINE_PERCENT),
  branch: percent(BRANCH_PERCENT),
  exclude: v.optional(v.pipe(texts, v.description("globs of files that need no coverage; they are named in the result")), []),
});

const Timeouts = section({
  worker: seconds(3600, "one call of the worker"),
  workerIdle: seconds(900, "no output and no file change of the worker"),
  test: seconds(900, "one run of the tests"),
  command: seconds(300, "any other command"),
});

export const ConfigFile = section({
  $schema: v.optional(text),
  commands: v.optional(Commands, {}),
  coverage: v.optional(Coverage, {}),
  testGlobs: v.optional(v.pipe(texts, v.description("which files are tests; by default those of the detected stack"))),
  junit: v.optional(v.pipe(text, v.description("the JUnit report that commands.test writes"))),
  agent: v.optional(v.pipe(CommandText, v.description("the worker, used only with --agent config"))),
  worktreeRoot: v.optional(v.pipe(text, v.description("where worktrees are made; may lie outside the repository")), ".claude/worktrees"),
  protectedBranches: v.optional(texts, ["main", "master", "develop"]),
  timeouts: v.optional(Timeouts, {}),
  workdir: v.optional(v.pipe(folder, v.description("the package of a monorepo that commands run in")), "."),
});

/** The settings, defaults filled in. Plain JSON: a run keeps them in its journal. */
export type Config = v.InferOutput<typeof ConfigFile>;
