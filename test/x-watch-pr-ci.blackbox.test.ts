/** Each of the eight codes of x-watch-pr-ci (spec page 4) on each runtime. Nothing waits: the recorded watch has begun long ago. */
import { expect, test } from "bun:test";
import { synopsis } from "../lib/cli/synopsis.ts";
import { contract, run } from "../scripts/x-watch-pr-ci.ts";
import { checkRun, GH, look, statusContext } from "./github/answers.ts";
import { type GhAnswers, ghStub, STUB_PATH } from "./github/gh-stub.ts";
import { blackBox, type Row } from "./harness/black-box.ts";
import { startScript } from "./harness/run-script.ts";
import { tree } from "./harness/tree.ts";

const USAGE = `usage: ${synopsis(contract)}`;
const STATE = ".claude/state/pr-watch-42.json";
const START = 1_767_225_600;
const GREEN = look([checkRun("build", "SUCCESS"), statusContext("ci/lint", "success")]);
const PENDING = look([checkRun("build", "SUCCESS"), checkRun("test", "")]);
const BUILD = { name: "build", conclusion: "success" };
const CHECKS = [BUILD, { name: "ci/lint", conclusion: "success" }];
const NO_REVIEW = { present: false };

function record(more: object = {}): string {
  const empty = { pollCount: 3, checksSnapshot: [], copilotReview: null, schemaVersion: "1.0" };
  return JSON.stringify({ prNumber: 42, startedAt: "2026-01-01T00:00:00Z", lastPollAt: "2026-01-01T00:00:30Z", ...empty, ...more });
}

interface Rest extends Partial<Omit<Row, "name" | "args">> {
  readonly args?: readonly string[];
  /** Seconds since the recorded watch began; without, there is none. */
  readonly since?: number;
}

function row(name: string, answers: GhAnswers, { args = [], since, files, env, ...want }: Rest): Row {
  const recorded = since === undefined ? {} : { [STATE]: record() };
  const now = { X_SKILLS_NOW: String(START + (since ?? 0)) };
  return {
    name,
    args: ["--pr-number", "42", ...args],
    files: { ...ghStub(answers), ...recorded, ...files },
    env: { ...STUB_PATH, ...now, ...env },
    ...want,
  };
}

function envelope(
  status: string,
  checks: readonly object[],
  elapsedSeconds: number,
  copilotReview: object = NO_REVIEW,
): NonNullable<Row["stdout"]> {
  return { status, prNumber: 42, checks, copilotReview, elapsedSeconds } as NonNullable<Row["stdout"]>;
}

blackBox(run, [
  row(
    "0: green and reviewed",
    { "pr view": [GREEN], api: [GH.copilot] },
    {
      stdout: envelope("SUCCESS", CHECKS, 0, { present: true, reviewId: 2345678901 }),
      after: {
        [STATE]: `${record({ lastPollAt: "2026-01-01T00:00:00Z", pollCount: 1, checksSnapshot: CHECKS, copilotReview: { present: true, reviewId: 2345678901 } })}\n`,
      },
    },
  ),
  row(
    "0: green, no review asked for, nothing kept",
    { "pr view": [GREEN] },
    {
      args: ["--require-copilot-review=false", "--no-state-file", "--timeout-minutes", "30", "--poll-interval-seconds", "60"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      after: { ".claude": "absent" },
    },
  ),
  row(
    "10: green, the review did not come",
    { "pr view": [GREEN], api: [GH.noReview] },
    {
      since: 900,
      code: 10,
      stdout: envelope("CI_PENDING_PROCEED", CHECKS, 900),
      stderr: ["CI_PENDING_PROCEED: 2 passed, no review by Copilot after 900s"],
    },
  ),
  row(
    "20: checks failed",
    {
      "pr view": [look([checkRun("build", "SUCCESS"), checkRun("test", "timed_out"), statusContext("ci/lint", "ERROR")])],
      api: [GH.noReview],
    },
    {
      code: 20,
      stdout: envelope("CI_FAILED", [BUILD, { name: "test", conclusion: "timed_out" }, { name: "ci/lint", conclusion: "error" }], 0),
      stderr: ["CI_FAILED: test, ci/lint (1 passed, 2 failed)"],
    },
  ),
  row(
    "30: time is up",
    { "pr view": [PENDING], api: [GH.noReview] },
    {
      since: 1797,
      code: 30,
      stdout: envelope("TIMEOUT", [BUILD, { name: "test", conclusion: null }], 1797),
      stderr: ["TIMEOUT: 1 passed, 1 pending after 1797s"],
      after: {
        [STATE]: `${record({ lastPollAt: "2026-01-01T00:29:57Z", pollCount: 4, checksSnapshot: [BUILD, { name: "test", conclusion: null }] })}\n`,
      },
      withinMs: 10_000,
    },
  ),
  row(
    "30: no time was left",
    { "pr view": [PENDING], api: [GH.noReview] },
    {
      since: 90_000,
      code: 30,
      stdout: envelope("TIMEOUT", [BUILD, { name: "test", conclusion: null }], 90_000),
      stderr: [
        `warn: the watch in $CWD/${STATE} has no time left; remove the file to begin anew`,
        "TIMEOUT: 1 passed, 1 pending after 90000s",
      ],
      withinMs: 10_000,
    },
  ),
  row(
    "40: merged",
    { "pr view": [look([checkRun("a", "FAILURE")], "MERGED")] },
    {
      code: 40,
      stdout: envelope("PR_ALREADY_MERGED", [{ name: "a", conclusion: "failure" }], 0),
      stderr: ["PR_ALREADY_MERGED: pull request 42 is merged"],
    },
  ),
  row(
    "50: no checks",
    { "pr view": [look(null)], api: [GH.noReview] },
    {
      since: 61,
      code: 50,
      stdout: envelope("NO_CI_CONFIGURED", [], 61),
      stderr: ["NO_CI_CONFIGURED: no checks after 61s"],
    },
  ),
  row(
    "60: closed",
    { "pr view": [look([], "CLOSED")] },
    {
      code: 60,
      stdout: envelope("PR_CLOSED", [], 0),
      stderr: ["PR_CLOSED: pull request 42 is closed without a merge"],
    },
  ),
  row(
    "70: no such pull request",
    { "pr view": [GH.notFound] },
    {
      code: 70,
      stdout: envelope("PR_NOT_FOUND", [], 0),
      stderr: ["PR_NOT_FOUND: Could not resolve to a PullRequest with the number of 42. (repository.pullRequest)"],
    },
  ),
  row(
    "70: not logged in",
    { "pr view": [GH.loggedOut] },
    {
      code: 70,
      stdout: envelope("PR_NOT_FOUND", [], 0),
      stderr: ["PR_NOT_FOUND: To get started with GitHub CLI, please run:  gh auth login"],
    },
  ),
  row(
    "a state file that is broken",
    { "pr view": [GREEN] },
    {
      files: { [STATE]: "{" },
      args: ["--require-copilot-review", "false"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      stderr: [`warn: state file $CWD/${STATE} cannot be used, starting anew: top: not valid JSON`],
    },
  ),
  row(
    "a state file of another version",
    { "pr view": [GREEN] },
    {
      files: { "s.json": record({ schemaVersion: "2.0" }) },
      args: ["--require-copilot-review=false", "--state-file", "s.json"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      stderr: /^warn: state file \S+\/s\.json cannot be used, starting anew: schemaVersion: [^\n]+\n$/,
    },
  ),
  row(
    "a state file of another pull request",
    { "pr view": [GREEN] },
    {
      files: { "s.json": record({ prNumber: 7 }) },
      args: ["--require-copilot-review=false", "--state-file=s.json"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      stderr: ["warn: state file $CWD/s.json cannot be used, starting anew: it is that of pull request 7"],
    },
  ),
  row(
    "a watch that begins in the future",
    { "pr view": [GREEN] },
    {
      files: { [STATE]: record({ startedAt: "2027-01-01T00:00:00Z" }) },
      args: ["--require-copilot-review=false"],
      stdout: envelope("SUCCESS", CHECKS, 0),
    },
  ),
  row(
    "a state file that is a folder",
    { "pr view": [GREEN] },
    {
      files: { [STATE]: { dir: true } },
      args: ["--require-copilot-review=false"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      stderr: [
        `warn: state file $CWD/${STATE} cannot be used, starting anew: Cannot read $CWD/${STATE}: is a directory`,
        `warn: state file is not kept: Cannot write $CWD/${STATE}: is a directory`,
      ],
    },
  ),
  row(
    "a state file that cannot be kept",
    { "pr view": [GREEN] },
    {
      files: { ".claude": "a file" },
      args: ["--require-copilot-review=false"],
      stdout: envelope("SUCCESS", CHECKS, 0),
      stderr: /^warn: state file is not kept: Cannot create \S+\/\.claude\/state: [^\n]+\n$/,
    },
  ),
  row("no gh", {}, { env: { PATH: "nowhere" }, code: 127, stderr: ["gh is required"] }),
  { name: "no number", args: [], code: 64, stderr: [USAGE] },
  ...[
    ["pr-number", "0", "expected 1 to 999999999"],
    ["pr-number", "-1", "expected 1 to 999999999"],
    ["pr-number", "4.2", "expected 1 to 999999999"],
    ["timeout-seconds", "59", "expected 60 to 7200"],
    ["timeout-seconds", "7201", "expected 60 to 7200"],
    ["timeout-minutes", "0", "expected 1 to 120"],
    ["timeout-minutes", "121", "expected 1 to 120"],
    ["poll-interval-seconds", "14", "expected 15 to 300"],
    ["poll-interval-seconds", "301", "expected 15 to 300"],
    ["copilot-review-timeout", "7201", "expected 0 to 7200"],
    ["require-copilot-review", "yes", "expected true or false"],
  ].map(([flag, value, problem]): Row => {
    const args = flag === "pr-number" ? [] : ["--pr-number", "42"];
    return {
      name: `bounds: --${flag} ${value}`,
      args: [...args, `--${flag}=${value}`],
      code: 64,
      stderr: [`malformed --${flag} '${value}': ${problem}; ${USAGE}`],
    };
  }),
  {
    name: "two limits",
    args: ["--pr-number=42", "--timeout-seconds=60", "--timeout-minutes=1"],
    code: 64,
    stderr: [`--timeout-seconds and --timeout-minutes exclude each other; ${USAGE}`],
  },
]);

test("the bounds themselves are taken", async () => {
  using dir = tree(ghStub({ "pr view": [look([], "MERGED")] }));
  for (const bounds of [
    ["60", "15"],
    ["7200", "300"],
  ]) {
    const args = ["--pr-number=42", `--timeout-seconds=${bounds[0]}`, `--poll-interval-seconds=${bounds[1]}`];
    await using program = startScript(contract.name, args, { cwd: dir.root, env: STUB_PATH });
    expect((await program.outcome).code).toBe(40);
  }
});
