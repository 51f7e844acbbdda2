/** Writes the generated pages of docs/, or with `--check` says which are out of date and fails. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { publishedSchemas } from "./published-schemas.ts";
import { indexPage, skillPage } from "./skill-page.ts";
import { loadSkills, ROOT } from "./skills.ts";

const DOCS = join(ROOT, "docs");

/** Every generated file by its name in docs/, with its text; undefined for a page whose skill is gone. */
export async function generatedDocs(): Promise<ReadonlyMap<string, string | undefined>> {
  const contracts = (await loadSkills()).map(({ contract }) => contract);
  const there = [...new Bun.Glob("x-*.md").scanSync({ cwd: DOCS })];
  return new Map([
    ...there.map((file) => [file, undefined] as const),
    ...contracts.map((contract) => [`${contract.name}.md`, skillPage(contract)] as const),
    ["skills.md", indexPage(contracts)],
    ...publishedSchemas(),
  ]);
}

/** The files of docs/ that are not what the contracts say. */
export async function staleDocs(): Promise<ReadonlyMap<string, string | undefined>> {
  return new Map([...(await generatedDocs())].filter(([file, text]) => current(join(DOCS, file)) !== text));
}

function current(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

if (import.meta.main) {
  const stale = await staleDocs();
  const check = process.argv.includes("--check");
  for (const [file, text] of stale) {
    if (check) console.error(`docs/${file} is out of date; run 'make fix'`);
    else if (text === undefined) rmSync(join(DOCS, file));
    else writeFileSync(join(DOCS, file), text);
  }
  if (!check) console.log(`docs: ${stale.size} files written or removed`);
  if (check && stale.size > 0) process.exitCode = 1;
}
