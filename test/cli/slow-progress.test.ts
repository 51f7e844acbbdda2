import { afterEach, expect, jest, test } from "bun:test";
import { openSlowProgress } from "../../lib/cli/slow-progress.ts";

afterEach(() => {
  jest.useRealTimers();
});

function streams(isTerminal: boolean) {
  const notes: string[] = [];
  const raw: string[] = [];
  const host = { env: {}, isTerminal: () => isTerminal, err: (text: string) => void raw.push(text) };
  return { notes, raw: () => raw.join(""), host, note: (text: string) => void notes.push(text) };
}

test("elsewhere than on a terminal only a slow step is named", () => {
  jest.useFakeTimers();
  const out = streams(false);
  const progress = openSlowProgress(out);
  progress.show("quick");
  jest.advanceTimersByTime(1_900);
  progress.show("slow");
  jest.advanceTimersByTime(1_900);
  expect(out.notes).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(out.notes).toEqual(["slow"]);
  progress.show("last");
  progress.end();
  jest.advanceTimersByTime(10_000);
  expect(out.notes).toEqual(["slow"]);
});

test("on a terminal every step is shown at once, on one line", () => {
  const out = streams(true);
  const progress = openSlowProgress(out);
  progress.show("quick");
  expect(out.raw()).toContain("quick");
  progress.end();
  expect(out.raw()).toEndWith("\r\u001b[K");
  expect(out.notes).toEqual([]);
});
