/** `make dist` of the last commit in two folders: the same sums; then a release installed from its own folder, both layouts, and removed. */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { run } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";

/** This machine's target and the two whose bytes are changed after Bun has written them, or are signed. */
const HERE = `${process.platform}-${process.arch}`;
const TARGETS = [...new Set([HERE, "darwin-arm64", "darwin-x64"])];
const OPTIONS = { timeoutMs: 1_800_000 };

let failed = 0;
function report(title: string, problem: string | undefined): void {
  process.stdout.write(`${problem === undefined ? "ok  " : "FAIL"} ${title}${problem === undefined ? "" : `: ${problem}`}\n`);
  if (problem !== undefined) failed++;
}

/** Clones, builds, packs; runtimes that were fetched and verified before are used again. Returns the sums. */
async function dist(folder: string, commit: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  await must(["git", "clone", "-q", ROOT, "."], folder);
  await must(["git", "checkout", "-q", commit], folder);
  for (const target of TARGETS) {
    const runtime = `.cache/runtimes/${Bun.version}/${target}/bun`;
    if (!existsSync(join(ROOT, runtime))) continue;
    mkdirSync(dirname(join(folder, runtime)), { recursive: true });
    copyFileSync(join(ROOT, runtime), join(folder, runtime));
  }
  await must(["make", "setup"], folder);
  await must(["make", "dist", `TARGETS=${TARGETS.join(" ")}`], folder);
  return readFileSync(join(folder, "compiled/dist/SHA256SUMS"), "utf8");
}

async function must(words: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await run(words, { cwd, ...OPTIONS, env: process.env });
  if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}: ${stderr}`);
  return stdout;
}

using dir = tree();
const commit = (await must(["git", "rev-parse", "HEAD"], ROOT)).trim();
const first = await dist(dir.path("one"), commit);
const second = await dist(dir.path("another folder"), commit);
report(`two folders, the same ${first.split("\n").length - 1} sums`, first === second ? undefined : `${first}\n${second}`);

for (const layout of ["multicall", "standalone"]) {
  const prefix = dir.path(`prefix-${layout}`);
  const script = dir.path("one/compiled/dist/install.sh");
  const said = await must(["sh", script, "--prefix", prefix, "--layout", layout], dir.root);
  const version = await must([join(prefix, "bin/x-internal-resume-story"), "--version"], dir.root);
  await must(["sh", script, "--prefix", prefix, "--uninstall"], dir.root);
  const problem =
    !said.includes(`in ${prefix}`) || !version.includes(HERE) ? `${said}${version}` : existsSync(prefix) ? "files were left" : undefined;
  report(`${layout} installed from the release, run, removed`, problem);
}
process.exitCode = failed === 0 ? 0 : 1;
