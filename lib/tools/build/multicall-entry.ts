/** Writes the entry of the multicall program: a static import map over `scripts/`, as only literal imports are bundled. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";
import { ROOT } from "../skills.ts";

/** The text of an entry that stands in `folder` and holds the skills of `names`. */
export function multicallEntry(names: readonly string[], folder: string): string {
  const from = (path: string) => JSON.stringify(relative(folder, join(ROOT, path)));
  const rows = names.map((name) => `    ${JSON.stringify(name)}: () => import(${from(`scripts/${name}.ts`)}),`);
  return `import process from "node:process";
import { multicall } from ${from("lib/cli/multicall.ts")};

multicall(
  {
${rows.join("\n")}
  },
  process.argv0,
  process.argv.slice(2),
);
`;
}

if (import.meta.main) {
  const [path = "", ...names] = process.argv.slice(2);
  const text = multicallEntry(names, dirname(path));
  mkdirSync(dirname(path), { recursive: true });
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}
