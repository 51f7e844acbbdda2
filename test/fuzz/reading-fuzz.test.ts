import { expect, test } from "bun:test";
import { fuzzReading } from "./reading-fuzz.ts";

test("mutated stories and states end with a documented code, in time, without a stack", async () => {
  const { faults, codes } = await fuzzReading(1, 600);
  expect(faults).toEqual([]);
  expect([...codes.keys()].sort()).toEqual([0, 2, 65]);
});
