/**
 * Purpose: looks at a pull request until its checks and Copilot's review are there, or one of the other ends is reached, never past the
 *   limit. Every look is recorded, so that an interrupted watch goes on with the time that is left.
 * Does not: give up at the first failure of gh, or throw for one: each end is a status. Only the signal's own error and
 *   `MissingProgramError` are thrown.
 */
import { GhError } from "../../github/gh-error.ts";
import { copilotReview, lookAtPullRequest } from "../../github/pull-request.ts";
import type { GhAt } from "../../github/run-gh.ts";
import type { Clock } from "../../platform/clock.ts";
import { type AfterTrouble, afterTrouble, NO_TROUBLE } from "./look-trouble.ts";
import type { RecordFile } from "./record-file.ts";
import { nextRecord, type WatchRecord } from "./watch-record.ts";
import { describeSeen, nextLookSeconds, type Seen, type WatchLimits, type WatchStatus, watchStatus } from "./watch-status.ts";

export interface WatchWorld {
  readonly at: GhAt;
  readonly clock: Clock;
  readonly file: RecordFile;
  readonly nowSeconds: () => number;
  /** Told after each look, and with `ticks` each second of waiting. */
  show(text: string): void;
  readonly ticks: boolean;
  warn(text: string): void;
}

export interface WatchResult {
  readonly status: WatchStatus;
  /** The last look's checks and review. */
  readonly record: WatchRecord;
  readonly elapsedSeconds: number;
  /** gh's own words when it failed, else what was seen. */
  readonly reason: string;
}

/** The last look begins that long before the limit, and has that long. */
const LAST_LOOK_MS = 5_000;
const MAX_LOOK_MS = 60_000;
const MIN_CALL_MS = 1_000;
const TICK_MS = 1_000;

/** Watches to the end. `world.file` says how long the watch has been going on already. */
export async function watchPullRequest(prNumber: number, limits: WatchLimits, world: WatchWorld): Promise<WatchResult> {
  const { elapsedSeconds, leftMs } = stopwatch(limits, world);
  let { record } = world.file;
  let hadChecks = false;
  for (let trouble = NO_TROUBLE; ; ) {
    hadChecks ||= record.checksSnapshot.length > 0;
    const isLast = leftMs() <= LAST_LOOK_MS;
    const at = isLast ? limits.timeoutSeconds : elapsedSeconds();
    const limitMs = Math.min(MAX_LOOK_MS, Math.max(leftMs(), LAST_LOOK_MS));
    const look = await lookOnce({ world, record, limitMs, requireCopilot: limits.requireCopilot });
    record = nextRecord(record, world.nowSeconds(), look instanceof GhError ? undefined : look);
    await world.file.save(record);
    const next =
      look instanceof GhError
        ? afterTrouble(look, trouble, limits.intervalSeconds)
        : afterLook({ ...look, hadChecks, elapsedSeconds: at }, limits);
    const reason = look instanceof GhError ? look.reason : describeSeen(look);
    const status = next.status ?? (isLast || leftMs() <= 0 ? "TIMEOUT" : undefined);
    if (status !== undefined) return { status, record, elapsedSeconds: elapsedSeconds(), reason };
    trouble = next.trouble;
    const tell = () => world.show(`pull request ${prNumber}: ${reason}; ${elapsedSeconds()}s of ${limits.timeoutSeconds}s`);
    if (look instanceof GhError) world.warn(`${look.message}; trying again in ${next.waitSeconds}s`);
    else tell();
    await wait(Math.min(next.waitSeconds * 1000, Math.max(0, leftMs() - LAST_LOOK_MS)), world, tell);
  }
}

/** Counts from where the recorded watch stood. */
function stopwatch({ timeoutSeconds }: WatchLimits, { clock, file }: WatchWorld) {
  const startedMs = clock.monotonicMs() - file.elapsedSeconds * 1000;
  return {
    elapsedSeconds: () => Math.floor((clock.monotonicMs() - startedMs) / 1000),
    leftMs: () => timeoutSeconds * 1000 - (clock.monotonicMs() - startedMs),
  };
}

interface Look {
  readonly world: Pick<WatchWorld, "at" | "clock">;
  readonly record: WatchRecord;
  readonly requireCopilot: boolean;
  /** For all of its calls together. */
  readonly limitMs: number;
}

/** State and checks, and the review where it is still waited for; gh's failure as a value. */
async function lookOnce({ world, record, requireCopilot, limitMs }: Look): Promise<Omit<Seen, "hadChecks" | "elapsedSeconds"> | GhError> {
  const untilMs = world.clock.monotonicMs() + limitMs;
  const within = (): GhAt => ({ ...world.at, timeoutMs: Math.max(MIN_CALL_MS, untilMs - world.clock.monotonicMs()) });
  const { prNumber, copilotReview: known } = record;
  try {
    const { state, checks } = await lookAtPullRequest(within(), prNumber);
    const asks = requireCopilot && known?.reviewId === undefined && state === "OPEN";
    const reviewId = asks ? await copilotReview(within(), prNumber) : known?.reviewId;
    return { state, checks, reviewId };
  } catch (error) {
    if (error instanceof GhError) return error;
    throw error;
  }
}

function afterLook(seen: Seen, limits: WatchLimits): Omit<AfterTrouble, "status"> & { readonly status: WatchStatus | undefined } {
  return { status: watchStatus(seen, limits), waitSeconds: nextLookSeconds(seen, limits), trouble: NO_TROUBLE };
}

async function wait(ms: number, { clock, at, ticks }: WatchWorld, tell: () => void): Promise<void> {
  for (let left = ms; left > 0; left -= TICK_MS) {
    await clock.sleep(ticks ? Math.min(left, TICK_MS) : left, at.signal);
    if (!ticks) return;
    tell();
  }
}
