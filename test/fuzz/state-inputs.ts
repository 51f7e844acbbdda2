/** State files as accidents make them. */
import { changedValue, type JsonWords, mutatedJson } from "./json-mutations.ts";
import type { Random } from "./mutations.ts";

const TASK = { status: "DONE", commitSha: "abc1234", completedAt: "2023-01-01T00:00:00Z", retries: 1 };
const TRACKER = { id: "TASK-0049-0011-001#1", subject: "a", status: "completed", parentId: null, completedAt: null };
const GATE = {
  phase: "Phase-1-Prepare",
  mode: "post",
  passed: true,
  missingArtifacts: [],
  missingTasks: [],
  timestamp: "2026-01-01T00:00:00Z",
};

/** A state with everything that any reader looks at. */
export const STATE: unknown = {
  version: 1,
  featureId: "0049",
  taskTracking: { enabled: true, taskIndex: [TRACKER], phaseGateResults: [GATE] },
  stories: {
    "story-0049-0001": { status: "DONE" },
    "story-0049-0002": { status: "MERGED" },
    "story-0049-0011": {
      status: "IN_PROGRESS",
      prNumber: null,
      tasks: { "TASK-0049-0011-001": TASK, "TASK-0049-0011-002": { status: "PENDING" } },
    },
  },
};

const WORDS: JsonWords = {
  keys: [
    "stories",
    "storyEntries",
    "storyStatuses",
    "tasks",
    "status",
    "commitSha",
    "completedAt",
    "taskTracking",
    "taskIndex",
    "phaseGateResults",
    "story-0049-0001",
    "story-0049-0011",
    "TASK-0049-0011-001",
  ],
  values: [
    "DONE",
    "Concluída",
    "Conclui\u0301da",
    "SUCCESS",
    "in_progress",
    [{ id: "story-0049-0001", status: "DONE" }],
    { status: "DONE" },
    { "story-0049-0001": "DONE" },
    [TRACKER, TRACKER],
    "Phase-0-Setup",
  ],
};

/** A state's bytes: a changed document, or a changed text of it. */
export function mutatedState(random: Random): Uint8Array {
  return mutatedJson(random, STATE, WORDS);
}

/** A changed state that is still a document. */
export function changedState(random: Random, state: unknown = STATE): unknown {
  return changedValue(random, state, WORDS);
}
