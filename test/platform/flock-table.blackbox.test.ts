/**
 * The behaviour of util-linux flock as a yardstick for our lock: every row with both programs on one file, ours holding and theirs asking
 * and the other way round. Where ours differs on purpose, the row says so.
 */
import { describe, expect, test } from "bun:test";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { isRunning } from "../harness/processes.ts";
import { type Background, run, runScript, start } from "../harness/run-script.ts";
import { RUNTIME } from "../harness/runtime.ts";
import { type Tree, tree } from "../harness/tree.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type Answer, answerOf, ask, asking, hold, LOCK, LONG_MS, type Mode, type Side, waitFor, waitToHold } from "./lock-sides.ts";

const PAIRS: readonly (readonly [holder: Side, asker: Side])[] = [
  ["ours", "flock"],
  ["flock", "ours"],
  ["ours", "ours"],
];
const isHere = process.platform === "linux" && Bun.which("flock") !== null;
const WHERE = isHere ? RUNTIME : "skipped: needs Linux and util-linux flock";

const release = (dir: Tree) => writeFileSync(dir.path("until"), "");

/** Kills the holder, looks while its child lives, and ends the child. */
async function outlived(holder: Background, dir: Tree, look: () => Promise<void>): Promise<void> {
  const child = () => (existsSync(dir.path("child")) ? readFileSync(dir.path("child"), "utf8").trim() : "");
  await waitUntil(() => child() !== "");
  holder.kill("SIGKILL");
  await waitUntil(() => !isRunning(holder.pid));
  await look();
  process.kill(Number(child()), "SIGKILL");
  await holder.outcome;
  rmSync(dir.path("child"));
}

describe.skipIf(!isHere)(`flock(1) and our lock (${WHERE})`, () => {
  describe.each(PAIRS)("%s holds, %s asks", (holder, asker) => {
    test.each<[Mode, Mode, Answer]>([
      ["exclusive", "exclusive", "conflict"],
      ["exclusive", "shared", "conflict"],
      ["shared", "exclusive", "conflict"],
      ["shared", "shared", "had"],
    ])("%s against %s: %s", async (mode, wanted, answer) => {
      using dir = tree({ [LOCK]: "" });
      await using _ = await hold(holder, dir, { mode });
      expect(await ask(asker, dir, { mode: wanted })).toBe(answer);
    });

    test("a limit is waited for, not longer, and ends in the conflict's own exit code", async () => {
      using dir = tree();
      await using _ = await hold(holder, dir);
      const started = performance.now();
      expect(await ask(asker, dir, { timeoutMs: 300 })).toBe("conflict");
      expect(performance.now() - started).toBeWithin(300, LONG_MS);
    });

    test("let go within the limit: had", async () => {
      using dir = tree();
      await using _ = await hold(holder, dir);
      await using waiting = await waitFor(asker, dir);
      release(dir);
      expect(await answerOf(waiting)).toBe("had");
    });

    test("the holder dies by SIGKILL: had", async () => {
      using dir = tree();
      await using held = await hold(holder, dir);
      await using waiting = await waitFor(asker, dir);
      held.kill("SIGKILL");
      expect(await answerOf(waiting)).toBe("had");
    });

    test("a holder that is stopped still holds", async () => {
      using dir = tree();
      await using held = await hold(holder, dir);
      held.kill("SIGSTOP");
      expect(await ask(asker, dir)).toBe("conflict");
    });

    test("of two that share it, the last decides", async () => {
      using dir = tree({ [LOCK]: "" });
      await using first = await hold(holder, dir, { mode: "shared", name: "first" });
      await using _ = await hold(asker, dir, { mode: "shared", name: "second" });
      first.kill("SIGKILL");
      await first.outcome;
      expect(await ask(asker, dir)).toBe("conflict");
      release(dir);
      expect(await ask(asker, dir, { timeoutMs: LONG_MS })).toBe("had");
    });

    test("the state is replaced by a rename, as every write does: still held", async () => {
      using dir = tree({ state: "old", new: "new" });
      await using _ = await hold(holder, dir);
      renameSync(dir.path("new"), dir.path("state"));
      expect(await ask(asker, dir)).toBe("conflict");
    });

    test("by another name: a link to the folder, a second name of the file", async () => {
      using dir = tree({ [LOCK]: "", other: { dir: true } });
      symlinkSync(".", dir.path("here"));
      linkSync(dir.path(LOCK), dir.path("other/state.lock"));
      await using _ = await hold(holder, dir);
      expect(await ask(asker, dir, { path: "here/state" })).toBe("conflict");
      expect(await ask(asker, dir, { path: "other/state" })).toBe("conflict");
    });

    test("a lock file that may only be read is enough", async () => {
      using dir = tree({ [LOCK]: { text: "", mode: 0o444 } });
      await using _ = await hold(holder, dir);
      expect(await ask(asker, dir)).toBe("conflict");
    });

    test("what stands in the lock file does not matter, and stays", async () => {
      using dir = tree({ [LOCK]: "pid 1\n" });
      await using _ = await hold(holder, dir);
      expect(await ask(asker, dir)).toBe("conflict");
      expect(readFileSync(dir.path(LOCK), "utf8")).toBe("pid 1\n");
    });
  });

  test("let go, but still running: had; letting go twice does no harm", async () => {
    using dir = tree();
    await using held = await hold("ours", dir, { more: ["--linger", "end"] });
    release(dir);
    await waitUntil(() => existsSync(dir.path("released")));
    expect(await ask("flock", dir)).toBe("had");
    writeFileSync(dir.path("end"), "");
    expect((await held.outcome).code).toBe(0);
  });

  test("twice in one process: two descriptors exclude one another", async () => {
    using dir = tree();
    const twice = "exec 3>state.lock 4>state.lock; flock -n 3 && flock -n -E 75 4";
    expect((await run(["sh", "-c", twice], { cwd: dir.root })).code).toBe(75);
    const ours = await runScript("x-lock", ["state", "--timeout-ms", "0", "--twice"], { cwd: dir.root });
    expect([ours.code, ours.stderr]).toEqual([75, expect.stringMatching(/^Lock timeout on /)]);
  });

  test("a child inherits the lock of flock, not ours: what outlives its holder", async () => {
    using dir = tree();
    const theirs = start(["flock", LOCK, "sh", "-c", "echo $$ > child; exec sleep 60"], { cwd: dir.root });
    await outlived(theirs, dir, async () => expect(await ask("ours", dir)).toBe("conflict"));
    expect(await ask("ours", dir, { timeoutMs: LONG_MS })).toBe("had");
    const ours = await hold("ours", dir, { more: ["--child"] });
    await outlived(ours, dir, async () => expect(await ask("flock", dir, { timeoutMs: LONG_MS })).toBe("had"));
  });

  describe.each([
    ["removed", (dir: Tree) => rmSync(dir.path(LOCK))],
    ["replaced by a rename", (dir: Tree) => renameSync(dir.path("new"), dir.path(LOCK))],
  ])("the lock file is %s while one waits", (_, change) => {
    test("flock is left with a lock on a file that is no more, beside which another is had", async () => {
      using dir = tree({ new: "" });
      await using held = await hold("ours", dir);
      await using waiting = await waitToHold("flock", dir, { name: "second" });
      change(dir);
      held.kill("SIGKILL");
      await waitUntil(() => existsSync(dir.path("second")));
      expect(await ask("ours", dir)).toBe("had");
      waiting.kill("SIGKILL");
    });

    test("ours begins again on the file that is there now", async () => {
      using dir = tree({ new: "" });
      await using held = await hold("flock", dir);
      await using waiting = await waitToHold("ours", dir, { name: "second" });
      change(dir);
      held.kill("SIGKILL");
      await waitUntil(() => existsSync(dir.path("second")));
      expect(await ask("flock", dir)).toBe("conflict");
      waiting.kill("SIGKILL");
    });
  });

  test.each<[string, (dir: Tree) => void]>([
    ["a folder", (dir) => mkdirSync(dir.path(LOCK))],
    ["a link to a file", (dir) => symlinkSync("target", dir.path(LOCK))],
  ])("flock locks %s, ours refuses it: it would make or lock what is not ours", async (_, make) => {
    using dir = tree();
    make(dir);
    expect(await ask("flock", dir)).toBe("had");
    for (const mode of ["exclusive", "shared"] as const) {
      await using asked = asking("ours", dir, { mode, timeoutMs: LONG_MS });
      const { stderr, code } = await asked.outcome;
      expect([stderr, code]).toEqual([`Lock timeout on ${dir.path(LOCK)} (not a regular file)\n`, 75]);
    }
  });

  test("no lock file: flock and our writer make it, our reader leaves no trace and keeps nobody out", async () => {
    using dir = tree();
    await using _ = await hold("ours", dir, { mode: "shared" });
    expect(existsSync(dir.path(LOCK))).toBe(false);
    expect(await ask("flock", dir)).toBe("had");
    rmSync(dir.path(LOCK));
    expect(await ask("ours", dir)).toBe("had");
    expect(existsSync(dir.path(LOCK))).toBe(true);
  });
});
