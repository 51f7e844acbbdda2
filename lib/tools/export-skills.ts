/** Writes one SKILL.md for each skill, and the index: `export-skills.ts FOLDER [--force]`. Files that it did not make are left alone. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { GENERATED } from "./agent-skill.ts";
import { agentFiles } from "./build/shared-files.ts";
import { loadSkills } from "./skills.ts";

const [folder = "", force] = process.argv.slice(2);
const files = agentFiles(
  (await loadSkills()).map(({ contract }) => contract),
  folder,
);
let written = 0;

for (const [path, text] of Object.entries(files)) {
  const old = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (old !== undefined && !old.includes(GENERATED) && force !== "--force") {
    console.error(`${path} is not ours and stays as it is; FORCE=1 replaces it`);
    process.exitCode = 1;
    continue;
  }
  if (old === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  written++;
}
console.log(`skills: ${written} of ${Object.keys(files).length} files written to ${folder}`);
