/** The long runs of test/proof in small. */
import { expect, test } from "bun:test";
import { RUNTIME } from "../harness/runtime.ts";
import { growth, readersAmongWriters } from "./scenarios.ts";

test("readers among writers see whole states only", async () => {
  const { faults } = await readersAmongWriters(RUNTIME, { writers: 3, reads: 8, seconds: 0 });
  expect(faults).toEqual([]);
});

test("the time for a story grows with its size", async () => {
  const { faults } = await growth(RUNTIME, { bytes: 1_000_000, runs: 2, slackMs: 1500 });
  expect(faults).toEqual([]);
});
