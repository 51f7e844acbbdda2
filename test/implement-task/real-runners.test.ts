/** The real runners of this machine, each with a task of one cycle and no settings: detected, run, read. On bun only. */
import { expect, test } from "bun:test";
import { delimiter, dirname, join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { denoProgram } from "../harness/runtime.ts";
import { put, type Steps } from "./honest-steps.ts";
import { changes, leftovers, subjects } from "./observed.ts";
import { smallSubjects, smallTask } from "./planned-tasks.ts";
import { type ProjectOptions, project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd } from "./task-rows.ts";

const PATH = [join(ROOT, "node_modules/.bin"), dirname(denoProgram()), process.env.PATH].join(delimiter);
/** What the awk suite of the other tests is made of. */
const PLAIN = {
  "x-skills.json": null,
  "tools/suite.sh": null,
  "tools/suite.awk": null,
  "src/calc.js": null,
  "tests/calc.js": null,
  "package.json": null,
};
const ADD = "export const add = (a, b) => a + b;\n";
const SUB = "export const sub = (a, b) => a - b;";

interface RealRunner {
  readonly name: string;
  readonly needs: readonly string[];
  readonly files: NonNullable<ProjectOptions["files"]>;
  readonly steps: Steps;
  readonly outputs: readonly string[];
  readonly evidence: "junit" | "exit-status";
  /** Lines covered at the end, or null where nothing can tell. */
  readonly lines?: number | null;
}

function bunTest(name: string): string {
  return `import { expect, test } from "bun:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}s", () => expect(${name}(3, 1)).toBe(${name === "add" ? 4 : 2}));`;
}
function nodeTest(name: string): string {
  return `import assert from "node:assert";\nimport test from "node:test";\nimport { ${name} } from "../src/${name}.js";\ntest("${name}s", () => assert.equal(${name}(3, 1), ${name === "add" ? 4 : 2}));`;
}
function denoTest(name: string): string {
  return `import { ${name} } from "../src/${name}.js";\nDeno.test("${name}s", () => {\n  if (${name}(3, 1) !== ${name === "add" ? 4 : 2}) throw new Error("no");\n});`;
}
const javascript = (suffix: string, text: (name: string) => string): Steps => ({
  "red-1": put(`tests/sub${suffix}`, text("sub")),
  "green-1": put("src/sub.js", SUB),
  "refactor-1": ":",
});
const manifest = (script: string) => `${JSON.stringify({ type: "module", scripts: { test: script } })}\n`;

/** Line coverage with nothing but the standard library. */
const COVER = `import dis, glob, os, sys
import pytest

hits = set()

def enter(frame, event, arg):
    if os.sep + "calc" + os.sep not in frame.f_code.co_filename: return None
    hits.add((frame.f_code.co_filename, frame.f_lineno))
    return enter

def lines(code):
    for _, line in dis.findlinestarts(code):
        if line: yield line
    for part in code.co_consts:
        if hasattr(part, "co_code"): yield from lines(part)

sys.settrace(enter)
status = pytest.main(["-q"])
sys.settrace(None)
with open("coverage.lcov", "w") as out:
    for path in map(os.path.abspath, glob.glob("calc/*.py")):
        found = sorted(set(lines(compile(open(path).read(), path, "exec"))))
        out.write(f"SF:{path}\\n" + "".join(f"DA:{n},{int((path, n) in hits)}\\n" for n in found) + "end_of_record\\n")
sys.exit(status)
`;

const RUNNERS: readonly RealRunner[] = [
  {
    name: "bun test",
    needs: ["bun"],
    files: { "package.json": manifest("bun test"), "bun.lock": "{}\n", "src/add.js": ADD, "tests/add.test.js": bunTest("add") },
    steps: javascript(".test.js", bunTest),
    outputs: ["File `src/sub.js` exists"],
    evidence: "junit",
  },
  {
    name: "node --test",
    needs: ["node"],
    files: { "package.json": manifest("node --test tests/"), "src/add.js": ADD, "tests/add.test.js": nodeTest("add") },
    steps: javascript(".test.js", nodeTest),
    outputs: ["File `src/sub.js` exists"],
    evidence: "junit",
  },
  {
    name: "deno test",
    needs: ["deno"],
    files: { "deno.json": "{}\n", "src/add.js": ADD, "tests/add_test.js": denoTest("add") },
    steps: javascript("_test.js", denoTest),
    outputs: ["File `src/sub.js` exists"],
    evidence: "junit",
  },
  {
    name: "pytest, measured by a few lines of its own",
    needs: ["python", "pytest"],
    files: {
      "pytest.ini": "[pytest]\npythonpath = .\n",
      ".gitignore": "__pycache__/\n.pytest_cache/\ncoverage.lcov\n*.json.lock\n",
      "x-skills.json": '{"commands":{"coverage":["python","cover.py"]},"coverage":{"reports":["coverage.lcov"]}}\n',
      "cover.py": COVER,
      "calc/__init__.py": "",
      "calc/add.py": "def add(a, b):\n    return a + b\n",
      "tests/test_add.py": "from calc.add import add\n\n\ndef test_adds():\n    assert add(3, 1) == 4\n",
    },
    steps: {
      "red-1": put("tests/test_sub.py", "from calc.sub import sub\n\n\ndef test_subs():\n    assert sub(3, 1) == 2"),
      "green-1": put("calc/sub.py", "def sub(a, b):\n    return a - b"),
      "refactor-1": ":",
    },
    outputs: ["File `calc/sub.py` exists", "Test `test_subs` passes"],
    evidence: "junit",
  },
  {
    name: "go test",
    needs: ["go"],
    files: {
      "go.mod": "module example.com/calc\n\ngo 1.19\n",
      "add.go": "package calc\n\nfunc Add(a, b int) int { return a + b }\n",
      "add_test.go": goTest("Add", 4),
    },
    steps: {
      "red-1": put("sub_test.go", goTest("Sub", 2)),
      "green-1": put("sub.go", "package calc\n\nfunc Sub(a, b int) int { return a - b }"),
      "refactor-1": ":",
    },
    outputs: ["File `sub.go` exists", "Function `Sub`"],
    evidence: Bun.which("gotestsum") === null ? "exit-status" : "junit",
  },
];

function goTest(name: string, want: number): string {
  return `package calc\n\nimport "testing"\n\nfunc Test${name}s(t *testing.T) {\n\tif ${name}(3, 1) != ${want} {\n\t\tt.Fatal("no")\n\t}\n}\n`;
}

/** Programs and Python modules that are not on this machine. */
function missing(needs: readonly string[]): readonly string[] {
  return needs.filter((name) => {
    if (name !== "pytest") return Bun.which(name, { PATH }) === null;
    return Bun.which("python") === null || Bun.spawnSync(["python", "-m", name, "--version"], { stderr: "ignore" }).exitCode !== 0;
  });
}

for (const runner of RUNNERS) {
  const absent = missing(runner.needs);
  const reason = absent.length === 0 ? "" : ` (${absent.join(", ")} is not installed)`;
  test.skipIf(reason !== "")(
    `${runner.name}${reason}`,
    async () => {
      const tasks = [{ ...smallTask(1, "sub"), outputs: runner.outputs }];
      using box = project({ tasks, files: { ...PLAIN, ...runner.files }, steps: runner.steps });
      const env = { PATH, HOME: process.env.HOME, GOFLAGS: "-mod=mod", GOPROXY: "off", NO_COLOR: "1" };
      const outcome = await runTask(box, { env });
      expectEnd(outcome, {});
      expect(subjects(box)).toEqual([...smallSubjects(1, "sub")]);
      expect(outcome.last).toMatchObject({ evidence: runner.evidence, cycleCount: 1, coverageDelta: { lineAfter: 100 } });
      expect([changes(box), leftovers(box)]).toEqual([[], []]);
    },
    120_000,
  );
}
test.skip("vitest (not a dependency of this repository; its reports are read in test/testing)", () => undefined);
