/** Conclusions in every spelling (spec page 7, case 37). */
import { expect, test } from "bun:test";
import * as v from "valibot";
import { checksState, Rollup } from "../../lib/github/checks.ts";
import { checkRun, statusContext } from "./answers.ts";

function state(items: unknown): string {
  return checksState(v.parse(Rollup, items));
}

test.each<[string, unknown, string]>([
  ["null", null, "none"],
  ["an empty list", [], "none"],
  ["all green", [checkRun("a", "SUCCESS"), checkRun("b", "NEUTRAL"), checkRun("c", "SKIPPED"), statusContext("d", "SUCCESS")], "passed"],
  ["lower case", [checkRun("a", "success", { status: "completed" }), statusContext("d", "success")], "passed"],
  ...["FAILURE", "failure", "TIMED_OUT", "CANCELLED", "ACTION_REQUIRED", "STARTUP_FAILURE"].map((conclusion): [string, unknown, string] => [
    conclusion,
    [checkRun("a", "SUCCESS"), checkRun("b", conclusion)],
    "failed",
  ]),
  ["only cancelled", [checkRun("a", "CANCELLED")], "failed"],
  ["one failed while others run", [checkRun("a", ""), checkRun("b", "FAILURE")], "failed"],
  ["status failure", [statusContext("a", "FAILURE")], "failed"],
  ["status error", [statusContext("a", "error")], "failed"],
  ["status pending", [statusContext("a", "PENDING")], "pending"],
  ["status expected", [statusContext("a", "EXPECTED"), checkRun("b", "SUCCESS")], "pending"],
  ["queued", [checkRun("a", "", { status: "QUEUED" })], "pending"],
  ["in progress with a conclusion left over", [checkRun("a", "SUCCESS", { status: "IN_PROGRESS" })], "pending"],
  ["completed without a conclusion", [checkRun("a", "", { status: "COMPLETED" })], "pending"],
  ["stale", [checkRun("a", "STALE"), checkRun("b", "SUCCESS")], "pending"],
  ["a conclusion of the future", [checkRun("a", "PONDERED")], "pending"],
  ["one without a name", [{ __typename: "CheckRun", status: "QUEUED" }], "pending"],
  ["one without anything", [{}], "pending"],
  ["members of other types", [{ name: 3, conclusion: null, status: {} }], "pending"],
])("%s", (_, items, want) => expect(state(items)).toBe(want));

test("names and conclusions as they are reported", () => {
  const items = [checkRun("build", "SUCCESS"), checkRun("test", ""), statusContext("ci/lint", "PENDING"), { status: "QUEUED" }];
  expect(v.parse(Rollup, items)).toEqual([
    { name: "build", conclusion: "success" },
    { name: "test", conclusion: null },
    { name: "ci/lint", conclusion: null },
    { name: "(unnamed)", conclusion: null },
  ]);
});

const RUN = { detailsUrl: "https://github.com/o/r/actions/runs/71/job/1" };

test("of a job that was run again the last attempt counts, in any order", () => {
  const first = checkRun("test", "FAILURE", { ...RUN, startedAt: "2026-01-01T00:00:00Z" });
  const second = checkRun("test", "SUCCESS", {
    detailsUrl: "https://github.com/o/r/actions/runs/71/job/2",
    startedAt: "2026-01-01T01:00:00Z",
  });
  expect([state([first, second]), state([second, first])]).toEqual(["passed", "passed"]);
});

test("jobs of one name in two runs, or of two apps, all count", () => {
  const push = checkRun("test", "FAILURE", { ...RUN, startedAt: "2026-01-01T00:00:00Z" });
  const pull = checkRun("test", "SUCCESS", {
    detailsUrl: "https://github.com/o/r/actions/runs/72/job/2",
    startedAt: "2026-01-01T01:00:00Z",
  });
  const app = checkRun("test", "FAILURE", { detailsUrl: "https://ci.example/1", workflowName: "" });
  expect([state([push, pull]), state([app, { ...app, conclusion: "SUCCESS" }])]).toEqual(["failed", "failed"]);
});

test("another shape is refused", () => expect(v.safeParse(Rollup, "checks").success).toBe(false));
