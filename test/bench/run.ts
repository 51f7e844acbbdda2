/** `make bench`: measures and writes docs/performance.md and its chart. Nothing here is part of `make test`. */
import { writeFileSync } from "node:fs";
import { arch, cpus, platform, totalmem } from "node:os";
import { join } from "node:path";
import { CACHE, ROOT } from "../harness/repository.ts";
import { alternatives } from "./alternatives.ts";
import { barChart } from "./chart.ts";
import { byBlockers, byFileSize, byStories, byStorySize, byWriters } from "./curves.ts";
import { taskOverhead } from "./implement-task.ts";
import { layouts } from "./layouts.ts";
import { skillRatios } from "./skills.ts";
import { startUp } from "./start-up.ts";

/** Built by the Makefile, with the flags of the skills. */
const PROGRAMS = join(CACHE, "bench");
const FLAGS = (process.env.X_SKILLS_COMPILE ?? "")
  .replaceAll("'", "")
  .split(" ")
  .filter((word) => word !== "");
if (FLAGS.length === 0) throw new Error("X_SKILLS_COMPILE is not set: run 'make bench'");

function measured<T>(what: string, measure: () => T): T {
  process.stderr.write(`bench: ${what}\n`);
  return measure();
}

function versionOf(...words: string[]): string {
  try {
    return Bun.spawnSync(words).stdout.toString().split("\n")[0]?.trim() || `${words[0]} absent`;
  } catch {
    return `${words[0]} absent`;
  }
}

const skills = measured("skills against an empty program and the pipelines", () => skillRatios(PROGRAMS));
const others = measured("what else people use for an update", alternatives);
const start = measured("start-up", () => startUp(PROGRAMS, FLAGS));
const everywhere = measured("every skill on every runtime", () => layouts(PROGRAMS));
const sizes = measured("sizes of the state", byFileSize);
const stories = measured("numbers of stories", byStories);
const writers = await measured("writers", byWriters);
const storySizes = measured("sizes of the story", byStorySize);
const blockers = measured("numbers of blockers", byBlockers);
const task = await measured("a task", taskOverhead);

const versions = [
  `bun ${Bun.version}`,
  `deno ${versionOf("node_modules/.bin/deno", "--version").split(" ")[1]}`,
  `node ${versionOf("node", "--version")}`,
  versionOf("jq", "--version"),
  versionOf("bash", "--version"),
  versionOf("flock", "--version"),
  versionOf("git", "--version"),
].join(", ");

const bars = [...skills.bars, ...others.timings.slice(1).map(({ name, medianMs }) => ({ name, ms: medianMs, isOurs: false }))];
writeFileSync(join(ROOT, "docs/performance.svg"), barChart("One call, median of whole processes", bars));
writeFileSync(
  join(ROOT, "docs/performance.md"),
  `# Performance

Made by \`make bench\`; every ratio is measured paired, run by run, in one session, because machines are shared and noisy.
Machine: ${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}.
Versions: ${versions}.

![One call of each skill beside an empty program, bash pipelines and other tools](performance.svg)

## Each skill, as a whole process

The floor is a compiled program that does nothing; "least" reads one file and writes one line.

${skills.text}

## The same update by other means

One status of the same state changed, each tool on a file of its own. Only ours waits for the disk (fsync twice) and keeps all other bytes.

${others.text}

## Where the time of a start goes

The runtime itself is most of it: an empty program is loaded, its heap made, its process taken down. What the skills add is
libc's calls through FFI (\`node:fs\`, which the least program loads, would be three times as much), the driver with the contract, and their own work.
Each line of that runs once, in the interpreter: it is the first use of each function, regular expression and array method that takes time, not the input.
An update also waits for the disk twice.

${start}

## Every skill, every runtime and layout

Medians in milliseconds, in brackets how many empty programs that is. "Cold": the binary's pages are not in the system's cache.
Skills whose work is git's, gh's or an agent's print their schema.

${everywhere}

## An update against the size of the file

"Edit in memory" is decode, validate, locate and splice. The bars: for 16 MB, the edit within 2 times \`JSON.parse\` of the same text, the whole update
(process start, lock, read, edit, hash, write, fsync, rename) within 4 times.

${sizes}

## An update, and a reading, against the number of stories

${stories}

## Updates against the number of writers

All started at once, each on a story of its own in one file, on the compiled binary.

${writers}

## Loading a story against its size, and against its blockers

${storySizes}

${blockers}

## x-implement-task beside test runs and workers

An honest task of two cycles, whose suite and worker take next to no time: what is left is the engine.

${task}
`,
);
process.stderr.write("bench: wrote docs/performance.md and docs/performance.svg\n");
