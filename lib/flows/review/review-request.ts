/** What a reviewer is asked, once for each scope; pure. */
import type { WorkerRequest } from "../worker/request.ts";
import { VERDICTS } from "./verdict.ts";

export interface ReviewSubject {
  readonly taskId: string;
  /** The tree to look at, absolute. */
  readonly cwd: string;
  readonly role: WorkerRequest["role"];
  readonly files: WorkerRequest["files"];
  readonly context: readonly string[];
}

/** The request for one scope. Nothing may be changed, so no path is allowed. */
export function reviewRequest(scope: string, { taskId, cwd, role, files, context }: ReviewSubject): WorkerRequest {
  const empty = { cycle: null, attempt: 1, allowedPaths: [], lastRun: null, coverage: null };
  return { kind: "review", taskId, role, prompt: reviewPrompt(scope, { taskId, files, context }), cwd, files, context, ...empty };
}

/** The same in plain text, with the form of the answer. */
export function reviewPrompt(scope: string, { taskId, files, context }: Pick<ReviewSubject, "taskId" | "files" | "context">): string {
  const named = [
    ["Task", files.task],
    ["Plan", files.plan],
    ["Story", files.story],
  ].flatMap(([what, path]) => (path === null ? [] : [`${what}: ${path}`]));
  return [
    `Review the work on ${taskId} in this repository as its ${scope} specialist.`,
    `Look only at what concerns ${scope}: the commits of the task, and the files that they change. Change nothing.`,
    "",
    ...named,
    ...context.map((path) => `Read: ${path}`),
    "",
    `Decide: ${VERDICTS[0]} (nothing to object), ${VERDICTS[1]} (may go on, with findings to note), ${VERDICTS[2]} (must not go on).`,
    "End your answer with one line of JSON, and nothing after it:",
    '{"verdict":"GO","findings":[{"severity":"major","file":"src/a.ts","line":12,"message":"what is wrong and why"}]}',
    "",
  ].join("\n");
}
