/** The runners of this machine, really run on small projects: the kept fixtures must not be all that we can read. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { classify, type Finding } from "../../lib/testing/evidence.ts";
import { readJunit } from "../../lib/testing/junit.ts";
import type { TestRun } from "../../lib/testing/test-run.ts";

interface Runner {
  readonly name: string;
  readonly program: string | undefined;
  readonly args: (report: string) => readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly testFile: string;
  /** What stands in the test file for each kind of red. */
  readonly failing: string;
  readonly missing: string;
  readonly unknownPackage: string;
}

const deno = realpathSync(join(import.meta.dir, "../../node_modules/.bin/deno"));
const JS = { "sum.mjs": "export const sum = (a, b) => a + b;\n" };
const RUNNERS: readonly Runner[] = [
  {
    name: "bun test",
    program: process.execPath,
    args: (report) => ["test", "--reporter=junit", `--reporter-outfile=${report}`],
    files: JS,
    testFile: "sum.test.mjs",
    failing: `import { expect, test } from "bun:test";\nimport { sum } from "./sum.mjs";\ntest("sums", () => expect(sum(1, 2)).toBe(4));\n`,
    missing: `import { test } from "bun:test";\nimport { greet } from "./greet.mjs";\ntest("greets", () => greet());\n`,
    unknownPackage: `import { test } from "bun:test";\nimport x from "no-such-package-here";\ntest("x", () => x());\n`,
  },
  {
    name: "node --test",
    program: Bun.which("node") ?? undefined,
    // With the junit reporter alone node says nowhere why a file did not load.
    args: (report) => [
      "--test",
      "--test-reporter=spec",
      "--test-reporter-destination=stdout",
      "--test-reporter=junit",
      `--test-reporter-destination=${report}`,
    ],
    files: JS,
    testFile: "sum.test.mjs",
    failing: `import test from "node:test";\nimport assert from "node:assert";\nimport { sum } from "./sum.mjs";\ntest("sums", () => assert.equal(sum(1, 2), 4));\n`,
    missing: `import test from "node:test";\nimport { greet } from "./greet.mjs";\ntest("greets", () => greet());\n`,
    unknownPackage: `import test from "node:test";\nimport x from "no-such-package-here";\ntest("x", () => x());\n`,
  },
  {
    name: "deno test",
    program: existsSync(deno) ? deno : undefined,
    args: (report) => ["test", "-A", `--junit-path=${report}`],
    files: { "sum.ts": "export const sum = (a: number, b: number): number => a + b;\n", "deno.json": "{}" },
    testFile: "sum_test.ts",
    failing: `import { sum } from "./sum.ts";\nDeno.test("sums", () => {\n  if (sum(1, 2) !== 4) throw new Error("no");\n});\n`,
    missing: `import { greet } from "./greet.ts";\nDeno.test("greets", () => greet());\n`,
    unknownPackage: `import x from "no-such-package-here";\nDeno.test("x", () => x());\n`,
  },
  {
    name: "pytest",
    program: hasPytest() ? Bun.which("python3")! : undefined,
    args: (report) => ["-m", "pytest", "-p", "no:cacheprovider", `--junit-xml=${report}`],
    files: { "calc/__init__.py": "", "calc/core.py": "def add(a, b):\n    return a + b\n" },
    testFile: "test_core.py",
    failing: "from calc.core import add\n\ndef test_adds():\n    assert add(1, 2) == 4\n",
    missing: "from calc.greet import greet\n\ndef test_greets():\n    greet()\n",
    unknownPackage: "import no_such_package_here\n\ndef test_x():\n    pass\n",
  },
  {
    name: "gotestsum",
    program: Bun.which("go") === null ? undefined : (Bun.which("gotestsum") ?? undefined),
    args: (report) => ["--junitfile", report, "--", "./..."],
    files: { "go.mod": "module example.com/lab\n\ngo 1.19\n", "calc.go": "package lab\n\nfunc Add(a, b int) int { return a + b }\n" },
    testFile: "calc_test.go",
    failing: 'package lab\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif Add(1, 2) != 4 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    missing: 'package lab\n\nimport "testing"\n\nfunc TestGreets(t *testing.T) { Greet() }\n',
    unknownPackage: 'package lab\n\nimport (\n\t"testing"\n\n\t"example.org/nowhere"\n)\n\nfunc TestX(t *testing.T) { nowhere.X() }\n',
  },
];

const root = realpathSync(mkdtempSync(join(tmpdir(), "runners-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

for (const runner of RUNNERS) {
  if (runner.program === undefined) console.warn(`skipped: ${runner.name} is not on this machine`);
  describe.skipIf(runner.program === undefined)(runner.name, () => {
    test.each([
      ["a failing test", runner.failing, "behavioural-red"],
      ["a module still to be written", runner.missing, "compile-error"],
      ["a package that is not installed", runner.unknownPackage, "load-error"],
    ])(
      "%s",
      (_, text, evidence) => {
        expect(observe(runner, text)).toMatchObject({ evidence });
      },
      60_000,
    );
  });
}

function observe(runner: Runner, text: string): Finding {
  const folder = mkdtempSync(join(root, "project-"));
  for (const [path, content] of Object.entries({ ...runner.files, [runner.testFile]: text })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const path = join(root, "report.xml");
  rmSync(path, { force: true });
  const env = { ...process.env, NO_COLOR: "1", CI: "1", GOFLAGS: "-mod=mod", GOPROXY: "off" };
  const child = Bun.spawnSync([runner.program!, ...runner.args(path)], { cwd: folder, env, stdin: "ignore", stderr: "pipe" });
  const place = { root: folder, workdir: "" };
  const run: TestRun = {
    end: { kind: "exited", code: child.exitCode },
    output: `${child.stdout}${child.stderr}`,
    reportExpected: true,
    report: existsSync(path) ? readJunit(readFileSync(path, "utf8"), path, place) : undefined,
  };
  const names = { files: new Set(Object.keys(runner.files)), own: ["example.com/lab"], declared: new Set<string>(), planned: "" };
  return classify(run, { place, names, changedTests: new Set([runner.testFile]), ignored: new Set() });
}

function hasPytest(): boolean {
  return Bun.which("python3") !== null && Bun.spawnSync(["python3", "-m", "pytest", "--version"], { stderr: "ignore" }).exitCode === 0;
}
