/** The checks of a pull request, from `statusCheckRollup` of `gh pr view` (spec page 4); pure. */
import * as v from "valibot";

/** Both kinds that GitHub knows: check runs (`name`, `status`, `conclusion`) and statuses (`context`, `state`). */
const text = v.fallback(v.nullish(v.string(), null), null);
const Item = v.object({
  name: text,
  context: text,
  status: text,
  conclusion: text,
  state: text,
  workflowName: text,
  detailsUrl: text,
  startedAt: text,
});
type Item = v.InferOutput<typeof Item>;

/** `null` stands for no checks at all. */
export const Rollup = v.pipe(
  v.nullish(v.array(Item), []),
  v.transform((items): readonly Check[] => latest(items).map(toCheck)),
);

export interface Check {
  readonly name: string;
  /** In lower case; null while there is none. */
  readonly conclusion: string | null;
}

export type ChecksState = "none" | "pending" | "failed" | "passed";

const FAILED: ReadonlySet<string> = new Set(["failure", "timed_out", "cancelled", "action_required", "startup_failure", "error"]);
const PASSED: ReadonlySet<string> = new Set(["success", "neutral", "skipped"]);
/** States of a status that is no result yet. */
const UNDECIDED: ReadonlySet<string> = new Set(["", "pending", "expected"]);
const UNNAMED = "(unnamed)";

/** One that failed decides; a conclusion that is neither good nor bad (stale, or one that is new) counts as pending. */
export function checksState(checks: readonly Check[]): ChecksState {
  if (checks.some(({ conclusion }) => conclusion !== null && FAILED.has(conclusion))) return "failed";
  if (!checks.every(({ conclusion }) => conclusion !== null && PASSED.has(conclusion))) return "pending";
  return checks.length === 0 ? "none" : "passed";
}

function toCheck({ name, context, status, conclusion, state }: Item): Check {
  const isRun = state === null || state === "";
  const result = (isRun ? conclusion : state)?.toLowerCase() ?? "";
  const isOver = !isRun || status === null || status.toLowerCase() === "completed";
  return { name: name || context || UNNAMED, conclusion: isOver && !UNDECIDED.has(result) ? result : null };
}

/** Of the attempts of one job, the last: jobs that were run again are listed with each of their attempts. */
function latest(items: readonly Item[]): readonly Item[] {
  const newest = new Map<string, Item>();
  for (const item of items) {
    const key = attemptKey(item);
    const other = key === undefined ? undefined : newest.get(key);
    if (key !== undefined && (other === undefined || (item.startedAt ?? "") >= (other.startedAt ?? ""))) newest.set(key, item);
  }
  return items.filter((item) => {
    const key = attemptKey(item);
    return key === undefined || newest.get(key) === item;
  });
}

/** Attempts share the run of a workflow; runs of one workflow for two events do not. Undefined: not to be told. */
function attemptKey({ name, workflowName, detailsUrl }: Item): string | undefined {
  const run = /\/actions\/runs\/(\d+)\//.exec(detailsUrl ?? "")?.[1];
  return run === undefined || !name ? undefined : JSON.stringify([run, workflowName, name]);
}
