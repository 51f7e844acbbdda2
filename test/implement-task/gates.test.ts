/** Gates that do not hold: 12, 13, 14 (page 6, Phases; page 4). The state is spoilt behind the engine's back. On bun only. */
import { expect } from "bun:test";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { FEATURE, SHORT } from "./planning.ts";
import { project } from "./project.ts";
import { runTask } from "./run-task.ts";
import { expectEnd, taskRows, taskTest } from "./task-rows.ts";

const STATE = `${FEATURE}/execution-state.json`;
/** Two gates that held are made to have failed, as anything that writes the state could. */
const denied = { steps: { "green-1": `${HONEST["green-1"]}\nsed -i 's/"passed": true/"passed": false/' ${STATE}` } };
/**
 * Sets the tracker of cycle 1's Red back, again and again, under the state's lock: the engine itself mends what is only once behind.
 * The text is made outside the tree, where it would be a change of the step. It has an end of its own: a test that is killed stops nobody.
 */
const SET_BACK = `setsid sh -c 'exec 9>>"$2.lock"; n=0; while [ -f "$2" ] && [ ! -f "$1/stop" ] && [ $n -lt 5000 ]; do n=$((n + 1)); flock 9
  sed "/Cycle 1 .* Red\\"/{n;s/\\"completed\\"/\\"in_progress\\"/}" "$2" >"$1/state" && mv "$1/state" "$2"; flock -u 9; done' sh "$here" "$PWD/${STATE}" </dev/null >/dev/null 2>&1 &`;
const TRIES = 5;

taskRows([
  {
    name: "12: a gate of an earlier phase did not hold",
    project: denied,
    code: 12,
    stderr: /PHASE_GATE_FAILED/,
    after: (_, { last }) => expect(last).toMatchObject({ status: "FAILED", errorCode: "PHASE_GATE_FAILED" }),
  },
  {
    name: "13: the gate's result cannot be written",
    project: { steps: { "green-1": `${HONEST["green-1"]}\nsed -i 's/"phaseGateResults": *\\[/"phaseGateResults": 3, "x": [/' ${STATE}` } },
    code: 13,
    stderr: /PHASE_GATE_MALFORMED|STATE_/,
    after: (_, { last }) => expect(last).toMatchObject({ status: "FAILED", errorCode: "PHASE_GATE_MALFORMED" }),
  },
  {
    name: "mended by hand: the same call goes on",
    project: denied,
    code: 12,
    after: async (box) => {
      Bun.spawnSync(["sed", "-i", 's/"passed": false/"passed": true/', box.path(`repo/${STATE}`)]);
      const again = await runTask(box);
      expect([again.code, again.last.status]).toEqual([0, "DONE"]);
      expect(box.git(["log", "--reverse", "--format=%s", `develop..${again.last.branchName}`]).split("\n")).toEqual([...SHORT_SUBJECTS]);
    },
  },
]);

taskTest(
  "14: a tracker of the wave is in progress for ever (takes ten seconds)",
  async () => {
    for (let left = TRIES; ; left--) {
      using box = project({ tasks: [SHORT], steps: { "refactor-1": `${HONEST["refactor-1"]}\nfor i in 1 2 3; do ${SET_BACK} done` } });
      const outcome = await runTask(box);
      box.write("worker/stop", "");
      await Bun.sleep(100);
      // Now and then the gate looks between two writes, and says 12 or nothing.
      if (outcome.code !== 14 && left > 1) continue;
      expectEnd(outcome, { code: 14, errorCode: "PHASE_GATE_TIMEOUT", message: /still in_progress/ });
      return;
    }
  },
  TRIES * 60_000,
);
