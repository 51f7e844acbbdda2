import { expect, test } from "bun:test";
import { describeEnd, endSignal, type RunEnd, startProblem, succeeded } from "../../lib/testing/test-run.ts";
import { nameTests } from "../../lib/testing/verdict.ts";
import { run } from "./observed.ts";

test.each<[words: string, RunEnd, signal: string | undefined, problem: string | undefined]>([
  ["exit status 0", { kind: "exited", code: 0 }, undefined, undefined],
  ["exit status 1", { kind: "exited", code: 1 }, undefined, undefined],
  ["exit status 127", { kind: "exited", code: 127 }, undefined, "exit status 127"],
  ["exit status 139", { kind: "exited", code: 139 }, "SIGSEGV", undefined],
  ["SIGKILL", { kind: "signalled", signal: "SIGKILL" }, "SIGKILL", undefined],
  ["no end after 900 s", { kind: "timed-out", afterSeconds: 900 }, undefined, undefined],
  ["no such program", { kind: "not-started", reason: "no such program" }, undefined, "no such program"],
])("%s", (words, end, signal, problem) => {
  const seen = run(end);
  expect([describeEnd(end), endSignal(seen), startProblem(seen)]).toEqual([words, signal, problem]);
  expect(succeeded(seen)).toBe(words === "exit status 0");
});

test.each([
  ["", []],
  ["a", ["a"]],
  ["a, b, c", ["a", "b", "c"]],
  ["a, b, c and 2 more", ["a", "b", "c", "d", "e"]],
])("tests are named: '%s'", (text, ids) => {
  expect(nameTests(ids)).toBe(text);
});
