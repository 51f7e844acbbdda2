/** Fetches the runtime of one target with npm, checks it against bun.lock and puts it where it is asked for: `fetch-runtime.ts TARGET PATH`. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { runtimePackage } from "./runtime-package.ts";

/** Throws unless the file is, byte for byte, the one that was pinned. */
export function verifyIntegrity(path: string, integrity: string): void {
  const actual = `sha512-${new Bun.CryptoHasher("sha512").update(readFileSync(path)).digest("base64")}`;
  if (actual !== integrity) throw new Error(`Cannot use ${path}: it has ${actual}, bun.lock pins ${integrity}`);
}

function fetchRuntime(target: string, destination: string): void {
  const { spec, integrity } = runtimePackage(target);
  mkdirSync(dirname(destination), { recursive: true });
  const folder = mkdtempSync(join(dirname(destination), ".fetch-"));
  try {
    const archive = run(["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", folder, spec]);
    verifyIntegrity(join(folder, archive), integrity);
    run(["tar", "-xzf", join(folder, archive), "-C", folder, "--strip-components=2", "package/bin/bun"]);
    chmodSync(join(folder, "bun"), 0o755);
    renameSync(join(folder, "bun"), destination);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The last line of what the program prints. Throws when it is missing or fails. */
function run(words: [string, ...string[]]): string {
  if (Bun.which(words[0]) === null) throw new Error(`${words[0]} is required to fetch a runtime`);
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { stdin: "ignore" });
  if (exitCode !== 0) throw new Error(`${words.join(" ")} failed: ${stderr.toString().trim()}`);
  return stdout.toString().trim().split("\n").at(-1)!;
}

if (import.meta.main) {
  const [target = "", destination = ""] = process.argv.slice(2);
  fetchRuntime(target, destination);
}
