/** Commits: hooks that fail or reformat, the chain, names, files that were dirty before (page 6, Commits; page 7, case 30). On bun only. */
import { expect } from "bun:test";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { fileAt, leftovers, subjects, taskBranch, trailers, workChanges } from "./observed.ts";
import { CALC, SHORT } from "./planning.ts";
import type { Project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, taskRows } from "./task-rows.ts";

const REFORMAT = `for f in $(git diff --cached --name-only --diff-filter=AM -- '*.js'); do grep -q formatted "$f" || echo "// formatted" >> "$f"`;

taskRows([
  {
    name: "a pre-commit hook that fails: the reason, and the work is still there; mended, it goes on",
    before: (box) => box.hook("pre-commit", "echo no trailing spaces please >&2; exit 1"),
    errorCode: "COMMIT_FAILED",
    message: /no trailing spaces please/,
    subjects: [],
    after: async (box, { last }) => {
      expect(String(last.kind)).toMatch(/pre-commit/);
      expect(workChanges(box)).toHaveLength(1);
      box.hook("pre-commit", "exit 0");
      expectEnd(await runTask(box), {});
      expect(subjects(box)).toEqual([...SHORT_SUBJECTS]);
    },
  },
  {
    name: "a commit-msg hook that rejects",
    before: (box) => box.hook("commit-msg", "echo needs a ticket >&2; exit 1"),
    errorCode: "COMMIT_FAILED",
    message: /needs a ticket/,
    subjects: [],
    after: (_, { last }) => expect(String(last.kind)).toMatch(/commit-msg/),
  },
  {
    name: "a pre-commit hook that reformats and stages what it changed",
    before: (box) => box.hook("pre-commit", `${REFORMAT}; git add "$f"; done`),
    subjects: SHORT_SUBJECTS,
    changes: [],
    after: (box) => expect(fileAt(box, taskBranch(box), "tests/sub.js")).toEndWith("// formatted"),
  },
  {
    name: "a pre-commit hook that reformats and does not stage it",
    before: (box) => box.hook("pre-commit", `${REFORMAT}; done`),
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "commands.format changes what is committed",
    project: {
      config: { commands: { format: "for f in src/*.js tests/*.js; do grep -q formatted $f || echo '// formatted' >> $f; done" } },
      files: {
        "src/calc.js": "export const zero = 0;\nexport const add = (a, b) => a + b;\n// formatted\n",
        "tests/calc.js": 'test("zero is there", zero);\ntest("adds", add);\n// formatted\n',
      },
    },
    subjects: SHORT_SUBJECTS,
    changes: [],
    after: (box) => expect(fileAt(box, taskBranch(box), "src/sub.js")).toEndWith("// formatted"),
  },
  {
    name: "commands.lint fails",
    project: { config: { commands: { lint: "echo too long >&2; exit 2" } } },
    errorCode: "COMMIT_FAILED",
    message: /lint.*too long/,
    subjects: [],
  },
  {
    name: "commands.compile is not asked in RED, and is in GREEN",
    project: { config: { commands: { compile: "[ -f src/sub.js ] || { echo no sub >&2; exit 1; }" } } },
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "the hooks of this kit are content: trailers in the last paragraph of every commit",
    before: (box) =>
      box.hook("commit-msg", `git interpret-trailers --parse "$1" | grep -q '^Co-Authored-By: x-commit-changes@[0-9a-f]\\{40\\}$'`),
    subjects: SHORT_SUBJECTS,
  },
  {
    name: "a long title with a period is cut at a word",
    project: { tasks: [{ ...SHORT, title: `Subtract and ${"double and ".repeat(12)}stop.` }] },
    after: (box) => {
      const subject = subjects(box)
        .at(-1)!
        .replace(/^feat\(TASK-0049-0005-001\): /, "");
      expect(subject).toMatch(/^implement Subtract and (double and )*double( and)?$/);
      expect(subject.length).toBeLessThanOrEqual(72);
      expect(box.git(["check-ref-format", "--branch", taskBranch(box)])).toBe(taskBranch(box));
    },
  },
  {
    name: "--orchestrated on a dirty tree: files that were dirty before stay out",
    before: (box) => {
      box.git(["checkout", "-q", "-b", "feat/story-0049-0005"]);
      box.write("repo/notes.md", "mine\n");
      box.write("repo/x.json.lock", "");
    },
    args: [CALC.id, "--orchestrated"],
    changes: ["?? notes.md"],
    after: (box) => {
      expect(subjects(box, "feat/story-0049-0005")).toEqual([...SHORT_SUBJECTS]);
      expect(box.git(["log", "--name-only", "--format=", "develop..HEAD"])).not.toContain("notes.md");
    },
  },
  {
    name: "a state file that git tracks is never committed with code",
    before: (box) => {
      box.git(["add", "-f", `${box.base}/execution-state.json`]);
      box.git(["commit", "-q", "-m", "state"]);
    },
    subjects: SHORT_SUBJECTS,
    after: (box) => {
      expect(box.git(["log", "--name-only", "--format=", `develop..${taskBranch(box)}`])).not.toContain("execution-state");
      const state = JSON.parse(box.read(`${box.base}/execution-state.json`));
      expect(state.stories["story-0049-0005"].tasks[CALC.id].status).toBe("DONE");
    },
  },
  {
    name: "names with spaces, quotes, a leading dash and unicode",
    project: {
      steps: { "green-1": `${HONEST["green-1"]}\nfor f in "a b" "-x" '"q"' "ü中"; do echo 1 > "./$f"; done`, coverage: ":" },
      config: { coverage: { exclude: [] } },
    },
    subjects: SHORT_SUBJECTS,
    changes: [],
    after: (box) => {
      const green = box.git(["rev-list", "--reverse", `develop..${taskBranch(box)}`]).split("\n")[1]!;
      const files = box.git(["-c", "core.quotePath=false", "show", "--name-only", "--format=", "-z", green]).split("\0").filter(Boolean);
      expect(files.sort()).toEqual(['"q"', "-x", "a b", "src/sub.js", "ü中"].sort());
    },
  },
  {
    name: "HEAD that is signed by nobody who can: known before anything is done",
    before: (box) => {
      box.git(["config", "commit.gpgsign", "true"]);
      box.git(["config", "gpg.program", "false"]);
    },
    errorCode: "PRECONDITION_FAILED",
    message: /sign/,
    after: (box) => expect(isUntouched(box)).toBe(true),
  },
]);

function isUntouched(box: Project): boolean {
  return (
    box.git(["branch", "--format=%(refname:short)"]) === "develop" && leftovers(box).length === 0 && trailers(box, "HEAD").length === 0
  );
}
