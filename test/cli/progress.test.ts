import { expect, test } from "bun:test";
import { openProgress } from "../../lib/cli/progress.ts";

function open({ isTerminal, env = {}, fails = false }: { isTerminal: boolean; env?: Record<string, string>; fails?: boolean }) {
  const written: string[] = [];
  const noted: string[] = [];
  const host = {
    env,
    isTerminal: () => isTerminal,
    err: (text: string) => {
      if (fails) throw new Error("closed");
      written.push(text);
    },
  };
  return { progress: openProgress({ host, note: (text) => noted.push(text) }), written, noted };
}

test("a terminal has one line, written over, cut at its edge, and taken off at the end", () => {
  const { progress, written, noted } = open({ isTerminal: true });
  for (const text of ["one", "one", "two\u001b[2J\n"]) progress.show(text);
  progress.end();
  progress.end();
  expect(written).toEqual(["\r\u001b[K\u001b[?7lone\u001b[?7h", "\r\u001b[K\u001b[?7ltwo\\u001b[2J\\u000a\u001b[?7h", "\r\u001b[K"]);
  expect([noted, progress.isLive]).toEqual([[], true]);
});

test.each([[{ isTerminal: false }], [{ isTerminal: true, env: { TERM: "dumb" } }]])(
  "elsewhere there are plain lines, none twice in a row: %p",
  (where) => {
    const { progress, written, noted } = open(where);
    for (const text of ["one", "one", "two"]) progress.show(text);
    progress.end();
    expect([written, noted, progress.isLive]).toEqual([[], ["one", "two"], false]);
  },
);

test("after the end the same text is shown again", () => {
  const { progress, noted } = open({ isTerminal: false });
  progress.show("one");
  progress.end();
  progress.show("one");
  expect(noted).toEqual(["one", "one"]);
});

test("a terminal that is gone does no harm", () =>
  expect(() => open({ isTerminal: true, fails: true }).progress.show("one")).not.toThrow());
