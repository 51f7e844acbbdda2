/** What the doctor looks at, and what it says of it. */
import type { Repository } from "../../git/repository.ts";
import type { GitAt } from "../../git/run-git.ts";

export const CHECKS = ["environment", "programs", "locks", "states", "lock-files", "worktrees", "hooks"] as const;
export type CheckName = (typeof CHECKS)[number];

/** A problem makes the exit code 1, a note does not. */
export interface Finding {
  readonly level: "problem" | "note";
  /** One sentence: what, where, and what to do about it. */
  readonly message: string;
  /** Puts it right without anything being lost; absent where a person has to decide. */
  readonly fix?: () => Promise<void>;
}

/** What was found in one check. */
export interface CheckResult {
  readonly check: CheckName;
  readonly findings: readonly Finding[];
  /** Why it was not made. */
  readonly skipped?: string;
  /** What is worth saying when all is well: versions, counts. */
  readonly facts?: string;
}

/** The patient: where the doctor was started, and what is known about it. */
export interface Patient {
  readonly at: GitAt;
  readonly nowSeconds: number;
  /** Absent outside a repository, and without git; `reason` says which. */
  readonly repository: Repository | undefined;
  readonly reason: string;
  /** The top of the working tree, or the folder that the doctor was started in. */
  readonly base: string;
  /** State files, absolute, links resolved. */
  readonly states: readonly string[];
}

/** A problem, and how to put it right. */
export function problem(message: string, fix?: () => Promise<void>): Finding {
  return { level: "problem", message, ...(fix === undefined ? {} : { fix }) };
}

/** Something worth knowing. */
export function note(message: string): Finding {
  return { level: "note", message };
}

/** The first few, and how many more. */
export function listed(items: readonly string[], shown = 3): string {
  const more = items.length - shown;
  return `${items.slice(0, shown).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
