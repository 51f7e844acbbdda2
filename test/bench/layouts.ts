/** Every skill on a small job, in every layout and on every runtime, beside an empty program. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { denoProgram } from "../harness/runtime.ts";
import { type Tree, tree } from "../harness/tree.ts";
import { SEED_STATE, STORY, stateText, writeFeature } from "./inputs.ts";
import { type Contender, paired } from "./paired.ts";
import { fixed, table } from "./table.ts";

const RUNS = 15;
const COLD_RUNS = 5;
const FEATURE = ".aikittools/features/feature-0049";
const STATE = `${FEATURE}/execution-state.json`;

/** What is timed. A skill whose work is git's, gh's or an agent's prints its schema: what is left is ours. */
const JOBS: Readonly<Record<string, readonly string[]>> = {
  "x-commit-changes": ["--schema"],
  "x-create-pr": ["--schema"],
  "x-doctor": ["--json"],
  "x-hooks": ["status"],
  "x-implement-task": ["TASK-0049-0011-001", "--status"],
  "x-internal-load-story-context": ["--story-id", STORY, "--feature-id", "0049"],
  "x-internal-resume-story": ["--story-id", STORY, "--feature-id", "0049"],
  "x-internal-select-context-packs": ["--phase", "plan", "--capabilities", ""],
  "x-internal-select-knowledge": ["--phase", "review", "--capabilities", "security"],
  "x-internal-update-status": ["--file", STATE, "--type", "story", "--id", STORY, "--field", "status", "--value", "S{n}"],
  "x-internal-verify-phase-gates": [
    "--mode",
    "pre",
    "--skill",
    "x-implement-task",
    "--phase",
    "Phase-0-Setup",
    "--state-file",
    "gates.json",
  ],
  "x-manage-worktrees": ["list"],
  "x-merge-state": ["base.json", "ours.json", "theirs.json"],
  "x-review-specialist": ["--schema"],
  "x-watch-pr-ci": ["--schema"],
};

/** One row a skill: medians, and how many empty programs each is. Paired: an empty one runs before each. */
export function layouts(programs: string): string {
  using dir = workspace();
  copyFileSync(join(programs, "empty"), dir.path("bin/empty"));
  const multicall = join(ROOT, "compiled/host/x-skills");
  const rows = Object.entries(JOBS).map(([skill, args]) => {
    const binary = dir.path(`bin/${skill}`);
    copyFileSync(join(ROOT, "compiled/host", skill), binary);
    const source = join(ROOT, "scripts", `${skill}.ts`);
    const contender = (name: string, ...words: string[]): Contender => ({ name, words: [...words, ...args] });
    const contenders = [
      { name: "empty", words: [dir.path("bin/empty")] },
      contender("standalone", binary),
      ...(existsSync(multicall) ? [contender("multicall", multicall, skill)] : []),
      contender("bun", process.execPath, "--no-env-file", "--config=/dev/null", source),
      contender("deno", denoProgram(), "run", "-A", source),
    ];
    const [, ...timings] = paired(contenders, RUNS, dir.root);
    const cold = coldMs(contender("cold", binary), dir.root);
    const shown = ({ medianMs, ratio }: { medianMs: number; ratio: number }) => `${fixed(medianMs)} (${fixed(ratio)})`;
    const [standalone, ...others] = timings.map(shown);
    const what = args
      .join(" ")
      .replace(/--file .*/, "one status")
      .replace(/--mode .*/, "a gate");
    return [`${skill} ${what}`, standalone!, cold === undefined ? "-" : fixed(cold), ...others];
  });
  return table(["skill and job", "standalone, ms (× empty)", "cold, ms", "multicall", "bun", "deno"], rows);
}

/** Median with the binary's pages dropped from the system's cache before each run (`dd`, nocache); undefined where that cannot be asked for. */
function coldMs(contender: Contender, cwd: string): number | undefined {
  const binary = contender.words[0]!;
  const drop = () => Bun.spawnSync(["dd", `if=${binary}`, "iflag=nocache", "count=0", "status=none"]).exitCode === 0;
  Bun.spawnSync(["sync", binary]);
  if (!drop()) return undefined;
  return paired([{ ...contender, before: drop }], COLD_RUNS, cwd)[0]!.medianMs;
}

/** A repository with a feature, states to change and hooks, all committed. */
function workspace(): Tree {
  const dir = tree();
  mkdirSync(dir.path(FEATURE), { recursive: true });
  mkdirSync(dir.path("bin"));
  writeFeature(dir.path(FEATURE));
  writeFileSync(dir.path(".gitignore"), "*.json.lock\nbin/\n");
  for (const name of ["gates", "base", "ours", "theirs"])
    writeFileSync(dir.path(`${name}.json`), stateText(SEED_STATE.stories, SEED_STATE.tasks));
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", ...args], { cwd: dir.root });
  git("init", "-q", "-b", "develop");
  git("add", "--all");
  git("commit", "-q", "-m", "bench");
  Bun.spawnSync([join(ROOT, "compiled/host/x-hooks"), "install"], { cwd: dir.root });
  return dir;
}
