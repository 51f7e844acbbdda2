/** Every state file of real planning data, on copies: one status set, and the diff is exactly that value. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../harness/repository.ts";
import { runScript } from "../harness/run-script.ts";
import { tree } from "../harness/tree.ts";
import { S, story } from "./fixtures.ts";

const CORPUS = join(ROOT, "../shared/corpus/plans");
const present = existsSync(CORPUS);
if (!present) process.stderr.write("skipped: the corpus is not here (../shared/corpus)\n");
const files = present ? [...new Bun.Glob("epic-*/execution-state.json").scanSync({ cwd: CORPUS })].sort() : [];
const name = "x-internal-update-status";

/** What JSON.parse makes of a text may be anything; these tests ask only for these. */
interface Shape {
  readonly stories?: Readonly<Record<string, { readonly status?: unknown }>> | readonly unknown[];
}

for (const file of files) {
  test(file, async () => {
    const before = readFileSync(join(CORPUS, file), "utf8");
    const { stories } = JSON.parse(before) as Shape;
    using dir = tree({ [S]: before });
    if (typeof stories !== "object" || Array.isArray(stories) || Object.keys(stories).length === 0) {
      const outcome = await runScript(name, story("status", "PROOF"), { cwd: dir.root });
      expect([outcome.stdout, outcome.code]).toEqual(["", 3]);
      expect(readFileSync(dir.path(S), "utf8")).toBe(before);
      return;
    }
    const [id, node] = Object.entries(stories as Record<string, { status?: unknown }>).at(-1)!;
    const outcome = await runScript(name, ["--type", "story", "--id", id, "--field", "status", "--value", "PROOF"], { cwd: dir.root });
    expect([outcome.stderr.replace(/^warn: unknown schema version .*\n$/, ""), outcome.code]).toEqual(["", 0]);
    const after = readFileSync(dir.path(S), "utf8");
    expectOneValue(before, after, typeof node.status === "string" ? JSON.stringify(node.status) : undefined);
  });
}

/** The texts differ in one run of bytes: the old value there, the new one here (or a new member, when there was none). */
function expectOneValue(before: string, after: string, old: string | undefined): void {
  let start = 0;
  while (before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  if (old === undefined) {
    expect(removed).toBe("");
    expect(added).toMatch(/^,?\s*"status": ?"PROOF"\s*,?$/);
    return;
  }
  expect('"PROOF"').toContain(added);
  expect(old).toContain(removed);
  expect(before.slice(0, start) + removed + before.slice(before.length - end)).toBe(before);
}
