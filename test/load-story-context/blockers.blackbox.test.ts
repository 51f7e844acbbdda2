/** Blockers in every shape of the state, plans and scope (spec page 2); the vectors hold the rest. */
import { describe } from "bun:test";
import { run } from "../../scripts/x-internal-load-story-context.ts";
import { blackBox, type Row } from "../harness/black-box.ts";
import type { Files } from "../harness/tree.ts";
import { type StoryParts, taskId } from "../story/story-text.ts";
import { ARGS, DIR, envelope, MTIME, NAMES, STATE, story } from "./expected-context.ts";

const A = "story-0049-0001";
const BLOCKED: StoryParts = { blockedBy: A };
const done = (status: string) => envelope({ dependencies: [{ id: A, status }] });

const blockerRows: Row[] = [
  {
    name: "a number is not done",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":3}}}` }),
    code: 2,
    stderr: [`warn: status of ${A} is not a text; treated as not done`, `Blocker ${A} is 3`],
  },
  {
    name: "true is not done",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":true}}}` }),
    code: 2,
    stderr: [`warn: status of ${A} is not a text; treated as not done`, `Blocker ${A} is true`],
  },
  {
    name: "null is not done",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":null}}}` }),
    code: 2,
    stderr: [`warn: status of ${A} is not a text; treated as not done`, `Blocker ${A} is UNKNOWN`],
  },
  {
    name: "an entry without a status asks the story",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{}}}`, [`${DIR}/${A}.md`]: "**Status:** Done" }),
    stdout: done("Done"),
  },
  {
    name: "broken state: the story's status and a warning",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: '{"stories":', [`${DIR}/${A}.md`]: "**Status:** Done" }),
    stdout: done("Done"),
    stderr: new RegExp(`^warn: State file is not valid JSON: ${STATE}:1:12: .*; statuses come from the stories\n$`),
  },
  {
    name: "an empty state",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: "" }),
    code: 2,
    stderr: new RegExp(`^warn: .*\nBlocker ${A} is UNKNOWN\n$`),
  },
  {
    name: "a state that is a list",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: "[]" }),
    code: 2,
    stderr: new RegExp(`^warn: .*\nBlocker ${A} is UNKNOWN\n$`),
  },
  {
    name: "a list of stories without the id",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: '{"stories":[]}', [`${DIR}/${A}.md`]: "**Status:** Done" }),
    code: 2,
    stderr: `Blocker ${A} is UNKNOWN\n`,
  },
  { name: "no blocker: the state is not read", args: ARGS, files: story({}, { [STATE]: "{" }), stdout: envelope() },
  {
    name: "done words can be added more than once",
    args: [...ARGS, "--done-status", "OK", "--done-status=Success"],
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":"SUCCESS"}}}` }),
    stdout: done("SUCCESS"),
  },
  {
    name: "a word with more after it is not done",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":"Concluída (x)"}}}` }),
    code: 2,
    stderr: `Blocker ${A} is Concluída (x)\n`,
  },
  {
    name: "control characters of a status",
    args: ARGS,
    files: story(BLOCKED, { [STATE]: `{"stories":{"${A}":{"status":"a\\u001b[2J\\nb\\u202e"}}}` }),
    code: 2,
    stderr: `Blocker ${A} is a\\u001b[2J\\u000ab\\u202e\n`,
  },
  {
    name: "a lock file that is no file is never waited for",
    args: [...ARGS, "--lock-timeout", "0"],
    files: story(BLOCKED, { [STATE]: "{}", [`${STATE}.lock`]: { dir: true } }),
    code: 75,
    stderr: /^Lock timeout on .*\.lock \(not a regular file\)\n$/,
  },
  {
    name: "text without an id",
    args: ARGS,
    files: story({ blockedBy: "[story](./story.md)" }),
    stdout: envelope(),
    stderr: ["warn: blocker text holds no story id: '[story](./story.md)'"],
  },
];

const LAST: Files = { [`${DIR}/plans/${NAMES[6]}`]: { text: "x", mtime: `${MTIME - 1}.999999999` } };
const planRows: Row[] = [
  {
    name: "nanoseconds never round up",
    args: ARGS,
    files: story({}, LAST),
    stdout: envelope({
      artifacts: {
        fresh: [],
        stale: [NAMES[6]!],
        missing: NAMES.slice(0, 6),
        missingPlanStory: true,
        missingPlanTasks: [1, 2, 3].map((n) => `plan-task-${taskId(n)}.md`),
      },
    }),
  },
  {
    name: "a folder, a dangling link and a loop are missing",
    args: ARGS,
    files: story(
      {},
      {
        [`${DIR}/plans/${NAMES[0]}`]: { dir: true },
        [`${DIR}/plans/${NAMES[1]}`]: { symlink: "gone" },
        [`${DIR}/plans/${NAMES[2]}`]: { symlink: NAMES[2]! },
        [`${DIR}/plans/${NAMES[3]}`]: { symlink: "../a.md" },
        [`${DIR}/a.md`]: { text: "", mtime: MTIME + 1 },
      },
    ),
    stdout: envelope({
      planningMode: "HYBRID",
      artifacts: {
        fresh: [NAMES[3]!],
        stale: [],
        missing: NAMES.filter((_, i) => i !== 3),
        missingPlanStory: true,
        missingPlanTasks: [1, 2, 3].map((n) => `plan-task-${taskId(n)}.md`),
      },
    }),
  },
  {
    name: "plans is a file",
    args: ARGS,
    files: story({}, { [`${DIR}/plans`]: "" }),
    stdout: envelope(),
    stderr: /^warn: plans count as missing: .*plans: not a directory\n$/,
  },
  {
    name: "one second for story and plans, in a checkout",
    args: ARGS,
    files: story({}, { [`${DIR}/plans/${NAMES[0]}`]: { text: "", mtime: MTIME }, ".git": "gitdir: elsewhere" }),
    stdout: /"planningMode":"HYBRID"/,
    stderr: ["warn: story and plans share one mtime second, as after a checkout; --freshness git looks at commits instead"],
  },
  {
    name: "reasons",
    args: [...ARGS, "--reasons"],
    files: story({ rules: "compliance: lgpd\nDROP  TABLE x; GET /a, GET /b, PUT /a" }),
    stdout: envelope({ scope: "COMPLEX" }),
    stderr: [
      "reason: compliance is 'lgpd': COMPLEX",
      "reason: text has DROP TABLE: COMPLEX",
      "reason: text has 3 or more REST endpoints: STANDARD",
    ],
  },
  { name: "no reasons", args: [...ARGS, "--reasons"], files: story(), stdout: envelope() },
];

describe("blockers", () => blackBox(run, blockerRows));
describe("plans and scope", () => blackBox(run, planRows));
