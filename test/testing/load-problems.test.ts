import { expect, test } from "bun:test";
import { readLoadProblems } from "../../lib/testing/load-problems.ts";

/** `importer: what is missing`, as printed; what no small project of ours could show, or only in other versions. */
const short = (output: string) =>
  readLoadProblems(output).map(({ importer, missing }) => {
    const what = missing.kind === "module" ? missing.specifier : missing.kind === "name" ? missing.name : missing.text;
    return `${importer}: ${missing.kind} ${what}`;
  });

test.each([
  [
    "vite, older",
    `Error: Failed to resolve import "../greet" from "sub/a.test.ts". Does the file exist?`,
    ["sub/a.test.ts: module ../greet"],
  ],
  [
    "bun, in a folder with spaces and quotes",
    "error: Cannot find module '../greet.ts' from '/my own/it's/a.test.ts'",
    ["/my own/it's/a.test.ts: module ../greet.ts"],
  ],
  [
    "node, in a folder with spaces",
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/my own/greet.mjs' imported from /my own/a.test.mjs",
    ["/my own/a.test.mjs: module /my own/greet.mjs"],
  ],
  [
    "vite-node",
    "Error: Failed to load url ../greet (resolved id: ../greet) in /repo/sub/a.test.ts. Does the file exist?",
    ["/repo/sub/a.test.ts: module ../greet"],
  ],
  ["esbuild", `a.test.ts:\nNo matching export in "sum.ts" for import "minus"`, ["a.test.ts: name minus"]],
  [
    "tsc",
    "src/a.test.ts(1,23): error TS2307: Cannot find module '../greet' or its corresponding type declarations.",
    ["src/a.test.ts: module ../greet"],
  ],
  ["tsc, pretty", "src/a.test.ts:3:9 - error TS2305: Module '\"./sum\"' has no exported member 'minus'.", ["src/a.test.ts: name minus"]],
  [
    "tsc, a near miss",
    "a.test.ts(1,10): error TS2724: '\"./sum\"' has no exported member named 'summ'. Did you mean 'sum'?",
    ["a.test.ts: name summ"],
  ],
  ["tsc, a name", "a.test.ts(4,1): error TS2304: Cannot find name 'greet'.", ["a.test.ts: name greet"]],
  [
    "tsc, another",
    "a.test.ts(4,1): error TS2322: Type 'a' is not assignable to type 'b'.",
    ["a.test.ts: other Type 'a' is not assignable to type 'b'."],
  ],
  [
    "ts-jest: the type error, not the suite",
    "FAIL a.test.ts\n  ● Test suite failed to run\n\n    a.test.ts:1:23 - error TS2307: Cannot find module './greet'\n\nTest Suites: 1 failed",
    ["a.test.ts: module ./greet"],
  ],
  [
    "deno without check",
    'error: Module not found "file:///repo/greet.ts".\n    at file:///repo/a_test.ts:1:23',
    ["file:///repo/a_test.ts: module file:///repo/greet.ts"],
  ],
  [
    "mocha",
    "Error: Cannot find module '../greet'\nRequire stack:\n- /repo/test/a.js\n- /repo/node_modules/mocha/lib/mocha.js",
    ["/repo/test/a.js: module ../greet"],
  ],
  [
    "python -m unittest",
    "Traceback (most recent call last):\n  File \"/repo/test_a.py\", line 1, in <module>\n    import greet\nModuleNotFoundError: No module named 'greet'",
    ["/repo/test_a.py: module greet"],
  ],
  [
    "python, deeper",
    "  File \"/repo/test_a.py\", line 1, in <module>\n  File \"/repo/pkg/b.py\", line 2, in <module>\nImportError: cannot import name 'x' from 'pkg.c' (/repo/pkg/c.py)",
    ["/repo/pkg/b.py: name x"],
  ],
  ["go vet", "# example.com/a\nvet: ./a_test.go:5:2: undefined: Greet\n", ["./a_test.go: name Greet"]],
  [
    "go, unused imports are no reason",
    '# example.com/a\na_test.go:4:2: "fmt" imported and not used\na_test.go:5:2: undefined: Greet\n',
    ["a_test.go: name Greet"],
  ],
  [
    "go, no module",
    "a_test.go:3:2: no required module provides package example.com/a/greet; to add it:\nFAIL\texample.com/a [setup failed]",
    ["a_test.go: module example.com/a/greet"],
  ],
  ["a Go test's own words", "--- FAIL: TestX (0.00s)\n    a_test.go:12: undefined: x\nFAIL", []],
  [
    "javac",
    "src/test/java/ATest.java:3: error: cannot find symbol\nimport com.acme.Greeter;\n  symbol:   class Greeter\n  location: package com.acme",
    ["src/test/java/ATest.java: module com.acme.Greeter"],
  ],
  [
    "javac, types",
    "ATest.java:5: error: incompatible types: String cannot be converted to int",
    ["ATest.java: other incompatible types: String cannot be converted to int"],
  ],
  [
    "javac, a symbol it does not name",
    "ATest.java:5: error: cannot find symbol\nBTest.java:6: error: cannot find symbol\n  symbol: class X",
    ["ATest.java: other cannot find symbol", "BTest.java: name X"],
  ],
  ["kotlin", "e: file:///repo/src/test/kotlin/ATest.kt:3:5 Unresolved reference 'greet'.", ["/repo/src/test/kotlin/ATest.kt: name greet"]],
  ["kotlin, older", "e: /repo/ATest.kt: (3, 5): Unresolved reference: greet", ["/repo/ATest.kt: name greet"]],
  [
    "rustc, older",
    "error[E0433]: failed to resolve: use of undeclared crate or module `rand`\n --> tests/it.rs:3:18\n",
    ["tests/it.rs: module rand"],
  ],
  ["colours", "\u001b[31merror\u001b[0m: Cannot find module './greet' from '/repo/a.test.ts'", ["/repo/a.test.ts: module ./greet"]],
  ["nothing of the kind", "1 passed\nexpected 3 to be 4", []],
])("%s", (_, output, want) => {
  expect(short(output)).toEqual(want);
});

test("time grows with the output and nothing else", () => {
  const line = "# Unhandled error between tests\n-------------------------------\nerror: odd\n-------------------------------\n";
  const started = performance.now();
  expect(readLoadProblems(line.repeat(5_000))).toHaveLength(5_000);
  expect(readLoadProblems(`    at ${"(/a".repeat(300_000)}`)).toEqual([]);
  expect(performance.now() - started).toBeLessThan(4_000);
});
