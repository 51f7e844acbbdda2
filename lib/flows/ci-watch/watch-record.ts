/** The state file of a watch, from which it goes on after an interruption (spec page 4). Version "1.0" of the public project; pure. */
import * as v from "valibot";
import { checksState } from "../../github/checks.ts";
import { schemaProblem } from "../../schema-problem.ts";
import { formatTimestamp, parseTimestamp } from "../../state/timestamp.ts";
import type { Seen, WatchLimits } from "./watch-status.ts";

const SCHEMA_VERSION = "1.0";

const timestamp = v.pipe(
  v.string(),
  v.check((text) => parseTimestamp(text) !== undefined, "expected a date-time"),
);

export const CheckSnapshot = v.strictObject({ name: v.string(), conclusion: v.nullable(v.string()) });

const Record = v.object({
  prNumber: v.pipe(v.number(), v.integer()),
  startedAt: timestamp,
  lastPollAt: timestamp,
  pollCount: v.pipe(v.number(), v.integer(), v.minValue(0)),
  checksSnapshot: v.array(v.object({ name: v.string(), conclusion: v.nullish(v.string(), null) })),
  copilotReview: v.nullish(v.object({ present: v.boolean(), reviewId: v.optional(v.number()) }), null),
  schemaVersion: v.literal(SCHEMA_VERSION),
});
export type WatchRecord = v.InferOutput<typeof Record>;

/** The record of a watch that begins now. */
export function newRecord(prNumber: number, nowSeconds: number): WatchRecord {
  const now = formatTimestamp(nowSeconds);
  const empty = { pollCount: 0, checksSnapshot: [], copilotReview: null };
  return { prNumber, startedAt: now, lastPollAt: now, ...empty, schemaVersion: SCHEMA_VERSION };
}

/** The record after one more look; one that failed keeps what was seen before. */
export function nextRecord(record: WatchRecord, nowSeconds: number, seen?: Pick<Seen, "checks" | "reviewId">): WatchRecord {
  const { prNumber, startedAt, pollCount, schemaVersion } = record;
  const checksSnapshot = seen === undefined ? record.checksSnapshot : [...seen.checks];
  const review = seen?.reviewId === undefined ? record.copilotReview : { present: true, reviewId: seen.reviewId };
  const lastPollAt = formatTimestamp(nowSeconds);
  return { prNumber, startedAt, lastPollAt, pollCount: pollCount + 1, checksSnapshot, copilotReview: review, schemaVersion };
}

/** Reads the file's text. A problem is one phrase: the watch then starts anew. */
export function parseRecord(text: string, prNumber: number): WatchRecord | { readonly problem: string } {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, "not valid JSON"), Record), text);
  if (!result.success) return { problem: schemaProblem(result.issues) };
  return result.output.prNumber === prNumber ? result.output : { problem: `it is that of pull request ${result.output.prNumber}` };
}

/** A watch that came to its end: its checks failed, or all that was asked for was there. The next call watches what was pushed since. */
export function isOver({ checksSnapshot, copilotReview }: WatchRecord, { requireCopilot }: Pick<WatchLimits, "requireCopilot">): boolean {
  const state = checksState(checksSnapshot);
  return state === "failed" || (state === "passed" && (!requireCopilot || copilotReview?.present === true));
}

/** Seconds since the watch began, by the wall clock; undefined when it would begin in the future. */
export function elapsedSeconds({ startedAt }: WatchRecord, nowSeconds: number): number | undefined {
  const seconds = nowSeconds - parseTimestamp(startedAt)!;
  return seconds < 0 ? undefined : seconds;
}
