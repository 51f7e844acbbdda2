import { openProgress, type Progress, type ProgressStreams } from "./progress.ts";

/** Shorter than this, nobody wonders; lines that nobody needs would only be in the way. */
const SLOW_MS = 2_000;

/** Progress of steps that are mostly quick: on a terminal at once, elsewhere one line for a step that takes longer than two seconds. */
export function openSlowProgress(streams: ProgressStreams): Progress {
  const progress = openProgress(streams);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    isLive: progress.isLive,
    show(text) {
      clearTimeout(timer);
      if (progress.isLive) progress.show(text);
      else timer = setTimeout(() => progress.show(text), SLOW_MS);
    },
    end() {
      clearTimeout(timer);
      progress.end();
    },
  };
}
