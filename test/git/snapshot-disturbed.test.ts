/** A working tree that others write in while we look at it: state files of parallel runs, temporary files of any program. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { openCheckout } from "../../lib/git/repository.ts";
import { changesFrom, snapshotTree } from "../../lib/git/snapshot.ts";
import { readStatus } from "../../lib/git/status.ts";
import { isTemporaryName, isTemporaryPath, temporaryName } from "../../lib/platform/temporary-name.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** A busy machine takes its time. */
setDefaultTimeout(60_000);

const WRITES = temporaryName("execution-state.json");

/** Runs `line` in the repository again and again while `use` looks. */
async function disturbed(box: Sandbox, line: string, use: () => Promise<void>): Promise<void> {
  const child = Bun.spawn(["sh", "-c", `while [ ! -e ../stop ]; do ${line}; done`], { cwd: box.path(box.repo), stdin: "ignore" });
  try {
    for (let i = 0; i < 25; i++) await use();
  } finally {
    box.write("stop", "");
    await child.exited;
  }
}

test("the temporary file of a write is no change and in no snapshot; one of another name is", async () => {
  using box = sandbox();
  const checkout = await openCheckout(box.at());
  const before = await snapshotTree(checkout);
  for (const folder of ["", "ai/epics/"]) box.write(`repo/${folder}${WRITES}`, "{");
  expect([await snapshotTree(checkout), await changesFrom(checkout, before), await readStatus(checkout)]).toEqual([before, [], []]);
  box.write("repo/.mine.tmp", "");
  expect(await changesFrom(checkout, before)).toEqual([{ change: "added", path: ".mine.tmp" }]);
  expect((await readStatus(checkout)).map(({ path }) => path)).toEqual([".mine.tmp"]);
});

test("a state file that is written all the time: the snapshot holds all else", async () => {
  using box = sandbox();
  const checkout = await openCheckout(box.at());
  box.write("repo/ai/state.json", "{}");
  const before = await snapshotTree(checkout);
  const temporary = temporaryName("state.json");
  await disturbed(box, `echo '{}' >ai/${temporary}; mv ai/${temporary} ai/state.json`, async () => {
    expect((await changesFrom(checkout, before)).filter(({ path }) => path !== "ai/state.json")).toEqual([]);
  });
});

test("files of other programs that come and go make no look fail", async () => {
  using box = sandbox();
  const checkout = await openCheckout(box.at());
  await disturbed(box, "for i in 1 2 3 4 5 6 7 8 9; do : >swap$i; done; rm -f swap*", async () => {
    expect(await snapshotTree(checkout)).toMatch(/^[0-9a-f]{40}$/);
  });
  expect(readdirSync(box.path("repo/.git")).filter((name) => name.startsWith("x-skills-snapshot"))).toEqual([]);
});

test("a tree without a file has a snapshot too", async () => {
  using box = sandbox();
  box.git(["rm", "-q", "--cached", "file.txt"]);
  Bun.spawnSync(["rm", box.path("repo/file.txt")]);
  expect(await snapshotTree(await openCheckout(box.at()))).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
});

test("names of temporary files are told from others", () => {
  expect([isTemporaryName(WRITES, "execution-state.json"), isTemporaryName(WRITES, "state.json"), isTemporaryPath(`a/${WRITES}`)]).toEqual([
    true,
    false,
    true,
  ]);
  const others = ["execution-state.json", ".a.0123.tmp", `a/${WRITES}/b`, WRITES.slice(1), `${WRITES}~`];
  expect(others.filter(isTemporaryPath)).toEqual([]);
});
