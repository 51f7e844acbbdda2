/** What the commits of a task are called (spec page 6, Commits). Pure. */
import { cutAtWord } from "../../story/task-title.ts";

export type CommittedStep = "red" | "green" | "refactor" | "coverage";

export interface CommitText {
  readonly type: "test" | "feat" | "refactor";
  readonly subject: string;
}

const LONGEST_SUBJECT = 72;

/** Type and subject of a step's commit; `n` is the cycle's number. */
export function stepCommit(step: CommittedStep, n: number): CommitText {
  switch (step) {
    case "red":
      return { type: "test", subject: `add failing test UT-${n} (RED)` };
    case "green":
      return { type: "feat", subject: `implement UT-${n} (GREEN)` };
    case "refactor":
      return { type: "refactor", subject: `improve UT-${n}` };
    case "coverage":
      return { type: "test", subject: "cover missing lines" };
  }
}

/** `implement <title>`, cut at a word to 72 characters and without a final period. */
export function finalCommit(title: string): CommitText {
  return { type: "feat", subject: cutAtWord(`implement ${title}`, LONGEST_SUBJECT).replace(/\.+$/, "") };
}

export interface DoneCycle {
  readonly n: number;
  readonly test: string;
  readonly phase: string;
}

/** A line for each cycle, then how the status changed; without a change of status the lines alone. */
export function finalBody(cycles: readonly DoneCycle[], status?: { readonly from: string; readonly to: string }): string {
  const lines = cycles.map(({ n, test, phase }) => `UT-${n}${phase === "" ? "" : ` (${phase})`}: ${test.replace(/\s+/g, " ")}`);
  const change = status === undefined ? [] : [`Status: ${status.from} -> ${status.to}`];
  return [lines.join("\n"), ...change].filter((paragraph) => paragraph !== "").join("\n\n");
}
