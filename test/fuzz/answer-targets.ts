/** What other programs answer: gh's JSON and errors, git's lists, a worker's last line. */
import * as v from "valibot";
import { readAnswer } from "../../lib/flows/worker/answer.ts";
import { parseStatus } from "../../lib/git/status.ts";
import { coAuthor, joinMessage } from "../../lib/git/trailers.ts";
import { parseWorktrees } from "../../lib/git/worktree-list.ts";
import { checksState, Rollup } from "../../lib/github/checks.ts";
import { failureKind, failureReason } from "../../lib/github/gh-failure.ts";
import { checkRun, GH, statusContext } from "../github/answers.ts";
import type { Target } from "./fuzz-target.ts";
import { mutatedJson } from "./json-mutations.ts";
import { mutatedText, pick } from "./mutations.ts";

const decoded = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

const CHECKS = [checkRun("build", "SUCCESS"), checkRun("test", ""), statusContext("ci/old", "PENDING"), checkRun("lint", "FAILURE")];
const CHECK_WORDS = {
  keys: ["name", "context", "status", "conclusion", "state", "workflowName", "detailsUrl", "startedAt"],
  values: ["SUCCESS", "FAILURE", "NEUTRAL", "STALE", "QUEUED", "COMPLETED", "ERROR", "success", checkRun("build", "CANCELLED")],
};

/** The checks of a pull request: any list has a state, and one failed check decides it. */
export const checksTarget: Target = {
  name: "gh-checks",
  share: 60,
  make: (random) => ({ "checks.json": mutatedJson(random, CHECKS.slice(0, 1 + Math.floor(random() * CHECKS.length)), CHECK_WORDS) }),
  run(input) {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Rollup), decoded(input["checks.json"]));
    if (!parsed.success) return "refused";
    const state = checksState(parsed.output);
    const names = parsed.output.map(({ name, conclusion }) => [name, conclusion]);
    if (names.some(([name, conclusion]) => !name || conclusion === ""))
      throw new Error(`a check without a name or result: ${JSON.stringify(names)}`);
    if (parsed.output.some(({ conclusion }) => conclusion === "failure") !== (state === "failed") && state === "passed") {
      throw new Error(`${state} with ${JSON.stringify(names)}`);
    }
    return state;
  },
};

const ERRORS = Object.values(GH).flatMap((answer) => ("err" in answer ? [answer.err] : []));
const ERROR_WORDS = ["HTTP 403", "HTTP 429", "rate limit", "gh auth login", "warning: x\n", "\n\n", "gh: ", "GraphQL: ", "<html>"];

/** Why a call of gh failed: one kind, and one line that is not a page. */
export const failureTarget: Target = {
  name: "gh-failure",
  share: 20,
  make: (random) => ({ stderr: mutatedText(random, pick(random, ERRORS), ERROR_WORDS) }),
  run(input) {
    const reason = failureReason(decoded(input.stderr));
    if (reason !== undefined && (reason.includes("\n") || reason.length > 201 || reason === ""))
      throw new Error(`reason ${JSON.stringify(reason)}`);
    return failureKind(1, decoded(input.stderr));
  },
};

const STATUS = [
  "1 .M N... 100644 100644 100644 1111111 1111111 a b.ts",
  "1 A. S.M. 000000 160000 160000 0000000 2222222 sub",
  "u UU N... 100644 100644 100644 100644 1111111 2222222 3333333 c.ts",
  "? new\nline.ts",
  "! ignored",
].join("\0");
const WORKTREES =
  "worktree /r\0HEAD 1111\0branch refs/heads/develop\0\0worktree /r/w\0HEAD 2222\0detached\0locked why\0prunable gone\0\0worktree /b\0bare\0\0";
const GIT_WORDS = ["\0", "\0\0", " ", "1 ", "u ", "? ", "S..U", "worktree ", "branch refs/heads/", "locked", "\n"];

/** git's machine-readable lists, cut anywhere: each entry still has a path. */
export const gitTarget: Target = {
  name: "git-output",
  share: 40,
  make: (random) =>
    random() < 0.5 ? { status: mutatedText(random, STATUS, GIT_WORDS) } : { worktrees: mutatedText(random, WORKTREES, GIT_WORDS) },
  run(input) {
    const found = input.status === undefined ? parseWorktrees(decoded(input.worktrees)) : parseStatus(decoded(input.status).split("\0"));
    const broken = found.find(({ path }) => typeof path !== "string");
    if (broken !== undefined) throw new Error(`an entry without a path: ${JSON.stringify(broken)}`);
    return input.status === undefined ? "worktrees" : "status";
  },
};

const BODIES = ["A body.\n\nWith two paragraphs.\n", "- a\n- b\n\nKey: value\n", ""];
const BODY_WORDS = [
  "---\n",
  "# ",
  "Key: value\n",
  "Co-Authored-By: x\n",
  "\n\n\n",
  "# ------------------------ >8 ------------------------\n",
  "\r\n",
  " ",
];
const TRAILER = coAuthor("x-internal-update-status", "a".repeat(40));

/** A commit message: whatever the body is, the trailer is its last paragraph. */
export const messageTarget: Target = {
  name: "commit-message",
  share: 20,
  make: (random) => ({ body: mutatedText(random, pick(random, BODIES), BODY_WORDS) }),
  run(input) {
    const message = joinMessage("feat: a", decoded(input.body), [TRAILER]);
    if (!message.endsWith(`\n\n${TRAILER.key}: ${TRAILER.value}\n`)) throw new Error(`message ${JSON.stringify(message)}`);
    if (!message.startsWith("feat: a\n\n") || /\r|\n{3}|[ \t]\n/.test(message)) throw new Error(`message ${JSON.stringify(message)}`);
    return "joined";
  },
};

const ANSWERS = ['Working…\n{"summary":"done","noChange":false}\n', '```json\n{"verdict":"GO","findings":["a"]}\n```\n', "limit reached\n"];
const ANSWER_WORDS = ["{", "}", "\n", "```", '"noChange":true', '{"cycles":[]}', "null", "{}", "[]"];

/** What a worker printed: the last line that is an object, or none. */
export const answerTarget: Target = {
  name: "worker-answer",
  share: 20,
  make: (random) => ({ stdout: mutatedText(random, pick(random, ANSWERS), ANSWER_WORDS) }),
  run(input) {
    const { object, noChange, summary } = readAnswer(decoded(input.stdout));
    if (typeof noChange !== "boolean" || !["string", "undefined"].includes(typeof summary))
      throw new Error(`answer ${noChange}, ${summary}`);
    return object === undefined ? "no object" : "object";
  },
};
