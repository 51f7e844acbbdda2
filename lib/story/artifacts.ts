/** The seven planning artifacts of a story: their names, and what their modification times say. */

/** One artifact: the name it is reported by, and older names it may have on disk. */
export interface ArtifactName {
  readonly name: string;
  readonly olderNames: readonly string[];
}

export type Freshness = "fresh" | "stale" | "missing";
export type PlanningMode = "PRE_PLANNED" | "HYBRID" | "INLINE";
export type PlanningGate = "PASSED" | "PLAN_REQUIRED";

/** Whole seconds since the Unix epoch by file name; a file that is not there has no entry. */
export type Times = ReadonlyMap<string, number>;

export interface Artifacts {
  readonly fresh: string[];
  readonly stale: string[];
  readonly missing: string[];
  readonly missingPlanStory: boolean;
  readonly missingPlanTasks: string[];
}

const MODES: readonly (readonly [atLeast: number, mode: PlanningMode])[] = [
  [7, "PRE_PLANNED"],
  [1, "HYBRID"],
  [0, "INLINE"],
];

/** The artifacts of `storyId` in the order of the seed. */
export function artifactNames(storyId: string): readonly ArtifactName[] {
  const older = storyId.startsWith("story") ? `STORY${storyId.slice("story".length)}` : storyId;
  const named = (prefix: string, ...olderNames: string[]) => ({ name: `${prefix}-${storyId}.md`, olderNames });
  return [
    named("plan"),
    named("arch", `architecture-${storyId}.md`),
    named("tests"),
    named("tasks"),
    named("security"),
    named("compliance"),
    named("task-implementation-map", `task-implementation-map-${older}.md`, `map-${storyId}.md`),
  ];
}

/** The plan file of one task. */
export function taskPlanName(taskId: string): string {
  return `plan-task-${taskId}.md`;
}

/** Whole seconds on both sides: a file written in the story's own second is fresh. */
export function freshness(fileTime: number | undefined, storyTime: number): Freshness {
  if (fileTime === undefined) return "missing";
  return fileTime >= storyTime ? "fresh" : "stale";
}

/** Sorts the artifacts of a story by freshness; a file under an older name counts under its present one. */
export function classifyArtifacts(storyId: string, taskIds: readonly string[], times: Times, storyTime: number): Artifacts {
  const lists: Record<Freshness, string[]> = { fresh: [], stale: [], missing: [] };
  const names = artifactNames(storyId);
  for (const { name, olderNames } of names) {
    let time = times.get(name);
    for (const older of olderNames) time ??= times.get(older);
    lists[freshness(time, storyTime)].push(name);
  }
  const missingPlanTasks: string[] = [];
  for (const taskId of taskIds) {
    const name = taskPlanName(taskId);
    if (freshness(times.get(name), storyTime) !== "fresh") missingPlanTasks.push(name);
  }
  return { ...lists, missingPlanStory: !lists.fresh.includes(names[0]!.name), missingPlanTasks };
}

/** How much of the planning is done, by the number of fresh artifacts. */
export function planningMode(freshCount: number): PlanningMode {
  for (const [atLeast, mode] of MODES) if (freshCount >= atLeast) return mode;
  throw new RangeError(`Cannot pick a planning mode for ${freshCount} artifacts`);
}

/** Tasks may start only when the whole planning is there. */
export function planningGate(mode: PlanningMode): PlanningGate {
  return mode === "PRE_PLANNED" ? "PASSED" : "PLAN_REQUIRED";
}

/** True when the story and every plan have one modification second, as a checkout leaves them: then times say nothing. */
export function looksCheckedOut(times: Times, storyTime: number): boolean {
  for (const time of times.values()) if (time !== storyTime) return false;
  return times.size > 0;
}
