/** Every code and message of x-internal-resume-story (spec page 3); the vectors hold the rest. */
import { describe } from "bun:test";
import { synopsis } from "../../lib/cli/synopsis.ts";
import { contract, run } from "../../scripts/x-internal-resume-story.ts";
import { blackBox, type Row } from "../harness/black-box.ts";

const USAGE = `usage: ${synopsis(contract)}\n`;
const ID = "story-0049-0013";
const ARGS = ["--story-id", ID, "--epic-id", "0049"];
const DIR = "ai/epics/epic-0049";
const STATE = `${DIR}/execution-state.json`;
const STORY = `${DIR}/${ID}.md`;
const FRESH = { resumePoint: "fresh-start", tasksCompleted: [], tasksPending: [], lastCommitSha: null, staleWarnings: [] };

/** A state with this text as the story's node. */
function node(text: string): string {
  return `{"stories":{"${ID}":${text}}}`;
}

const usageRows = [
  ["nothing", [], USAGE],
  ["no folder", ["--story-id", ID], USAGE],
  ["no story", ["--epic-id", "49"], USAGE],
  ["unknown flag", ["--unknown"], `unknown flag --unknown; ${USAGE}`],
  ["repeated flag", [...ARGS, "--epic-id=1"], `repeated flag --epic-id; ${USAGE}`],
  ["two ids", [...ARGS, "--feature-id", "0049"], `--feature-id and --epic-id exclude each other; ${USAGE}`],
  ["a missing value", ["--story-id", "--epic-id", "49"], `missing value for --story-id; ${USAGE}`],
  ["an operand", [...ARGS, "x"], `unexpected argument 'x'; ${USAGE}`],
  [
    "a short id",
    ["--story-id", "story-49-13", "--epic-id", "49"],
    `malformed --story-id 'story-49-13': expected story-XXXX-YYYY (that of a bug needs --context-path of a folder in 'bugs'); ${USAGE}`,
  ],
  [
    "a path",
    ["--story-id", "../../etc/passwd", "--epic-id", "49"],
    `malformed --story-id '../../etc/passwd': expected story-XXXX-YYYY; ${USAGE}`,
  ],
  ["a word for a number", ["--story-id", ID, "--epic-id", "x"], `malformed --epic-id 'x': expected 1 to 4 digits; ${USAGE}`],
  [
    "a bug's story outside of bugs",
    ["--story-id", "story-02-fix", "--context-path", "x/y"],
    `malformed --story-id 'story-02-fix': expected story-XXXX-YYYY (that of a bug needs --context-path of a folder in 'bugs'); ${USAGE}`,
  ],
] as const;

const stateRows: Row[] = [
  { name: "no folder at all", args: ARGS, code: 1, stderr: "execution-state.json not found\n" },
  { name: "a dangling link", args: ARGS, files: { [STATE]: { symlink: "gone" } }, code: 1, stderr: "execution-state.json not found\n" },
  {
    name: "empty",
    args: ARGS,
    files: { [STATE]: "" },
    code: 65,
    stderr: `State file is not valid JSON: ${STATE}:1:1: expected a value, found the end of the text\n`,
  },
  {
    name: "cut off",
    args: ARGS,
    files: { [STATE]: '{"stories":\n {' },
    code: 65,
    stderr: /^State file is not valid JSON: ai\/epics\/epic-0049\/execution-state\.json:2:3: /,
  },
  {
    name: "null",
    args: ARGS,
    files: { [STATE]: "null" },
    code: 65,
    stderr: `State file is not valid JSON: ${STATE}:1:1: expected an object at the top\n`,
  },
  {
    name: "a list",
    args: ARGS,
    files: { [STATE]: "[]" },
    code: 65,
    stderr: `State file is not valid JSON: ${STATE}:1:1: expected an object at the top\n`,
  },
  {
    name: "no UTF-8",
    args: ARGS,
    files: { [STATE]: Buffer.from('{"a":"\xff"}', "latin1") },
    code: 65,
    stderr: `State file is not valid JSON: ${STATE}:1:7: invalid UTF-8\n`,
  },
  {
    name: "a folder",
    args: ARGS,
    files: { [STATE]: { dir: true } },
    code: 65,
    stderr: `State file is not valid JSON: ${STATE}: not a regular file\n`,
  },
  { name: "stories is null", args: ARGS, files: { [STATE]: '{"stories":null}' }, code: 2, stderr: "Story not in execution-state.json\n" },
  {
    name: "stories is a list",
    args: ARGS,
    files: { [STATE]: `{"stories":[{"id":"${ID}"}]}` },
    code: 2,
    stderr: "Story not in execution-state.json\n",
  },
  { name: "the story is null", args: ARGS, files: { [STATE]: node("null") }, code: 2, stderr: "Story not in execution-state.json\n" },
  {
    name: "a name that every object has",
    args: ["--story-id", "story-01-constructor", "--context-path", "bugs/b"],
    files: { "bugs/b/execution-state.json": "{}" },
    code: 2,
    stderr: "Story not in execution-state.json\n",
  },
  { name: "a byte order mark", args: ARGS, files: { [STATE]: `\ufeff${node("{}")}` }, stdout: FRESH },
  {
    name: "the story is a text",
    args: ARGS,
    files: { [STATE]: node('"DONE"') },
    stdout: FRESH,
    stderr: [`warn: story ${ID} is not an object; it has no tasks`],
  },
  {
    name: "tasks is a list",
    args: ARGS,
    files: { [STATE]: node('{"tasks":[{}]}') },
    stdout: FRESH,
    stderr: [`warn: tasks of story ${ID} is not an object; it has no tasks`],
  },
  {
    name: "the story is done and has no done task",
    args: [...ARGS, "--done-status", "SUCCESS"],
    files: { [STATE]: node('{"status":"SUCCESS"}') },
    stdout: FRESH,
    stderr: [`warn: story ${ID} is SUCCESS but has no done task`],
  },
];

const taskRows: Row[] = [
  {
    name: "statuses that are no words",
    args: ARGS,
    files: { [STATE]: node('{"tasks":{"a":{"status":3},"b":{"status":true},"c":{"status":null},"d":null,"e":"DONE","f":{}}}') },
    stdout: { ...FRESH, tasksPending: ["a", "b", "c", "d", "e", "f"] },
    stderr: [
      "warn: unknown status '3' for task a; treated as PENDING",
      "warn: unknown status 'true' for task b; treated as PENDING",
      "warn: unknown status 'null' for task c; treated as PENDING",
      "warn: task d is not an object; treated as PENDING",
      "warn: task e is not an object; treated as PENDING",
    ],
  },
  {
    name: "keys that look like numbers stand in the order of the file",
    args: ARGS,
    files: { [STATE]: node('{"tasks":{"b":{"status":"DONE","commitSha":"1"},"10":{"status":"DONE"},"2":{},"\\u0061":{}}}') },
    stdout: {
      resumePoint: "phase-2-task-3",
      tasksCompleted: [
        { id: "b", commitSha: "1" },
        { id: "10", commitSha: null },
      ],
      tasksPending: ["2", "a"],
      lastCommitSha: null,
      staleWarnings: [],
    },
  },
  {
    name: "control characters in an id",
    args: ARGS,
    files: { [STATE]: node('{"tasks":{"\\u001b[2J\\u009b":{"status":"\\n"}}}') },
    stdout: /^\{"resumePoint":"fresh-start","tasksCompleted":\[\],"tasksPending":\["\\u001b\[2J\\u009b"\]/,
    stderr: ["warn: unknown status '' for task \\u001b[2J\\u009b; treated as PENDING"],
  },
  {
    name: "times with an offset and a fraction; the story's second does not make it stale",
    args: ARGS,
    files: {
      [STATE]: node(
        '{"tasks":{"a":{"status":"DONE","completedAt":"2023-11-14T23:13:20.999+01:00"},"b":{"status":"DONE","completedAt":"2023-11-14T22:13:19.999Z"},"c":{"status":"DONE","completedAt":"2023-11-14"},"d":{"status":"DONE","completedAt":1}}}',
      ),
      [STORY]: { text: "", mtime: "1700000000.999999999" },
    },
    stdout: /"resumePoint":"all-done".*"staleWarnings":\["Story file modified after task b DONE"\]/,
  },
  {
    name: "the story is a loop of links: nothing is stale",
    args: ARGS,
    files: { [STATE]: node('{"tasks":{"a":{"status":"DONE","completedAt":"2000-01-01T00:00:00Z"}}}'), [STORY]: { symlink: `${ID}.md` } },
    stdout: /"staleWarnings":\[\]/,
  },
  {
    name: "a bug's story by its long id",
    args: ["--story-id", "story-000001-02", "--context-path", "bugs/bug-000001/"],
    files: {
      "bugs/bug-000001/story-02-fix.md": "**ID:** story-000001-02",
      "bugs/bug-000001/execution-state.json": '{"stories":{"story-02-fix":{"tasks":{"TASK-000001-02-001":{"status":"DONE"}}}}}',
    },
    stdout: /"resumePoint":"all-done"/,
  },
];

describe("usage", () =>
  blackBox(
    run,
    usageRows.map(([name, args, stderr]) => ({ name, args, stderr, code: 64 })),
  ));
describe("state", () => blackBox(run, stateRows));
describe("tasks", () => blackBox(run, taskRows));
