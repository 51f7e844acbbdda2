import { describe, expect, test } from "bun:test";
import {
  artifactNames,
  classifyArtifacts,
  freshness,
  looksCheckedOut,
  planningGate,
  planningMode,
  taskPlanName,
} from "../../lib/story/artifacts.ts";

const ID = "story-0001-0002";
const NAMES = artifactNames(ID).map(({ name }) => name);

function classify(times: Record<string, number>, taskIds: string[] = []) {
  return classifyArtifacts(ID, taskIds, new Map(Object.entries(times)), 100);
}

test("seven names in the seed's order", () => {
  const prefixes = ["plan", "arch", "tests", "tasks", "security", "compliance", "task-implementation-map"];
  expect(NAMES).toEqual(prefixes.map((prefix) => `${prefix}-${ID}.md`));
});

test.each([
  [99, "stale"],
  [100, "fresh"],
  [101, "fresh"],
  [undefined, "missing"],
] as const)("time %p beside a story of 100 is %s", (time, want) => {
  expect(freshness(time, 100)).toBe(want);
});

test("nothing there: all missing", () => {
  expect(classify({})).toEqual({ fresh: [], stale: [], missing: NAMES, missingPlanStory: true, missingPlanTasks: [] });
});

test("each list keeps the order of the seed", () => {
  const { fresh, stale, missing } = classify({ [NAMES[4]!]: 100, [NAMES[0]!]: 200, [NAMES[3]!]: 99, [NAMES[1]!]: 1 });
  expect([fresh, stale, missing]).toEqual([
    [NAMES[0]!, NAMES[4]!],
    [NAMES[1]!, NAMES[3]!],
    [NAMES[2]!, NAMES[5]!, NAMES[6]!],
  ]);
});

test.each([
  ["architecture-story-0001-0002.md", 1],
  ["map-story-0001-0002.md", 6],
  ["task-implementation-map-STORY-0001-0002.md", 6],
])("older name %s counts as the present one", (older, index) => {
  expect(classify({ [older]: 100 }).fresh).toEqual([NAMES[index]!]);
});

test("the present name decides where both are there", () => {
  expect(classify({ "architecture-story-0001-0002.md": 100, [NAMES[1]!]: 99 }).stale).toEqual([NAMES[1]!]);
});

describe("plan files", () => {
  test("of the story: missing or stale", () => {
    expect([{}, { [NAMES[0]!]: 99 }, { [NAMES[0]!]: 100 }].map((times) => classify(times).missingPlanStory)).toEqual([true, true, false]);
  });

  test("of its tasks: missing or stale, in their order", () => {
    const ids = ["TASK-0001-0002-003", "TASK-0001-0002-001", "TASK-0001-0002-002"];
    expect(classify({ [taskPlanName(ids[0]!)]: 99, [taskPlanName(ids[1]!)]: 100 }, ids).missingPlanTasks).toEqual([
      "plan-task-TASK-0001-0002-003.md",
      "plan-task-TASK-0001-0002-002.md",
    ]);
  });
});

test.each([
  [7, "PRE_PLANNED", "PASSED"],
  [6, "HYBRID", "PLAN_REQUIRED"],
  [1, "HYBRID", "PLAN_REQUIRED"],
  [0, "INLINE", "PLAN_REQUIRED"],
] as const)("%d fresh artifacts are %s and %s", (fresh, mode, gate) => {
  expect([planningMode(fresh), planningGate(planningMode(fresh))]).toEqual([mode, gate]);
});

test("one second for all looks like a checkout, and so does nothing else", () => {
  const looks = (...times: number[]) => looksCheckedOut(new Map(times.map((time, i) => [String(i), time])), 100);
  expect([looks(100), looks(100, 100), looks(100, 101), looks(101, 101), looks()]).toEqual([true, true, false, false, false]);
});
