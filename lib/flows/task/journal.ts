/**
 * What a run knows of itself (spec page 6, Journal). Written before and after every effect, so that a run which was killed anywhere
 * goes on from its last finished step. Plain JSON; test reports stand in files of their own beside it.
 */
import * as v from "valibot";
import { EVIDENCE } from "../../testing/evidence.ts";
import { ConfigFile } from "../config/config-schema.ts";
import { KeptToolchain } from "../config/kept-toolchain.ts";
import { WORKER_KINDS } from "../worker/request.ts";
import { RunOptions } from "./run-options.ts";
import { ERROR_CODES } from "./task-failure.ts";

const sha = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/));

/** One TDD cycle of the plan. */
export const Cycle = v.strictObject({ n: v.number(), test: v.string(), phase: v.string(), green: v.string(), refactor: v.string() });
export type Cycle = v.InferOutput<typeof Cycle>;

/** What a run of the tests showed, as a request repeats it to the one who has to act. */
export const LastRun = v.strictObject({
  command: v.string(),
  exitCode: v.nullable(v.number()),
  evidence: v.picklist(EVIDENCE),
  failing: v.array(v.string()),
  output: v.string(),
});

export type LastRun = v.InferOutput<typeof LastRun>;

/** A creative step that waits for an answer. */
export const OpenRequest = v.strictObject({
  step: v.string(),
  kind: v.picklist(WORKER_KINDS),
  /** 1-based. */
  attempt: v.number(),
  /** The working tree when the step began, which its changes are seen from (a tree object). */
  tree: v.string(),
  /** The working tree when this request was made: the same tree again means that nothing was done. */
  seen: v.string(),
  /** Step mode: the request has been shown. */
  printed: v.boolean(),
  /** Agent mode: the worker came to its end for this attempt. */
  workerEnded: v.boolean(),
  lastRun: v.nullable(LastRun),
  /** Why the last attempt did not hold. */
  verdict: v.nullable(v.strictObject({ code: v.picklist(ERROR_CODES), detail: v.string() })),
});
export type OpenRequest = v.InferOutput<typeof OpenRequest>;

/** An effect outside the journal that must not happen twice: found again by what it leaves behind. */
const Intent = v.strictObject({ kind: v.literal("commit"), step: v.string(), parent: sha, subject: v.string() });

/** The working tree of the run, and where it came from. */
export const Tree = v.strictObject({
  mode: v.picklist(["REUSE", "CREATE", "LEGACY", "ORCHESTRATED"]),
  /** Absolute path of the working tree. */
  path: v.string(),
  /** The branch that commits go to. */
  branch: v.string(),
  /** The branch that a pull request goes to. */
  target: v.string(),
  /** Where `--abort` and LEGACY return to. */
  startBranch: v.nullable(v.string()),
  /** HEAD when the run took the tree. */
  base: sha,
  /** Id of a worktree that this run made. */
  worktreeId: v.nullable(v.string()),
});
export type Tree = v.InferOutput<typeof Tree>;

/** The whole journal. */
export const Journal = v.strictObject({
  version: v.literal(1),
  taskId: v.string(),
  /** The story of the task; null for free text. */
  storyId: v.nullable(v.string()),
  /** Scope of commits: the task id, or the slug of a free text. */
  scope: v.string(),
  /** What the caller typed. */
  operand: v.string(),
  title: v.string(),
  options: RunOptions,
  schema: v.picklist(["v1", "v2"]),
  status: v.picklist(["RUNNING", "AWAITING", "FAILED", "DONE", "ABORTED"]),
  /** Absolute folder that the command was started in, `-C` included. */
  startFolder: v.string(),
  /** Absolute folder of story, plans and state; null for free text. */
  base: v.nullable(v.string()),
  /** Absolute; null: no state is kept. */
  stateFile: v.nullable(v.string()),
  /** ISO 8601, UTC. */
  startedAt: v.string(),
  /** Milliseconds spent in earlier calls. */
  spentMs: v.number(),
  /** Ids of finished steps, in the order in which they were finished. */
  done: v.array(v.string()),
  config: ConfigFile,
  toolchain: KeptToolchain,
  /** The tree that a story gives its tasks, absolute; null: the one that the command was started in. */
  givenTree: v.nullable(v.string()),
  tree: v.nullable(Tree),
  /** HEAD as the engine left it. */
  lastCommit: v.nullable(sha),
  /** Files that were changed before the run, which stay out of its commits. */
  dirtyBefore: v.array(v.string()),
  cycles: v.array(Cycle),
  acceptance: v.array(v.strictObject({ id: v.string(), test: v.nullable(v.string()) })),
  /** The task's own files, absolute; null where there is none. */
  files: v.strictObject({
    task: v.nullable(v.string()),
    plan: v.nullable(v.string()),
    map: v.nullable(v.string()),
    story: v.nullable(v.string()),
  }),
  /** Paths that requests name as worth reading. */
  context: v.array(v.string()),
  /** Tests that were red before the task (`--allow-baseline-red`). */
  ignored: v.array(v.string()),
  evidence: v.picklist(["junit", "exit-status"]),
  /** Repository paths of the test files that the RED step of the running cycle changed. */
  redFiles: v.array(v.string()),
  /** The words of the manifest's test scripts when the run began. */
  testScript: v.string(),
  open: v.nullable(OpenRequest),
  intent: v.nullable(Intent),
  child: v.nullable(v.strictObject({ pgid: v.pipe(v.number(), v.integer(), v.minValue(2)), started: v.string() })),
  /** Tracker names and what they stand at. */
  trackers: v.record(v.string(), v.strictObject({ n: v.number(), status: v.picklist(["pending", "in_progress", "completed", "failed"]) })),
  gates: v.array(v.strictObject({ phase: v.string(), mode: v.string(), passed: v.boolean() })),
  coverage: v.nullable(
    v.strictObject({
      lineBefore: v.nullable(v.number()),
      lineAfter: v.nullable(v.number()),
      branchBefore: v.nullable(v.number()),
      branchAfter: v.nullable(v.number()),
    }),
  ),
  prNumber: v.nullable(v.number()),
  failure: v.nullable(
    v.strictObject({
      code: v.picklist(ERROR_CODES),
      kind: v.nullable(v.string()),
      phase: v.string(),
      step: v.string(),
      message: v.string(),
    }),
  ),
});
export type Journal = v.InferOutput<typeof Journal>;

/** A journal in which nothing has happened yet; what the run is about is added by who begins it. */
export function emptyJournal(
  startFolder: string,
  startedAt: string,
): Omit<Journal, "taskId" | "scope" | "operand" | "title" | "options" | "schema" | "config" | "toolchain" | "testScript"> {
  return {
    version: 1,
    storyId: null,
    status: "RUNNING",
    startFolder,
    startedAt,
    spentMs: 0,
    base: null,
    stateFile: null,
    done: [],
    givenTree: null,
    tree: null,
    lastCommit: null,
    dirtyBefore: [],
    cycles: [],
    acceptance: [],
    files: { task: null, plan: null, map: null, story: null },
    context: [],
    ignored: [],
    evidence: "exit-status",
    redFiles: [],
    open: null,
    intent: null,
    child: null,
    trackers: {},
    gates: [],
    coverage: null,
    prNumber: null,
    failure: null,
  };
}
