/** Gates that do not hold: 12, 13, 14 (page 6, Phases; page 4). The trackers are spoilt behind the engine's back. On bun only. */
import { expect } from "bun:test";
import { HONEST, SHORT_SUBJECTS } from "./honest-steps.ts";
import { FEATURE } from "./planning.ts";
import { runTask } from "./run-task.ts";
import { taskRows } from "./task-rows.ts";

const STATE = `${FEATURE}/execution-state.json`;
/** Sets the status of the tracker of cycle 1's Red, as anything that writes the state could. */
const spoil = (status: string) => `sed -i '/Cycle 1 .* Red"/{n;s/"completed"/"${status}"/}' ${STATE}`;
const late = (status: string) => ({ steps: { "green-1": `${HONEST["green-1"]}\n${spoil(status)}` } });

taskRows([
  {
    name: "12: a tracker of the wave is not completed",
    project: late("pending"),
    code: 12,
    stderr: /PHASE_GATE_FAILED/,
    after: (_, { last }) => expect(last).toMatchObject({ status: "FAILED", errorCode: "PHASE_GATE_FAILED", phase: "Phase-2-TDD" }),
  },
  {
    name: "13: the gate's result cannot be written",
    project: { steps: { "green-1": `${HONEST["green-1"]}\nsed -i 's/"phaseGateResults": *\\[/"phaseGateResults": 3, "x": [/' ${STATE}` } },
    code: 13,
    stderr: /PHASE_GATE_MALFORMED|STATE_/,
    after: (_, { last }) => expect(last).toMatchObject({ status: "FAILED", errorCode: "PHASE_GATE_MALFORMED" }),
  },
  {
    name: "14: a tracker of the wave is in progress for ever (takes ten seconds)",
    project: late("in_progress"),
    code: 14,
    stderr: /PHASE_GATE_TIMEOUT/,
    after: (_, { last }) => expect(last).toMatchObject({ status: "FAILED", errorCode: "PHASE_GATE_TIMEOUT" }),
  },
  {
    name: "the tracker mended by hand: the same call goes on",
    project: late("pending"),
    code: 12,
    after: async (box) => {
      Bun.spawnSync(["sed", "-i", 's/"pending"/"completed"/', box.path(`repo/${STATE}`)]);
      const again = await runTask(box);
      expect([again.code, again.last.status]).toEqual([0, "DONE"]);
      expect(box.git(["log", "--reverse", "--format=%s", `develop..${again.last.branchName}`]).split("\n")).toEqual([...SHORT_SUBJECTS]);
    },
  },
]);
