/** One status change by what people use today: jq under flock, a Node script with well-kept packages, another tool's own edit. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CACHE, ROOT } from "../harness/repository.ts";
import { tree } from "../harness/tree.ts";
import { SEED_STATE, STORY, stateText } from "./inputs.ts";
import { type Contender, paired, type Timing } from "./paired.ts";
import { fixed, table } from "./table.ts";

const RUNS = 15;
const SOURCE = join(ROOT, "test/bench/alternatives");
const INSTALLED = join(CACHE, "bench/alternatives");
const UPDATE = join(ROOT, "compiled/host/x-internal-update-status");
const LOCKED_JQ = 'jq --arg v "$1" \'.stories["$ID"].status = $v\' state.json >state.json.new && mv state.json.new state.json';

export interface Alternatives {
  readonly text: string;
  readonly timings: readonly Timing[];
}

/** Each on a state of its own. What is not on this machine is left out, and said so. */
export function alternatives(): Alternatives {
  install();
  using dir = tree();
  const home = { HOME: dir.path("home") };
  for (const folder of ["ours", "jq", "node", "backlog", "home"]) mkdirSync(dir.path(folder));
  for (const folder of ["ours", "jq", "node"])
    writeFileSync(dir.path(`${folder}/state.json`), stateText(SEED_STATE.stories, SEED_STATE.tasks));
  const state = (folder: string) => dir.path(`${folder}/state.json`);
  const ours = ["--file", state("ours"), "--type", "story", "--id", STORY, "--field", "status", "--value", "S{n}"];
  const contenders: Contender[] = [{ name: "x-internal-update-status (fsync)", words: [UPDATE, ...ours] }];
  const missing: string[] = [];
  const add = (program: string, contender: Contender) => {
    if (Bun.which(program) === null) missing.push(`${contender.name}: there is no ${program} here`);
    else contenders.push(contender);
  };
  const script = `cd '${dir.path("jq")}' && exec flock state.json.lock sh -c '${LOCKED_JQ.replaceAll("'", "'\\''").replace("$ID", STORY)}' sh "S{n}"`;
  add("jq", { name: "jq under flock", words: ["sh", "-c", script] });
  const node = ["node", join(INSTALLED, "update.mjs"), state("node"), STORY, "S{n}"];
  add("node", { name: "node with proper-lockfile and write-file-atomic", words: node });
  const backlog = join(INSTALLED, "node_modules/.bin/backlog");
  if (existsSync(backlog) && prepareBacklog(backlog, dir.path("backlog"), home)) {
    const edit = ["sh", "-c", `cd '${dir.path("backlog")}' && exec '${backlog}' task edit 1 --title "T{n}" --plain`];
    add("node", { name: "backlog.md, its own `task edit`", words: edit, env: home });
  } else missing.push("backlog.md could not be installed here");
  const timings = paired(contenders, RUNS, dir.root);
  const rows = timings.map(({ name, minMs, medianMs, ratio }) => [name, fixed(minMs), fixed(medianMs), fixed(ratio)]);
  const said = missing.map((line) => `\n\nNot measured: ${line}.`).join("");
  return { text: table(["one status change", "min ms", "median ms", "times ours"], rows) + said, timings };
}

/** Pinned by a lock file of their own: nothing of the product depends on them. */
function install(): void {
  mkdirSync(INSTALLED, { recursive: true });
  for (const name of ["package.json", "bun.lock", "update.mjs"]) copyFileSync(join(SOURCE, name), join(INSTALLED, name));
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], { cwd: INSTALLED });
  if (exitCode !== 0) throw new Error(`Cannot install the alternatives: ${stderr.toString().trim().split("\n").at(-1)}`);
}

function prepareBacklog(program: string, cwd: string, env: Readonly<Record<string, string>>): boolean {
  const steps = [
    ["git", "init", "-q"],
    [program, "init", "bench", "--defaults"],
    [program, "task", "create", "T"],
  ];
  return steps.every((words) => Bun.spawnSync(words, { cwd, env: { ...process.env, ...env }, timeout: 60_000 }).exitCode === 0);
}
