/** The watch on a scripted clock, with a `gh` that replays: each of its ends, and how long it waited in between. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openRecord } from "../../../lib/flows/ci-watch/record-file.ts";
import { type WatchResult, watchPullRequest } from "../../../lib/flows/ci-watch/watch-pull-request.ts";
import type { WatchLimits } from "../../../lib/flows/ci-watch/watch-status.ts";
import { checkRun, GH, look, statusContext } from "../../github/answers.ts";
import { type GhAnswer, type GhAnswers, ghCalls, ghStub, STUB_PATH } from "../../github/gh-stub.ts";
import { cleanEnvironment } from "../../harness/runtime.ts";
import { type Tree, tree } from "../../harness/tree.ts";

const NEVER = new AbortController().signal;
const LIMITS: WatchLimits = { timeoutSeconds: 1800, intervalSeconds: 60, requireCopilot: false, copilotSeconds: 900 };
const START = 1_767_225_600;

interface Watched extends Pick<WatchResult, "status" | "elapsedSeconds" | "reason"> {
  /** Seconds of each wait. */
  readonly waits: readonly number[];
  readonly warnings: readonly string[];
  readonly shown: readonly string[];
}

/** One watch; the clock moves only while it waits. */
async function watch(
  dir: Tree,
  limits: WatchLimits,
  { path, startedAt = START, ticks = false }: { path?: string; startedAt?: number; ticks?: boolean } = {},
): Promise<Watched> {
  let nowMs = startedAt * 1000;
  const [waits, warnings, shown]: [number[], string[], string[]] = [[], [], []];
  const clock = {
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => {
      waits.push(ms / 1000);
      nowMs += ms;
    },
  };
  const nowSeconds = () => Math.floor(nowMs / 1000);
  const warn = (text: string) => warnings.push(text);
  const file = openRecord(42, { path, nowSeconds: nowSeconds(), limits, signal: NEVER, warn });
  const at = { cwd: dir.root, env: cleanEnvironment(STUB_PATH), signal: NEVER };
  const world = { at, clock, file, nowSeconds, ticks, warn, show: (text: string) => shown.push(text) };
  const { status, elapsedSeconds, reason } = await watchPullRequest(42, limits, world);
  return { status, elapsedSeconds, reason, waits, warnings, shown };
}

const GREEN = look([checkRun("build", "SUCCESS"), statusContext("ci/lint", "SUCCESS")]);
const PENDING = look([checkRun("build", "SUCCESS"), checkRun("test", "")]);
const NONE = look([]);
const times = (count: number, answer: GhAnswer) => Array<GhAnswer>(count).fill(answer);

type Row = readonly [
  name: string,
  looks: readonly GhAnswer[],
  limits: Partial<WatchLimits>,
  want: Partial<Watched>,
  reviews?: readonly GhAnswer[],
];

test.each<Row>([
  ["green at once", [GREEN], {}, { status: "SUCCESS", elapsedSeconds: 0, waits: [], reason: "2 passed" }],
  ["green later", [PENDING, PENDING, GREEN], {}, { status: "SUCCESS", elapsedSeconds: 120, waits: [60, 60] }],
  ["checks that register late", [look(null), NONE, GREEN], { intervalSeconds: 15 }, { status: "SUCCESS", elapsedSeconds: 30 }],
  ["no checks for ever", [NONE], {}, { status: "NO_CI_CONFIGURED", elapsedSeconds: 60, waits: [60] }],
  [
    "no checks for ever, seldom looked at",
    [NONE],
    { intervalSeconds: 300 },
    { status: "NO_CI_CONFIGURED", elapsedSeconds: 60, waits: [60] },
  ],
  [
    "no checks for ever, often looked at",
    [NONE],
    { intervalSeconds: 50 },
    { status: "NO_CI_CONFIGURED", elapsedSeconds: 60, waits: [50, 10] },
  ],
  ["no checks until the shortest limit", [NONE], { timeoutSeconds: 60 }, { status: "NO_CI_CONFIGURED", elapsedSeconds: 55 }],
  [
    "the head moves: an empty list is not the end",
    [PENDING, NONE, NONE, NONE, PENDING, GREEN],
    {},
    { status: "SUCCESS", elapsedSeconds: 300 },
  ],
  [
    "failed while others run",
    [PENDING, look([checkRun("a", ""), checkRun("b", "FAILURE")])],
    {},
    { status: "CI_FAILED", elapsedSeconds: 60, reason: "1 failed, 1 pending" },
  ],
  ["only cancelled", [look([checkRun("a", "CANCELLED")])], {}, { status: "CI_FAILED" }],
  [
    "stale for ever",
    [look([checkRun("a", "STALE")])],
    { timeoutSeconds: 120 },
    { status: "TIMEOUT", elapsedSeconds: 115, waits: [60, 55] },
  ],
  [
    "one nameless pending check",
    [look([{ status: "QUEUED" }])],
    { timeoutSeconds: 60 },
    { status: "TIMEOUT", elapsedSeconds: 55, reason: "1 pending" },
  ],
  ["pending for ever", [PENDING], { timeoutSeconds: 7200, intervalSeconds: 300 }, { status: "TIMEOUT", elapsedSeconds: 7195 }],
  ["green at the last look", [PENDING, GREEN], { timeoutSeconds: 60 }, { status: "SUCCESS", elapsedSeconds: 55 }],
  ["merged at once", [look([], "MERGED")], {}, { status: "PR_ALREADY_MERGED", elapsedSeconds: 0 }],
  [
    "merged while watching, though a check failed",
    [PENDING, look([checkRun("a", "FAILURE")], "MERGED")],
    {},
    { status: "PR_ALREADY_MERGED" },
  ],
  ["closed while watching", [PENDING, look([checkRun("a", "SUCCESS")], "CLOSED")], {}, { status: "PR_CLOSED", elapsedSeconds: 60 }],
  ["lower case state", [look([], "merged")], {}, { status: "PR_ALREADY_MERGED" }],

  [
    "no such pull request",
    [GH.notFound],
    {},
    {
      status: "PR_NOT_FOUND",
      elapsedSeconds: 0,
      reason: "Could not resolve to a PullRequest with the number of 42. (repository.pullRequest)",
    },
  ],
  ["logged out", [GH.loggedOut], {}, { status: "PR_NOT_FOUND", elapsedSeconds: 0 }],
  [
    "offline twice",
    [PENDING, GH.offline],
    {},
    {
      status: "PR_NOT_FOUND",
      elapsedSeconds: 120,
      reason: "error connecting to api.github.com",
      warnings: ["gh pr view failed: error connecting to api.github.com; trying again in 60s"],
    },
  ],
  ["offline now and then", [GH.offline, PENDING, GH.offline, GREEN], {}, { status: "SUCCESS", elapsedSeconds: 180 }],
  [
    "HTML on stderr twice",
    [GH.html],
    {},
    { status: "PR_NOT_FOUND", elapsedSeconds: 60, reason: expect.stringMatching(/^non-200 OK status code: 502/) as never },
  ],
  [
    "HTML instead of an answer, once",
    [GH.htmlOut, GREEN],
    {},
    { status: "SUCCESS", warnings: ["gh pr view failed: unexpected answer (no JSON); trying again in 60s"] },
  ],
  ["JSON of another shape twice", [{ out: '{"state":"ODD"}' }], {}, { status: "PR_NOT_FOUND" }],
  ["rate limit three times", [...times(3, GH.rateLimit), GREEN], {}, { status: "SUCCESS", elapsedSeconds: 210, waits: [30, 60, 120] }],
  ["rate limit without end", [GH.secondaryLimit], {}, { status: "TIMEOUT", elapsedSeconds: 210, waits: [30, 60, 120] }],
  ["rate limit between failures", [GH.offline, GH.rateLimit, GH.offline, GREEN], {}, { status: "SUCCESS", elapsedSeconds: 150 }],
  ["rate limit until the limit", [GH.rateLimit], { timeoutSeconds: 60 }, { status: "TIMEOUT", elapsedSeconds: 55, waits: [30, 25] }],

  ["reviewed at once", [GREEN], { requireCopilot: true }, { status: "SUCCESS", reason: "2 passed, reviewed by Copilot" }, [GH.copilot]],
  ["reviewed later", [GREEN], { requireCopilot: true }, { status: "SUCCESS", elapsedSeconds: 120 }, [GH.noReview, GH.noReview, GH.copilot]],
  [
    "never reviewed",
    [GREEN],
    { requireCopilot: true },
    { status: "CI_PENDING_PROCEED", elapsedSeconds: 900, reason: "2 passed" },
    [GH.noReview],
  ],
  [
    "not waited for",
    [GREEN],
    { requireCopilot: true, copilotSeconds: 0 },
    { status: "CI_PENDING_PROCEED", elapsedSeconds: 0 },
    [GH.noReview],
  ],
  [
    "never reviewed within the limit",
    [GREEN],
    { requireCopilot: true, timeoutSeconds: 600 },
    { status: "CI_PENDING_PROCEED", elapsedSeconds: 595 },
    [GH.noReview],
  ],
  [
    "waited for between two looks",
    [GREEN],
    { requireCopilot: true, copilotSeconds: 70 },
    { status: "CI_PENDING_PROCEED", elapsedSeconds: 70, waits: [60, 10] },
    [GH.noReview],
  ],
  [
    "reviews cannot be read",
    [GREEN],
    { requireCopilot: true },
    { status: "PR_NOT_FOUND", reason: "Not Found (HTTP 404)" },
    [{ out: "{}", err: "gh: Not Found (HTTP 404)\n", code: 1 }],
  ],
])("%s", async (_, looks, limits, want, reviews = []) => {
  const answers: GhAnswers = reviews.length === 0 ? { "pr view": looks } : { "pr view": looks, api: reviews };
  using dir = tree(ghStub(answers));
  expect(await watch(dir, { ...LIMITS, ...limits })).toMatchObject(want);
});

test("the review that was seen is not asked for again", async () => {
  using dir = tree(ghStub({ "pr view": [PENDING, PENDING, GREEN], api: [GH.copilot] }));
  expect((await watch(dir, { ...LIMITS, requireCopilot: true })).status).toBe("SUCCESS");
  const [first, second, ...more] = ghCalls(dir.root);
  expect(first).toBe("pr view 42 --json=state,statusCheckRollup");
  expect(second).toStartWith("api repos/{owner}/{repo}/pulls/42/reviews?per_page=100 --paginate --jq=.[] | select(.user.login ==");
  expect(more).toEqual([first!, first!]);
});

test("on a terminal each second of waiting is shown", async () => {
  using dir = tree(ghStub({ "pr view": [PENDING, GREEN] }));
  const { shown } = await watch(dir, { ...LIMITS, intervalSeconds: 15 }, { ticks: true });
  expect(shown.length).toBe(16);
  expect(shown.at(-1)).toBe("pull request 42: 1 passed, 1 pending; 15s of 1800s");
});

test("a watch that was interrupted goes on with the time that is left; one that is over does not", async () => {
  using dir = tree(ghStub({ "pr view": [PENDING] }));
  const path = dir.path("state/pr.json");
  const record = () => JSON.parse(readFileSync(path, "utf8"));
  const first = await watch(dir, { ...LIMITS, timeoutSeconds: 600 }, { path });
  expect([first.status, first.elapsedSeconds, record().pollCount]).toEqual(["TIMEOUT", 595, 11]);
  expect(record()).toMatchObject({
    prNumber: 42,
    startedAt: "2026-01-01T00:00:00Z",
    lastPollAt: "2026-01-01T00:09:55Z",
    copilotReview: null,
  });
  const second = await watch(dir, { ...LIMITS, timeoutSeconds: 1000 }, { path, startedAt: START + 900 });
  expect([second.status, second.elapsedSeconds, second.waits]).toEqual(["TIMEOUT", 995, [60, 35]]);
  const third = await watch(dir, { ...LIMITS, timeoutSeconds: 1000 }, { path, startedAt: START + 5000 });
  expect([third.status, third.elapsedSeconds, third.waits]).toEqual(["TIMEOUT", 5000, []]);
  expect(third.warnings).toEqual([`the watch in ${path} has no time left; remove the file to begin anew`]);
});

test.each([
  ["failed", [look([checkRun("a", "FAILURE")])], "CI_FAILED"],
  ["succeeded", [GREEN], "SUCCESS"],
] as const)("a watch that %s is over: the next call watches anew", async (_, looks, status) => {
  using dir = tree(ghStub({ "pr view": [...looks, PENDING] }));
  const path = dir.path("pr.json");
  expect((await watch(dir, LIMITS, { path })).status).toBe(status);
  const again = await watch(dir, { ...LIMITS, timeoutSeconds: 60 }, { path, startedAt: START + 100_000 });
  expect([again.status, again.elapsedSeconds, again.warnings]).toEqual(["TIMEOUT", 55, []]);
});
