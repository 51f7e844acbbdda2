import { describe } from "bun:test";
import { run } from "../../scripts/x-internal-update-status.ts";
import { blackBox, type Row } from "../harness/black-box.ts";
import { S, STATE, state, story, task } from "./fixtures.ts";

const SHA = "$re:[0-9a-f]{64}";

/** Exit 3: one line that names the path, the file untouched. */
function unresolved(name: string, text: string, args: readonly string[], stderr: string | RegExp): Row {
  return {
    name,
    files: { [S]: text },
    args,
    code: 3,
    stderr: typeof stderr === "string" ? `${stderr}\n` : stderr,
    after: { [S]: "unchanged" },
  };
}

/** A write that must end in this text. */
function becomes(name: string, before: string, args: readonly string[], after: string, stdout: object = {}): Row {
  return {
    name,
    files: { [S]: before },
    args,
    stdout: { previousValue: null, newValue: "X", fileSha: SHA, noOp: false, ...stdout },
    after: { [S]: after },
  };
}

const at = (path: string) => `Path '${path}' not found in schema`;
const TASK = "stories.story-0049-0005.tasks.TASK-0049-0005-001";

describe("a path that names nothing is exit 3", () => {
  blackBox(run, [
    unresolved("stories is null", '{"stories":null}', story("a", "b"), at("stories.story-0049-0005.a")),
    unresolved("stories is absent", "{}", story("a", "b"), at("stories.story-0049-0005.a")),
    unresolved(
      "stories is an array, --initialize",
      '{"stories":[]}',
      [...story("a", "b"), "--initialize"],
      at("stories.story-0049-0005.a"),
    ),
    unresolved("story is null", '{"stories":{"story-0049-0005":null}}', story("a", "b"), at("stories.story-0049-0005.a")),
    unresolved(
      "story is text, --initialize",
      '{"stories":{"story-0049-0005":"x"}}',
      [...story("a", "b"), "--initialize"],
      at("stories.story-0049-0005.a"),
    ),
    unresolved(
      "tasks is an array",
      '{"stories":{"story-0049-0005":{"tasks":[]}}}',
      [...task(), "--field", "a", "--value", "b"],
      at(`${TASK}.a`),
    ),
    unresolved(
      "task is text",
      '{"stories":{"story-0049-0005":{"tasks":{"TASK-0049-0005-001":"x"}}}}',
      [...task(), "--field", "a", "--value", "b"],
      at(`${TASK}.a`),
    ),
    unresolved(
      "two other stories have the task",
      '{"stories":{"a":{"tasks":{"TASK-0049-0005-001":{}}},"b":{"tasks":{"TASK-0049-0005-001":{}}}}}',
      [...task(), "--field", "a", "--value", "b"],
      `${at(`${TASK}.a`)}: 2 stories have that task`,
    ),
    unresolved("a step of a dotted path is absent", STATE, story("a.b", "X"), at("stories.story-0049-0005.a.b")),
    unresolved("a step of a dotted path is text", STATE, story("status.b", "X"), at("stories.story-0049-0005.status.b")),
    unresolved("field __proto__", STATE, story("__proto__", "X"), at("stories.story-0049-0005.__proto__")),
    unresolved(
      "field with constructor inside",
      STATE,
      story("constructor.prototype", "X"),
      at("stories.story-0049-0005.constructor.prototype"),
    ),
    unresolved("id __proto__, --initialize", STATE, ["--type", "story", "--id", "__proto__", "--initialize"], at("stories.__proto__")),
    unresolved(
      "feature of another number",
      '{"epicId":"EPIC-0049","stories":{}}',
      ["--type", "epic", "--id", "50", "--field", "a", "--value", "b"],
      /--id is 0050, but the file's epicId is EPIC-0049/,
    ),
    unresolved(
      "read-only: field of a missing node",
      STATE,
      ["--type", "story", "--id", "story-0049-0006", "--field", "a", "--read-only"],
      at("stories.story-0049-0006.a"),
    ),
    unresolved("read-only: stories is an array", '{"stories":[]}', [...story(), "--read-only"], at("stories.story-0049-0005")),
    unresolved(
      "read-only: the node is text",
      '{"stories":{"story-0049-0005":"x"}}',
      [...story(), "--read-only"],
      at("stories.story-0049-0005"),
    ),
    unresolved("phase gate: tracking is text", '{"taskTracking":"x"}', gate(), at("taskTracking.phaseGateResults")),
    unresolved("phase gate: tracking is false", '{"taskTracking":false}', gate(), at("taskTracking.phaseGateResults")),
    unresolved("phase gate: results are no list", '{"taskTracking":{"phaseGateResults":{}}}', gate(), at("taskTracking.phaseGateResults")),
    {
      name: "initialize: an id of no known form makes no node",
      files: { [S]: STATE },
      args: ["--type", "story", "--id", "storey-0049-0005", "--initialize"],
      code: 64,
      stderr: /^malformed --id 'storey-0049-0005': a new story needs the form story-XXXX-YYYY; /,
      after: { [S]: "unchanged" },
    },
    {
      name: "a path error leaves no new file",
      args: [...story("a.b", "x"), "--initialize"],
      code: 3,
      stderr: `${at("stories.story-0049-0005.a.b")}\n`,
      after: { [S]: "absent" },
    },
    {
      name: "initialize in a folder that is not there",
      args: [...story("a", "x"), "--initialize", "--file", "no/where/s.json"],
      code: 1,
      stderr: "State file not found: no/where/s.json (no such folder: no/where)\n",
    },
  ]);
});

function gate(...more: string[]): string[] {
  return ["--type", "phase-gate", "--phase", "Phase-2-TDD", "--mode", "wave", "--passed", "false", ...more];
}

describe("a path that names something", () => {
  const literal = '{"stories":{"My Story":{"a":1},"STORY-0049-0005":{"a":2},"story-0049-0005":{"a":3}}}';
  blackBox(run, [
    becomes(
      "any literal key of stories",
      literal,
      ["--type", "story", "--id", "My Story", "--field", "b", "--value", "X"],
      literal.replace('"a":1', '"a":1,"b":"X"'),
    ),
    becomes(
      "as typed first",
      literal,
      ["--type", "story", "--id", "STORY-0049-0005", "--field", "b", "--value", "X"],
      literal.replace('"a":2', '"a":2,"b":"X"'),
    ),
    becomes(
      "then in normal case",
      literal,
      ["--type", "story", "--id", "Story-0049-0005", "--field", "b", "--value", "X"],
      literal.replace('"a":3', '"a":3,"b":"X"'),
    ),
    becomes(
      "the only story that has the task",
      '{"stories":{"story-0049-0001":{"tasks":{"TASK-0049-0005-001":{}}}}}',
      ["--type", "task", "--id", "task-0049-0005-001", "--field", "b", "--value", "X"],
      '{"stories":{"story-0049-0001":{"tasks":{"TASK-0049-0005-001":{"b":"X"}}}}}',
    ),
    becomes(
      "a bug's task, by the story that has it",
      '{"stories":{"story-02-fix":{"tasks":{"TASK-000001-02-001":{}}}}}',
      ["--type", "task", "--id", "TASK-000001-02-001", "--field", "b", "--value", "X"],
      '{"stories":{"story-02-fix":{"tasks":{"TASK-000001-02-001":{"b":"X"}}}}}',
    ),
    becomes("a literal name with a dot wins", state('"a.b": 1, "a": { "b": 2 }'), story("a.b", "X"), state('"a.b": "X", "a": { "b": 2 }'), {
      previousValue: "1",
    }),
    becomes("a dotted path", state('"a": { "b": { "c": 2 } }'), story("a.b.c", "X"), state('"a": { "b": { "c": "X" } }'), {
      previousValue: "2",
    }),
    becomes("a new member at the end of a dotted path", state('"a": { "b": 1 }'), story("a.c", "X"), state('"a": { "b": 1, "c": "X" }')),
    becomes(
      "feature with a prefix, and no id in the file",
      '{"stories":{}}',
      ["--type", "feature", "--id", "feature-49", "--field", "a", "--value", "X"],
      '{"stories":{},"a":"X"}',
    ),
    becomes(
      "epic is feature; the file's number matches",
      '{"epicId":49}',
      ["--type", "epic", "--id", "EPIC-0049", "--field", "a", "--value", "X"],
      '{"epicId":49,"a":"X"}',
    ),
    becomes(
      "initialize makes stories, story, tasks and task",
      '{"version": 2}',
      [...task(), "--field", "a", "--value", "X", "--initialize"],
      '{"version": 2, "stories": {"story-0049-0005": {"tasks": {"TASK-0049-0005-001": {"a": "X"}}}}}',
    ),
    becomes("initialize alone makes an empty node", '{"stories":{}}', [...story(), "--initialize"], '{"stories":{"story-0049-0005":{}}}', {
      newValue: "{}",
    }),
    {
      name: "initialize alone on a node that is there changes nothing",
      files: { [S]: STATE },
      args: [...task(), "--initialize"],
      stdout: { previousValue: '{"status":"PENDING"}', newValue: '{"status":"PENDING"}', fileSha: SHA, noOp: true },
      after: { [S]: "unchanged" },
    },
    {
      name: "initialize alone on a feature that has its flow version changes nothing",
      files: { [S]: '{"flowVersion":null}' },
      args: ["--type", "feature", "--id", "49", "--initialize"],
      stdout: { previousValue: null, newValue: null, fileSha: SHA, noOp: true },
      after: { [S]: "unchanged" },
    },
  ]);
});

describe("phase gates", () => {
  const entry = (extra = "") =>
    `{"phase":"Phase-2-TDD","mode":"wave","passed":false,"missingArtifacts":[],"missingTasks":[],"timestamp":"2026-11-30T12:00:00Z"${extra}}`;
  const appended = (name: string, before: string, after: string, length: number, ...more: string[]): Row => ({
    name,
    files: { [S]: before },
    args: gate(...more),
    env: { X_SKILLS_NOW: String(Date.parse("2026-11-30T12:00:00Z") / 1000) },
    stdout: { previousValue: String(length), newValue: String(length + 1), fileSha: SHA, noOp: false },
    after: { [S]: after },
  });
  blackBox(run, [
    appended("no tracking yet", "{}", `{"taskTracking":{"phaseGateResults":[${entry()}]}}`, 0),
    appended("bare true", '{"taskTracking":true}', `{"taskTracking":{"enabled":true,"phaseGateResults":[${entry()}]}}`, 0),
    appended(
      "a second result",
      `{"taskTracking":{"phaseGateResults":[${entry()}]}}`,
      `{"taskTracking":{"phaseGateResults":[${entry()},${entry(',"skill":"x-implement-task","taskId":"TASK-0049-0005-001"')}]}}`,
      1,
      "--skill",
      "x-implement-task",
      "--task-id",
      "TASK-0049-0005-001",
    ),
    appended(
      "lists are text",
      "{}",
      `{"taskTracking":{"phaseGateResults":[${entry().replace('"missingArtifacts":[],"missingTasks":[]', '"missingArtifacts":["a.md","b.md"],"missingTasks":["1","2"]')}]}}`,
      0,
      "--missing-artifacts",
      "a.md,b.md",
      "--missing-tasks",
      "1,2",
    ),
  ]);
});
