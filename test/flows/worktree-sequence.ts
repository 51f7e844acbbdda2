/** Random sequences of calls, some of them killed, and the comparison of what is left: the list, git's own list, and the disk. */
import { existsSync, readdirSync } from "node:fs";
import { GIT_ENV, type Sandbox, sandbox } from "../git/sandbox.ts";
import { runScript, startScript } from "../harness/run-script.ts";

const ROOT = "repo/.claude/worktrees";
const IDS = ["a", "b", "c"] as const;
/** Long enough to reach every part of a call. */
const KILL_WITHIN_MS = 120;

/** Plays `steps` random calls in a new repository, and makes work that is not committed on the way. What went wrong, as sentences. */
export async function playSequence(seed: number, steps: number): Promise<readonly string[]> {
  using box = sandbox();
  for (let i = 0; i < 30; i++) box.write(`repo/src/file-${i}.txt`, `${i}\n`.repeat(200));
  box.git(["add", "."]);
  box.git(["commit", "-q", "-m", "files"]);
  const random = generator(seed);
  const precious = new Set<string>();
  const faults: string[] = [];
  for (let step = 0; step < steps; step++) faults.push(...(await playStep(box, random, precious)));
  for (const id of IDS) faults.push(...(await call(box, ["create", "--branch", `feat/${id}`])));
  faults.push(...(await disagreements(box)));
  for (const id of IDS) {
    const branch = box.git(["symbolic-ref", "--short", "HEAD"], `${ROOT}/${id}`);
    if (branch !== `feat/${id}`) faults.push(`${id} is on ${branch}`);
  }
  return [...faults, ...[...precious].filter((path) => !existsSync(box.path(path))).map((path) => `${path} is lost`)];
}

async function playStep(box: Sandbox, random: () => number, precious: Set<string>): Promise<readonly string[]> {
  const id = IDS[Math.floor(random() * IDS.length)]!;
  const kind = random();
  if (kind < 0.15 && existsSync(box.path(`${ROOT}/${id}/.git`))) {
    const path = `${ROOT}/${id}/precious-${Math.floor(random() * 1e6)}`;
    box.write(path, "not committed");
    precious.add(path);
    return [];
  }
  const args = kind < 0.55 ? ["create", "--branch", `feat/${id}`] : kind < 0.9 ? ["remove", "--id", id] : ["cleanup"];
  return random() < 0.5 ? call(box, args) : killed(box, args, random() * KILL_WITHIN_MS);
}

/** Refused is fine, a crash is not. */
async function call(box: Sandbox, args: readonly string[]): Promise<readonly string[]> {
  const { code, stderr } = await runScript("x-manage-worktrees", args, { cwd: box.path("repo"), env: GIT_ENV });
  const isFine = code === 0 || (code === 1 && /^(?:Worktree|No worktree) /.test(stderr));
  return isFine ? [] : [`${args.join(" ")}: ${code}, ${stderr.trimEnd()}`];
}

async function killed(box: Sandbox, args: readonly string[], afterMs: number): Promise<readonly string[]> {
  await using program = startScript("x-manage-worktrees", args, { cwd: box.path("repo"), env: GIT_ENV });
  await Bun.sleep(afterMs);
  program.kill("SIGKILL");
  await program.outcome;
  return [];
}

/** Where the skill's list, `git worktree list` and the folders below the root do not name the same worktrees, all of them whole. */
export async function disagreements(box: Sandbox): Promise<readonly string[]> {
  const { stdout } = await runScript("x-manage-worktrees", ["list"], { cwd: box.path("repo"), env: GIT_ENV });
  const { worktrees } = JSON.parse(stdout) as { worktrees: { path: string; status: string }[] };
  const listed = worktrees.map(({ path }) => path).sort();
  const [, ...registered] = box.git(["worktree", "list", "--porcelain"]).match(/^worktree .*/gm) ?? [];
  const known = registered.map((line) => line.slice("worktree ".length)).sort();
  const names = existsSync(box.path(ROOT)) ? readdirSync(box.path(ROOT)) : [];
  const onDisk = names.map((name) => box.path(`${ROOT}/${name}`)).sort();
  const dirty = [".", ...known.map((path) => path.slice(box.root.length + 1))].filter((folder) => isDirty(box, folder));
  return [
    ...(known.join() === listed.join() ? [] : [`git lists ${known}, the skill ${listed}`]),
    ...(onDisk.join() === listed.join() ? [] : [`on disk ${onDisk}, listed ${listed}`]),
    ...worktrees.filter(({ status }) => status === "ORPHAN").map(({ path }) => `${path} is an orphan`),
    ...dirty.map((folder) => `${folder} is not as it was committed`),
  ];
}

function isDirty(box: Sandbox, folder: string): boolean {
  const status = box.git(["status", "--porcelain"], folder === "." ? "repo" : folder);
  return status.split("\n").some((line) => line !== "" && !line.startsWith("?? precious-"));
}

/** A small seeded generator (mulberry32): the same sequence for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
