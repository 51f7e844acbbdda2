/** What a worker is asked (spec page 6): one JSON object on its standard input, and all of it again as plain text in `prompt`. */

export const WORKER_KINDS = ["plan", "red", "green", "refactor", "coverage", "review"] as const;
export type WorkerKind = (typeof WORKER_KINDS)[number];

export interface WorkerRequest {
  readonly kind: WorkerKind;
  readonly taskId: string;
  readonly role: "java-developer" | "general";
  readonly cycle: {
    readonly n: number;
    readonly test: string;
    readonly phase: string;
    readonly green: string;
    readonly refactor: string;
  } | null;
  readonly attempt: number;
  readonly prompt: string;
  /** The tree that it may edit, absolute; it is started there. */
  readonly cwd: string;
  readonly allowedPaths: readonly string[];
  readonly files: { readonly task: string | null; readonly plan: string | null; readonly story: string | null };
  /** Paths worth reading. */
  readonly context: readonly string[];
  readonly lastRun: {
    readonly command: string;
    readonly exitCode: number | null;
    readonly evidence: string;
    readonly failing: readonly string[];
    readonly output: string;
  } | null;
  readonly coverage: readonly { readonly file: string; readonly lines: readonly number[] }[] | null;
}
