/** Style rules that a program can hold: sizes, names, doc comments, what may stand in no file. */
import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { VERSION } from "../lib/version.ts";
import manifest from "../package.json";
import { ROOT } from "./harness/repository.ts";
import { run } from "./harness/run-script.ts";
import { codeOf, SCRIPTS, SOURCES, TESTS, textOf } from "./harness/sources.ts";

test.each([
  ["lib", 200, SOURCES.filter((path) => path.startsWith("lib/"))],
  ["scripts", 150, SCRIPTS],
  ["test", 300, TESTS],
] as const)("no file of %s is longer than %d lines", (_, limit, files) => {
  expect(files.filter((path) => textOf(path).split("\n").length - 1 > limit)).toEqual([]);
});

test("file names are kebab-case and say what is in the file", () => {
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z-]+)?(\.blackbox)?(\.(test|proof))?(\.d)?\.(ts|js)$/;
  const empty = /^(utils?|helpers?|common|index|types|misc|shared|lib|main-utils)\.(ts|js)$/;
  expect([...SOURCES, ...TESTS].filter((path) => !kebab.test(basename(path)) || empty.test(basename(path)))).toEqual([]);
});

/** What must not stand in the code (comments do not count), and the files that may have it. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp, except: RegExp])[] = [
  ["an end of the process", /\b(process|Deno)\.(exit|reallyExit|abort)\b/, /^$/],
  ["a re-export", /^export\s+(\*|\{[^}]*\}\s+from)/m, /^lib\/platform\/std-path\.js$/],
  ["a default export", /^export default/m, /^$/],
  ["a runtime's own API", /\b(Bun|Deno)\s*[.[]/, /^lib\/(platform|tools)\//],
  ["a question which runtime this is", /\bisDeno\b/, /^lib\/platform\//],
  [
    "the wall clock or the environment as a hidden input",
    /\bDate\.now\(|\bnew Date\(\)|\bprocess\.env\b/,
    /^lib\/(platform|tools)\/|^lib\/cli\/main\.ts$/,
  ],
  ["process.stdout or process.stderr (they report no failed write)", /\bprocess\.(stdout|stderr)\b/, /^lib\/tools\//],
  ["a write to the console", /\bconsole\./, /^lib\/tools\//],
  ["an order that depends on the locale", /\.(localeCompare|toLocale\w+)\(/, /^$/],
];

test.each(FORBIDDEN)("no code has %s", (_, pattern, except) => {
  expect(SOURCES.filter((path) => !except.test(path) && pattern.test(codeOf(path)))).toEqual([]);
});

test("every exported function, class and constant of lib has a doc comment", () => {
  const wrong: string[] = [];
  for (const path of SOURCES.filter((source) => source.startsWith("lib/") && !source.endsWith(".js"))) {
    const lines = textOf(path).split("\n");
    const headed = lines[0]!.startsWith("/**");
    lines.forEach((line, i) => {
      if (!/^export (async )?(function|class|const)\b/.test(line)) return;
      const before = lines[i - 1] ?? "";
      const firstExport = headed && !lines.slice(0, i).some((earlier) => /^export (async )?(function|class|const)\b/.test(earlier));
      if (!before.trimEnd().endsWith("*/") && !firstExport) wrong.push(`${path}:${i + 1}`);
    });
  }
  expect(wrong).toEqual([]);
});

test("every script begins and ends the same way, and can be started by its name", () => {
  const wrong = SCRIPTS.filter((path) => {
    const text = textOf(path);
    const name = basename(path, ".ts");
    return !(
      text.startsWith(`#!/usr/bin/env -S bun --no-env-file --config=/dev/null\n/** ${name}: `) &&
      text.endsWith("\nif (import.meta.main) main(run);\n") &&
      (statSync(join(ROOT, path)).mode & 0o111) === 0o111
    );
  });
  expect(wrong).toEqual([]);
});

test("importing every script is silent and ends by itself", async () => {
  const source = SCRIPTS.map((path) => `await import(${JSON.stringify(join(ROOT, path))});`).join("\n");
  const outcome = await run([process.execPath, "-e", source], { cwd: ROOT, timeoutMs: 20_000 });
  expect(outcome).toEqual({ stdout: "", stderr: "", code: 0 });
});

test("versions are written once, or the same everywhere", () => {
  expect(VERSION).toBe(manifest.version);
  expect(manifest.engines.bun).toBe(manifest.devDependencies.bun);
  expect(manifest.devDependencies["bun-types"]).toBe(manifest.devDependencies.bun);
  expect(Bun.version).toBe(manifest.devDependencies.bun);
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test("bun.lock names no registry host", () => {
  expect(textOf("bun.lock")).not.toMatch(/https?:\/\//);
});
