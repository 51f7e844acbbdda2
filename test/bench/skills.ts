/** Each skill against an empty program, the least program, and today's bash pipeline. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { tree } from "../harness/tree.ts";
import type { Bar as ChartBar } from "./chart.ts";
import { SEED_STATE, stateText, writeFeature } from "./inputs.ts";
import { type Contender, paired } from "./paired.ts";
import { fixed, table } from "./table.ts";

const RUNS = 60;
const REFERENCE = join(ROOT, "../shared/reference");

export interface SkillRatios {
  readonly text: string;
  readonly bars: readonly ChartBar[];
}

interface Bar {
  readonly skill: string;
  readonly what: string;
  readonly args: (base: string, story: string) => readonly string[];
  readonly pipeline: string;
  readonly pipelineArgs: (base: string, story: string) => readonly string[];
  readonly atMost: number;
  readonly aim: number;
  readonly timesPipeline: number;
}

const update = (base: string, story: string) => [
  "--file",
  join(base, "execution-state.json"),
  "--type",
  "story",
  "--id",
  story,
  "--field",
  "status",
  "--value",
  "S{n}",
];
const feature = (_: string, story: string) => ["--story-id", story, "--feature-id", "0049"];
const epic = (_: string, story: string) => ["--story-id", story, "--epic-id", "0049"];

const BARS: readonly Bar[] = [
  {
    skill: "x-internal-update-status",
    what: "one status, fsync",
    args: update,
    pipeline: "update-status.sh",
    pipelineArgs: update,
    atMost: 2.5,
    aim: 2.0,
    timesPipeline: 10,
  },
  {
    skill: "x-internal-resume-story",
    what: "22 × 5 tasks",
    args: epic,
    pipeline: "resume-story.sh",
    pipelineArgs: epic,
    atMost: 2.0,
    aim: 1.6,
    timesPipeline: 15,
  },
  {
    skill: "x-internal-load-story-context",
    what: "8 blockers, 7 artifacts",
    args: feature,
    pipeline: "load-story-context.sh",
    pipelineArgs: feature,
    atMost: 2.2,
    aim: 1.6,
    timesPipeline: 15,
  },
];

/** Binaries are copied first: one that was just copied runs faster than one written a while ago (spec page 5). */
export function skillRatios(programs: string): SkillRatios {
  using dir = tree();
  const folders = { feature: dir.path(".aikittools/features/feature-0049"), epic: dir.path("ai/epics/epic-0049") };
  let story = "";
  for (const folder of Object.values(folders)) {
    mkdirSync(folder, { recursive: true });
    story = writeFeature(folder);
  }
  writeFileSync(dir.path("state.json"), stateText(SEED_STATE.stories, SEED_STATE.tasks));
  const bin = (from: string, name: string) => {
    copyFileSync(from, dir.path(name));
    return dir.path(name);
  };
  const empty: Contender = { name: "an empty compiled program", words: [bin(join(programs, "empty"), "empty")] };
  const least: Contender = {
    name: "reads one file, writes one line",
    words: [bin(join(programs, "read-one-file"), "read-one-file"), dir.path("state.json")],
  };
  const skills = BARS.filter(({ skill }) => existsSync(join(ROOT, "compiled/host", skill)));
  const compiled = skills.map(({ skill, what, args }) => ({
    name: `${skill} (${what})`,
    words: [bin(join(ROOT, "compiled/host", skill), skill), ...args(folders.feature, story)],
  }));
  const timings = paired([empty, least, ...compiled], RUNS, dir.root);
  const rows = timings.map((t, i) => {
    const bar = skills[i - 2];
    const verdict = bar === undefined ? "" : verdictOf(t.ratio, bar);
    return [t.name, fixed(t.minMs), fixed(t.medianMs), fixed(t.ratio), fixed(t.medianMs / timings[1]!.medianMs), verdict];
  });
  const start = table(["program", "min ms", "median ms", "× empty", "× least", "bar"], rows);
  const theirs = pipelines(skills, compiled, folders, story, dir.root);
  const ours = timings.map(({ name, medianMs }, i) => ({ name: name.replace(/ \(.*\)$/, ""), ms: medianMs, isOurs: i > 1 }));
  return { text: `${start}\n\n${theirs.text}`, bars: [...ours, ...theirs.bars] };
}

function verdictOf(ratio: number, { aim, atMost }: Bar): string {
  if (ratio <= aim) return `≤ ${aim.toFixed(1)}: aim reached`;
  const bar = ratio <= atMost ? `≤ ${atMost.toFixed(1)}: bar met` : `> ${atMost.toFixed(1)}: bar MISSED`;
  return `${bar}; aim ${aim.toFixed(1)} not reached`;
}

function pipelines(
  skills: readonly Bar[],
  compiled: readonly Contender[],
  folders: { feature: string; epic: string },
  story: string,
  cwd: string,
): SkillRatios {
  if (!existsSync(REFERENCE)) return { text: "The bash pipelines are not here; their ratios were not measured.", bars: [] };
  const bars: ChartBar[] = [];
  const rows = skills.map((bar, i) => {
    const script = join(REFERENCE, bar.pipeline);
    const env = { LIT_BASE: bar.pipeline.startsWith("resume") ? "ai/epics/epic-" : ".aikittools/features/feature-" };
    const [ours, theirs] = paired(
      [compiled[i]!, { name: bar.pipeline, words: ["bash", script, ...bar.pipelineArgs(folders.feature, story)], env }],
      15,
      cwd,
    );
    bars.push({ name: `${bar.skill} as a bash pipeline`, ms: theirs!.medianMs, isOurs: false });
    const verdict = theirs!.ratio >= bar.timesPipeline ? `≥ ${bar.timesPipeline}: bar met` : `< ${bar.timesPipeline}: bar MISSED`;
    return [bar.skill, fixed(ours!.medianMs), fixed(theirs!.medianMs), fixed(theirs!.ratio), verdict];
  });
  const text = table(["skill", "binary, median ms", "bash pipeline, median ms", "times faster", "bar"], rows);
  return { text, bars };
}
