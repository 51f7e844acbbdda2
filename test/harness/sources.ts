import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { ROOT } from "./repository.ts";

/** The files of the product, relative to the top folder, in order; declaration files left out. */
export const SOURCES: readonly string[] = [...new Bun.Glob("{lib,scripts}/**/*.{ts,js}").scanSync({ cwd: ROOT })]
  .filter((path) => !path.endsWith(".d.ts"))
  .sort();

/** The files of `scripts/`, one for each skill. */
export const SCRIPTS: readonly string[] = SOURCES.filter((path) => path.startsWith("scripts/"));

/** The tests and what they are made of. */
export const TESTS: readonly string[] = [...new Bun.Glob("test/**/*.ts").scanSync({ cwd: ROOT })].sort();

/** The text of a file of the checkout. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The text without comments, for rules about code. */
export function codeOf(path: string): string {
  return textOf(path)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "");
}

/** What `@std/…` means here (tsconfig.json, deno.json). */
const MAPPED: Readonly<Record<string, string>> = { "@std/path": "lib/platform/std-path.js", "@std/fs": "lib/platform/std-fs.ts" };

/** Every run-time import: files of the checkout by path, packages by name. Type-only imports do not count. */
export const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(SOURCES.map((path) => [path, importsOf(path)]));

function importsOf(path: string): readonly string[] {
  const source = textOf(path).replace(/^#!.*/, "");
  const imports = new Bun.Transpiler({ loader: "ts" }).scanImports(source).map((found) => found.path);
  return imports.map((target) => pathOf(target, path));
}

/** The path of the file that `from` means by a specifier; the name of a package stays as it is. */
export function pathOf(specifier: string, from: string): string {
  if (!specifier.startsWith(".")) return MAPPED[specifier] ?? specifier;
  return relative(ROOT, resolve(ROOT, dirname(from), specifier));
}

/** Every file that `from` can reach, itself included. */
export function reachableFrom(from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    open.push(...(IMPORTS.get(path) ?? []));
  }
  return seen;
}
