/** What follows when a look at a pull request fails (spec page 4, x-watch-pr-ci); pure. */
import type { GhError } from "../../github/gh-error.ts";

/** Failed looks in a row, by kind. */
export interface Trouble {
  readonly failures: number;
  readonly refusals: number;
}

/** Nothing went wrong with the last look. */
export const NO_TROUBLE: Trouble = { failures: 0, refusals: 0 };

export interface AfterTrouble {
  /** Undefined: look again after `waitSeconds`. */
  readonly status: "PR_NOT_FOUND" | "TIMEOUT" | undefined;
  readonly waitSeconds: number;
  readonly trouble: Trouble;
}

const MAX_FAILURES = 2;
/** Waits at a rate limit; the next refusal ends the watch. */
const BACK_OFF_SECONDS = [30, 60, 120] as const;

/** A rate limit is waited for three times; another failure may happen once; what is final is so at once. */
export function afterTrouble({ kind }: GhError, before: Trouble, intervalSeconds: number): AfterTrouble {
  switch (kind) {
    case "final":
      return { status: "PR_NOT_FOUND", waitSeconds: 0, trouble: before };
    case "rate-limit": {
      const waitSeconds = BACK_OFF_SECONDS[before.refusals];
      const trouble = { failures: 0, refusals: before.refusals + 1 };
      return { status: waitSeconds === undefined ? "TIMEOUT" : undefined, waitSeconds: waitSeconds ?? 0, trouble };
    }
    case "other": {
      const trouble = { failures: before.failures + 1, refusals: 0 };
      return { status: trouble.failures >= MAX_FAILURES ? "PR_NOT_FOUND" : undefined, waitSeconds: intervalSeconds, trouble };
    }
  }
}
