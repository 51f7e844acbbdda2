/**
 * Loaded before everything else by `make coverage`, in the test process and in each program that it starts, by whatever way: bun reads
 * `BUN_INSPECT_PRELOAD`, and unlike its options no hook of ours takes that variable away.
 * bun test fires no `exit` event and a program has no `afterAll`: each writes its counts in its own way, to a file of its own
 * (a worker of `--parallel` loads this anew for each test file).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import type { FileCoverageData } from "istanbul-lib-coverage";
import { COUNTERS, instrumented } from "./instrument.ts";

const ROOT = resolve(import.meta.dir, "../..");
const FOLDER = process.env.X_SKILLS_COVERAGE ?? join(ROOT, "coverage/raw");

Bun.plugin({
  name: "coverage",
  setup(build) {
    const counted = new RegExp(`^${RegExp.escape(ROOT)}/(lib/(?!tools/)|scripts/).*\\.ts$`);
    build.onLoad({ filter: counted }, ({ path }) => ({ contents: instrumented(path), loader: "ts" }));
  },
});

/** Only the numbers; a program that may not write here (another user) goes uncounted rather than fails. */
function save(): void {
  const counters = (globalThis as Record<string, unknown>)[COUNTERS] as Record<string, FileCoverageData> | undefined;
  const counts = Object.values(counters ?? {}).map(({ path, s, b }) => ({ path, s: Object.values(s), b: Object.values(b) }));
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${crypto.randomUUID()}.json`), JSON.stringify(counts));
  } catch {
    // See above.
  }
}

if (Bun.main.endsWith(".test.ts")) (await import("bun:test")).afterAll(save);
else process.on("exit", save);
