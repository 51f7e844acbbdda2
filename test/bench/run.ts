/** `make bench`: measures and writes docs/performance.md. Nothing here is part of `make test`. */
import { writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import { CACHE, ROOT } from "../harness/repository.ts";
import { byFileSize, byWriters } from "./curves.ts";
import { taskOverhead } from "./implement-task.ts";
import { skillRatios } from "./skills.ts";

/** Built by the Makefile, with the flags of the skills. */
const PROGRAMS = join(CACHE, "bench");

function say(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}

function versionOf(...words: string[]): string {
  try {
    return Bun.spawnSync(words).stdout.toString().split("\n")[0]?.trim() || "absent";
  } catch {
    return "absent";
  }
}

say("skills against an empty program and the pipelines");
const skills = skillRatios(PROGRAMS);
say("file sizes");
const sizes = byFileSize();
say("writers");
const writers = await byWriters();
say("a task");
const task = await taskOverhead();

const versions = [`bun ${Bun.version}`, versionOf("jq", "--version"), versionOf("bash", "--version"), versionOf("flock", "--version")].join(
  ", ",
);

writeFileSync(
  join(ROOT, "docs/performance.md"),
  `# Performance

Made by \`make bench\`; every ratio is measured paired, run by run, in one session, because machines are shared and noisy.
Machine: ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}.
Versions: ${versions}.

## Each skill, as a whole process

The floor is a compiled program that does nothing; "least" reads one file and writes one line.

${skills}

## An update against the size of the file

"Edit in memory" is decode, validate, locate and splice. The bars: for 16 MB, the edit within 2 times \`JSON.parse\` of the same text, the whole update
(process start, lock, read, edit, hash, write, fsync, rename) within 4 times.

${sizes}

## Updates against the number of writers

All started at once, each on a story of its own in one file, on the compiled binary.

${writers}

## x-implement-task beside test runs and workers

An honest task of two cycles, whose suite and worker take next to no time: what is left is the engine.

${task}
`,
);
say("wrote docs/performance.md");
