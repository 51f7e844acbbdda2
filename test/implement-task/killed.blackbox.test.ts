/** A small version of `test/proof/implement-task-kill.proof.ts`: kills at random moments, the same commits at the end. */
import { expect } from "bun:test";
import { RUNTIME } from "../harness/runtime.ts";
import { killedRuns } from "./killed.ts";
import { taskTest } from "./task-rows.ts";

const KILLS = 4;
/** A busy machine needs minutes for the calls and their undisturbed references. */
const AT_MOST_MS = 240_000;
const SEED = Number(process.env.SEED ?? 20_261_130);

taskTest(
  `killed ${KILLS} times at random moments, called again each time: the commits of an undisturbed run (seed ${SEED})`,
  async () => {
    const { faults, kills } = await killedRuns(RUNTIME, KILLS, SEED);
    expect(faults).toEqual([]);
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  },
  AT_MOST_MS,
);
