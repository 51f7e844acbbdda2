/** Checks built binaries without running them and prints their sizes: `check-matrix.ts PATH …`, each `compiled/<target>/<name>`. */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import process from "node:process";
import { loadSkills } from "../skills.ts";
import { binaryProblems } from "./binary-problems.ts";

const summaries = new Map((await loadSkills()).map(({ name, contract }) => [name, contract.summary]));
const sizes = new Map<string, Map<string, number>>();

for (const path of process.argv.slice(2)) {
  const target = basename(dirname(path));
  const name = basename(path);
  const bytes = readFileSync(path);
  const texts = [target, ...(name === "x-skills" ? [...summaries.keys(), ...summaries.values()] : [name, summaries.get(name) ?? ""])];
  for (const problem of binaryProblems(bytes, target, texts)) {
    console.error(`${path}: ${problem}`);
    process.exitCode = 1;
  }
  sizes.set(target, (sizes.get(target) ?? new Map()).set(name, bytes.length));
}

for (const [target, names] of sizes) {
  const total = [...names.values()].reduce((sum, size) => sum + size, 0);
  console.log(
    `${target.padEnd(16)}  ${names.size} binaries, x-skills ${megabytes(names.get("x-skills") ?? 0)} MB, all ${megabytes(total)} MB`,
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
