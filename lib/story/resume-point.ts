/** Where an interrupted story goes on: what its node in the state says of its tasks. */
import { excerpt } from "./excerpt.ts";
import type { Bucket, Classify } from "./status-words.ts";

interface ResumeEnvelope {
  readonly resumePoint: string;
  readonly tasksCompleted: { readonly id: string; readonly commitSha: string | null }[];
  readonly tasksPending: string[];
  readonly lastCommitSha: string | null;
  readonly staleWarnings: string[];
}

export interface ResumeReport {
  readonly envelope: ResumeEnvelope;
  readonly warnings: readonly string[];
}

export interface ResumeInput {
  readonly storyId: string;
  /** The story's node in the state; whatever it is but absent or null. */
  readonly node: unknown;
  /** The ids of the node's tasks in the order of the file. */
  readonly taskOrder: readonly string[];
  /** Whole seconds since the Unix epoch; undefined when there is no story file. */
  readonly storyMtime: number | undefined;
  readonly classify: Classify;
  /** Whole seconds since the Unix epoch of a `completedAt`; undefined when it is no timestamp. */
  readonly parseTimestamp: (text: string) => number | undefined;
}

interface Task {
  readonly isDone: boolean;
  readonly commitSha: string | null;
  readonly completedAt: string;
}

type JsonMap = Readonly<Record<string, unknown>>;

const NON_CONTIGUOUS = "non-contiguous DONE tasks detected; resume point computed from first non-DONE position";

/** Sorts the tasks into done and not done, and finds the first that is not. */
export function resumeReport(input: ResumeInput): ResumeReport {
  const warnings: string[] = [];
  const nodes = taskNodes(input, warnings);
  const tasksCompleted: ResumeEnvelope["tasksCompleted"] = [];
  const tasksPending: string[] = [];
  const staleWarnings: string[] = [];
  let doneBeforePending = 0;
  for (const id of input.taskOrder) {
    if (!Object.hasOwn(nodes, id)) continue;
    const task = readTask(id, nodes[id], input.classify, warnings);
    if (!task.isDone) {
      tasksPending.push(id);
      continue;
    }
    tasksCompleted.push({ id, commitSha: task.commitSha });
    if (tasksPending.length === 0) doneBeforePending++;
    if (isStale(task, input)) staleWarnings.push(`Story file modified after task ${id} DONE`);
  }
  const done = tasksCompleted.length;
  if (doneBeforePending < done) warnings.push(NON_CONTIGUOUS);
  if (done === 0) warnings.push(...doneWithoutTasks(input));
  const resumePoint = done === 0 ? "fresh-start" : tasksPending.length === 0 ? "all-done" : `phase-2-task-${doneBeforePending + 1}`;
  const lastCommitSha = tasksCompleted[done - 1]?.commitSha ?? null;
  return { envelope: { resumePoint, tasksCompleted, tasksPending, lastCommitSha, staleWarnings }, warnings };
}

function taskNodes({ node, storyId }: ResumeInput, warnings: string[]): JsonMap {
  if (!isMap(node)) {
    warnings.push(`story ${storyId} is not an object; it has no tasks`);
    return {};
  }
  const { tasks } = node;
  if (tasks === undefined || isMap(tasks)) return tasks ?? {};
  warnings.push(`tasks of story ${storyId} is not an object; it has no tasks`);
  return {};
}

function readTask(id: string, node: unknown, classify: Classify, warnings: string[]): Task {
  if (!isMap(node)) {
    warnings.push(`task ${id} is not an object; treated as PENDING`);
    return { isDone: false, commitSha: null, completedAt: "" };
  }
  const bucket = bucketOf(node.status, classify);
  if (bucket === "unknown") warnings.push(`unknown status '${shown(node.status)}' for task ${id}; treated as PENDING`);
  return { isDone: bucket === "done", commitSha: nonEmpty(node.commitSha), completedAt: nonEmpty(node.completedAt) ?? "" };
}

function bucketOf(status: unknown, classify: Classify): Bucket {
  if (status === undefined) return "pending";
  return typeof status === "string" ? classify(status) : "unknown";
}

function doneWithoutTasks({ node, storyId, classify }: ResumeInput): string[] {
  const status = isMap(node) ? node.status : undefined;
  if (typeof status !== "string" || classify(status) !== "done") return [];
  return [`story ${storyId} is ${excerpt(status)} but has no done task`];
}

function isStale(task: Task, { storyMtime, parseTimestamp }: ResumeInput): boolean {
  const completed = parseTimestamp(task.completedAt);
  return completed !== undefined && storyMtime !== undefined && completed < storyMtime;
}

function nonEmpty(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function shown(status: unknown): string {
  return excerpt(typeof status === "string" ? status : JSON.stringify(status));
}

function isMap(value: unknown): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
