/** A small seeded part of `make fuzz`, and every input that once failed. */
import { expect, test } from "bun:test";
import { tree } from "../harness/tree.ts";
import { fuzz, tryInput } from "./fuzz-target.ts";
import { keptInputs } from "./kept-inputs.ts";
import { allTargets, IN_PROCESS } from "./targets.ts";

const RUNS = 150;
const SEED = 1;

test.each(IN_PROCESS.map((target) => [target.name, target] as const))(`${RUNS} runs of %s`, async (_, target) => {
  expect((await fuzz(target, SEED, RUNS)).faults).toEqual([]);
});

test.each(keptInputs().map((kept) => [kept.file, kept] as const))("found/%s", async (_, { target, input }) => {
  using dir = tree();
  const known = allTargets(["bun"]).find(({ name }) => name === target)!;
  expect((await tryInput(known, input, dir)).problem).toBeUndefined();
});
