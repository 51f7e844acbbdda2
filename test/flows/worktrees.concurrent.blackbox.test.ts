/** Many at once, and killed in the middle: git, the list and the disk still agree. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { GIT_ENV, sandbox } from "../git/sandbox.ts";
import { runScript, startScript } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";
import { isAlive } from "../platform/is-alive.ts";
import { disagreements, playSequence } from "./worktree-sequence.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

const ROOT = "repo/.claude/worktrees";

test(`12 worktrees created at once (${RUNTIME})`, async () => {
  using box = sandbox();
  const ids = Array.from({ length: 12 }, (_, i) => `t-${i}`);
  const options = { cwd: box.path("repo"), env: GIT_ENV };
  const outcomes = await Promise.all(ids.map((id) => runScript("x-manage-worktrees", ["create", "--branch", `feat/${id}`], options)));
  for (const [i, id] of ids.entries()) expect(outcomes[i]).toEqual({ stdout: `${box.path(`${ROOT}/${id}`)}\n`, stderr: "", code: 0 });
  expect(readFileSync(box.path("repo/.git/info/exclude"), "utf8").match(/worktrees/g)).toHaveLength(1);
  expect(await disagreements(box)).toEqual([]);
  const removed = await Promise.all(ids.map((id) => runScript("x-manage-worktrees", ["remove", "--id", id], options)));
  expect(removed.map(({ code, stderr }) => `${code}${stderr}`)).toEqual(ids.map(() => "0"));
  expect(readdirSync(box.path(ROOT))).toEqual([]);
  expect(await disagreements(box)).toEqual([]);
});

test(`12 callers of one worktree get one path (${RUNTIME})`, async () => {
  using box = sandbox();
  const options = { cwd: box.path("repo"), env: GIT_ENV };
  const create = () => runScript("x-manage-worktrees", ["create", "--branch", "feat/x"], options);
  const outcomes = await Promise.all(Array.from({ length: 12 }, create));
  for (const outcome of outcomes) expect(outcome).toEqual({ stdout: `${box.path(`${ROOT}/x`)}\n`, stderr: "", code: 0 });
  expect(await disagreements(box)).toEqual([]);
});

test(`a signal while git makes a worktree leaves nothing (${RUNTIME})`, async () => {
  using box = sandbox();
  box.hook("reference-transaction", "touch ../started; exec sleep 30");
  await using program = startScript("x-manage-worktrees", ["create", "--branch", "feat/x"], { cwd: box.path("repo"), env: GIT_ENV });
  while (!existsSync(box.path("started"))) await Bun.sleep(5);
  program.kill("SIGTERM");
  expect(await program.outcome).toEqual({ stdout: "", stderr: "interrupted by signal 15\n", code: 143 });
  box.hook("reference-transaction", "exit 0");
  expect(existsSync(box.path(`${ROOT}/x`))).toBe(false);
  expect(box.status(["rev-parse", "--verify", "-q", "refs/heads/feat/x"])).toBe(1);
  expect(await disagreements(box)).toEqual([]);
});

test(`after SIGKILL the next call ends the git that is left, and goes on (${RUNTIME})`, async () => {
  using box = sandbox();
  box.hook("post-checkout", 'touch "$(git rev-parse --git-common-dir)/started"; exec sleep 30');
  const options = { cwd: box.path("repo"), env: GIT_ENV };
  await using program = startScript("x-manage-worktrees", ["create", "--branch", "feat/x"], options);
  while (!existsSync(box.path("repo/.git/started"))) await Bun.sleep(5);
  program.kill("SIGKILL");
  await program.outcome;
  const { pgid } = JSON.parse(readFileSync(box.path("repo/.git/x-skills/worktrees.json"), "utf8"));
  expect(isAlive(pgid)).toBe(true);
  const next = await runScript("x-manage-worktrees", ["create", "--branch", "feat/x"], options);
  expect(next).toEqual({ stdout: `${box.path(`${ROOT}/x`)}\n`, stderr: "", code: 0 });
  expect(isAlive(pgid)).toBe(false);
  expect(await disagreements(box)).toEqual([]);
});

/** The long run is test/proof/worktrees.proof.ts. */
const SEEDS = RUNTIME === "bun" ? [1, 2, 3, 4, 5] : [6];

test.each(SEEDS)(
  `random create, remove and kill, seed %i (${RUNTIME})`,
  async (seed) => expect(await playSequence(seed, 6)).toEqual([]),
  60_000,
);
