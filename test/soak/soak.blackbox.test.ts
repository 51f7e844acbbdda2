/** A few seconds of test/soak/soak.ts, on the runtime of this run. */
import { expect, test } from "bun:test";
import { RUNTIME } from "../harness/runtime.ts";
import { runRound } from "./run-round.ts";

const SEED = 4_209;
const LASTS_MS = 4_000;

test("writers, readers, kills and holders of the lock: what was acknowledged is there", async () => {
  const until = performance.now() + LASTS_MS;
  const goesOn = () => performance.now() < until;
  const { checked, keptIn } = await runRound({ seed: SEED, workers: 4, withDisk: true, runtime: RUNTIME, goesOn });
  expect([checked.tally.faults, keptIn]).toEqual([[], undefined]);
  expect(checked.calls.length).toBeGreaterThan(10);
}, 60_000);
