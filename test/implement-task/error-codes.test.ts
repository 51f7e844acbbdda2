/** Every error code of page 6 is what some test here expects. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ERROR_CODES } from "../../lib/flows/task/task-failure.ts";

const TESTS = [...new Bun.Glob("*.test.ts").scanSync({ cwd: import.meta.dir })]
  .map((name) => readFileSync(join(import.meta.dir, name), "utf8"))
  .join("\n");

test("every error code is reached by a test", () => {
  expect(ERROR_CODES.filter((code) => !TESTS.includes(`"${code}"`))).toEqual([]);
});
