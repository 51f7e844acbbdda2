/** A copy of the index sees what the index sees: a file changed to the same size in the second of its entry ("racy git"). */
import { expect, test } from "bun:test";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { saveIndex, withIndexWithout } from "../../lib/git/index-file.ts";
import { openCheckout } from "../../lib/git/repository.ts";
import { readText } from "../../lib/git/run-git.ts";
import { snapshotTree } from "../../lib/git/snapshot.ts";
import { type Sandbox, sandbox } from "./sandbox.ts";

/** Long enough ago that a copy made now is younger. */
const THEN = Math.floor(Date.now() / 1000) - 10;

/** `file.txt` is staged, and then changed, in the second `THEN`; so is the index. */
async function racy(box: Sandbox) {
  const [file, index] = [box.path("repo/file.txt"), box.path("repo/.git/index")];
  box.git(["config", "core.trustctime", "false"]);
  writeFileSync(file, "1\n");
  utimesSync(file, THEN, THEN);
  box.git(["add", "file.txt"]);
  utimesSync(index, THEN, THEN);
  writeFileSync(file, "9\n");
  utimesSync(file, THEN, THEN);
  expect(statSync(index).mtimeMs).toBe(THEN * 1000);
  return openCheckout(box.at("repo"));
}

test("a snapshot has the changed file", async () => {
  using box = sandbox();
  const checkout = await racy(box);
  expect(await readText(checkout, ["show", `${await snapshotTree(checkout)}:file.txt`])).toBe("9");
});

test("an index that was put back shows it", async () => {
  using box = sandbox();
  const saved = saveIndex(await racy(box));
  saved.restore();
  expect(box.git(["status", "--porcelain", "file.txt"])).toContain("M file.txt");
});

test("an index of its own shows it", async () => {
  using box = sandbox();
  const checkout = await racy(box);
  writeFileSync(box.path("repo/other"), "");
  const shown = await withIndexWithout(checkout, ["other"], (GIT_INDEX_FILE) =>
    readText(checkout, ["diff-files", "--name-only"], { env: { GIT_INDEX_FILE } }),
  );
  expect(shown).toContain("file.txt");
});
