import { describe } from "bun:test";
import { run } from "../../scripts/x-internal-update-status.ts";
import { blackBox, type Row } from "../harness/black-box.ts";
import { S, STATE, state, story, task } from "./fixtures.ts";

const SHA = "$re:[0-9a-f]{64}";

interface Answer {
  readonly previousValue: string | null;
  readonly newValue: string | null;
}

function edit(name: string, before: string, args: readonly string[], after: string | "unchanged", answer: Answer): Row {
  return { name, files: { [S]: before }, args, stdout: { ...answer, fileSha: SHA, noOp: after === "unchanged" }, after: { [S]: after } };
}

describe("only the bytes of the value change", () => {
  const was = { previousValue: "A", newValue: "X" };
  const added = { previousValue: null, newValue: "X" };
  const set = (name: string, before: string, after: string, answer: Answer = was) =>
    edit(name, before, story("status", "X"), after, answer);
  blackBox(run, [
    set("a byte order mark stays", `\uFEFF${state('"status": "A"')}`, `\uFEFF${state('"status": "X"')}`),
    set("of duplicate keys the last is meant", state('"status": "old", "status": "A"'), state('"status": "old", "status": "X"')),
    set(
      "of duplicate nodes the last is meant",
      '{"stories":{"story-0049-0005":{"status":"old"},"story-0049-0005":{"status":"A"}}}',
      '{"stories":{"story-0049-0005":{"status":"old"},"story-0049-0005":{"status":"X"}}}',
    ),
    set(
      "a key spelled with escapes",
      '{"stories":{"story\\u002d0049-0005":{"st\\u0061tus":"A"}}}',
      '{"stories":{"story\\u002d0049-0005":{"st\\u0061tus":"X"}}}',
    ),
    set(
      "the same key elsewhere, before and inside",
      '{"story-0049-0005":{"status":1},"x":"\\"story-0049-0005\\":","stories":{"story-0049-0001":{"story-0049-0005":{}},"story-0049-0005":{"status":"A"}}}',
      '{"story-0049-0005":{"status":1},"x":"\\"story-0049-0005\\":","stories":{"story-0049-0001":{"story-0049-0005":{}},"story-0049-0005":{"status":"X"}}}',
    ),
    set("no final newline", '{"stories":{"story-0049-0005":{"status":"A"}}}', '{"stories":{"story-0049-0005":{"status":"X"}}}'),
    set(
      "space in odd places",
      '\n{ "stories"\t:\r\n{"story-0049-0005" : {"status"   :"A"  ,"b":[ ]} }}\n\n',
      '\n{ "stories"\t:\r\n{"story-0049-0005" : {"status"   :"X"  ,"b":[ ]} }}\n\n',
    ),
    set("an object gives way to text", state('"status": {"a": [1]}'), state('"status": "X"'), {
      previousValue: '{"a":[1]}',
      newValue: "X",
    }),
    set("an empty node in a one-line file", '{"stories":{"story-0049-0005":{}}}', '{"stories":{"story-0049-0005":{"status":"X"}}}', added),
    set(
      "an empty node takes the layout of its last sibling",
      '{\n  "stories": {\n    "a": { "b": 1 },\n    "story-0049-0005": {}\n  }\n}\n',
      '{\n  "stories": {\n    "a": { "b": 1 },\n    "story-0049-0005": { "status": "X" }\n  }\n}\n',
      added,
    ),
    set(
      "an empty node without siblings goes one level deeper",
      '{\n    "stories": {\n        "story-0049-0005": { }\n    }\n}\n',
      '{\n    "stories": {\n        "story-0049-0005": {\n            "status": "X"\n        }\n    }\n}\n',
      added,
    ),
    set(
      "a comma first style is kept",
      '{"stories":{"story-0049-0005":\n  { "a": 1\n  , "b": 2\n  }}}',
      '{"stories":{"story-0049-0005":\n  { "a": 1\n  , "b": 2\n  , "status": "X"\n  }}}',
      added,
    ),
    set(
      "no indentation",
      '{\n"stories": {\n"story-0049-0005": {\n"a": 1\n}\n}\n}',
      '{\n"stories": {\n"story-0049-0005": {\n"a": 1,\n"status": "X"\n}\n}\n}',
      added,
    ),
  ]);
});

describe("no-ops", () => {
  const same = (name: string, members: string, args: readonly string[], text: string | null): Row =>
    edit(name, state(members), args, "unchanged", { previousValue: text, newValue: text });
  blackBox(run, [
    same("equal text", '"status": "A"', story("status", "A"), "A"),
    same("equal text of another type", '"n": 612', story("n", "612"), "612"),
    same("equal text of another type, the other way", '"prNumber": "612"', story("prNumber", "612"), "612"),
    same("an equal object, spaced differently", '"o": { "a": [1, 2] }', story("o", '{"a":[1,2]}'), '{"a":[1,2]}'),
    same("null where null is", '"prNumber": null', story("prNumber", "null"), null),
    same("unset of an absent member", '"a": 1', [...story("b"), "--unset"], null),
    edit(
      "an explicit type compares the type too",
      state('"n": 612'),
      [...story("n", "612"), "--value-type", "string"],
      state('"n": "612"'),
      { previousValue: "612", newValue: "612" },
    ),
    edit("another spelling of a number is a change", state('"durationMs": 1.0'), story("durationMs", "1"), state('"durationMs": 1'), {
      previousValue: "1.0",
      newValue: "1",
    }),
  ]);
});

describe("unset", () => {
  const gone = (name: string, before: string, after: string, previousValue: string | null = "1", field = "b") =>
    edit(name, before, [...story(field), "--unset"], after, { previousValue, newValue: null });
  blackBox(run, [
    gone("the first member", state('"b": 1, "c": 2'), state('"c": 2')),
    gone("the last member", state('"a": 0, "b": 1'), state('"a": 0')),
    gone("one in the middle", state('"a": 0, "b": 1, "c": 2'), state('"a": 0, "c": 2')),
    gone("the only member", state('"b": 1'), state("").replace("{  }", "{}")),
    gone("an object", state('"a": 0, "b": {"x": 1}'), state('"a": 0'), '{"x":1}'),
    gone("JSON null", state('"a": 0, "b": null'), state('"a": 0'), null),
    gone("all of the duplicates", state('"b": 0, "a": 2, "b": 1'), state('"a": 2')),
    gone("the end of a dotted path", state('"a": {"b": 1}'), state('"a": {}'), "1", "a.b"),
    {
      name: "compares first",
      files: { [S]: state('"b": 1') },
      args: [...story("b"), "--unset", "--expect", "2"],
      code: 5,
      stderr: "Expected '2' at stories.story-0049-0005.b, found '1'\n",
      after: { [S]: "unchanged" },
    },
  ]);
});

describe("compare-and-set", () => {
  const differs = (name: string, members: string, args: readonly string[], stderr: string): Row => ({
    name,
    files: { [S]: state(members) },
    args: [...story("b", "X"), ...args],
    code: 5,
    stderr: `${stderr}\n`,
    after: { [S]: "unchanged" },
  });
  blackBox(run, [
    differs("another value", '"b": "1"', ["--expect", "2"], "Expected '2' at stories.story-0049-0005.b, found '1'"),
    differs("JSON null is nothing", '"b": null', ["--expect", "null"], "Expected 'null' at stories.story-0049-0005.b, found nothing"),
    differs("expected absent, but there", '"b": "1"', ["--expect-absent"], "Expected nothing at stories.story-0049-0005.b, found '1'"),
    differs("even when the value would not change", '"b": "X"', ["--expect", "Y"], "Expected 'Y' at stories.story-0049-0005.b, found 'X'"),
    edit("expected absent, and absent", state('"a": 1'), [...story("b", "X"), "--expect-absent"], state('"a": 1, "b": "X"'), {
      previousValue: null,
      newValue: "X",
    }),
    edit("expected absent, and null", state('"b": null'), [...story("b", "X"), "--expect-absent"], state('"b": "X"'), {
      previousValue: null,
      newValue: "X",
    }),
    edit("an empty text is a value", state('"b": ""'), [...story("b", "X"), "--expect="], state('"b": "X"'), {
      previousValue: "",
      newValue: "X",
    }),
    edit("an object, as the response shows it", state('"b": { "c": 1 }'), [...story("b", "X"), "--expect", '{"c":1}'], state('"b": "X"'), {
      previousValue: '{"c":1}',
      newValue: "X",
    }),
    {
      name: "a missing node comes first",
      files: { [S]: STATE },
      args: ["--type", "story", "--id", "story-0049-0009", "--field", "a", "--value", "b", "--expect", "c"],
      code: 3,
      stderr: "Path 'stories.story-0049-0009.a' not found in schema\n",
    },
  ]);
});

describe("several at once", () => {
  const batch = (name: string, lines: readonly string[], after: string, answers: readonly object[]): Row => ({
    name,
    files: { [S]: state('"status": "A"') },
    args: ["--batch"],
    stdin: lines.join("\n"),
    stdout: { $lines: answers.map((answer) => ({ ...answer, fileSha: SHA, noOp: after === "unchanged" })) as never[] },
    after: { [S]: after },
  });
  const line = (field: string, value: string, more = "") =>
    `{"type":"story","id":"story-0049-0005","field":"${field}","value":${value}${more}}`;
  const fails = (name: string, lines: readonly string[], code: number, stderr: RegExp): Row => ({
    name,
    files: { [S]: STATE },
    args: ["--batch"],
    stdin: lines.join("\n"),
    code,
    stderr,
    after: { [S]: "unchanged" },
  });
  blackBox(run, [
    batch(
      "set in a batch",
      ['{"type":"story","id":"story-0049-0005","set":{"status":"B","prNumber":"7"}}'],
      state('"status": "B", "prNumber": 7'),
      [
        {
          changes: [
            { field: "status", previousValue: "A", newValue: "B" },
            { field: "prNumber", previousValue: null, newValue: "7" },
          ],
        },
      ],
    ),
    batch("nothing to write", [line("status", '"A"'), line("status", '"A"')], "unchanged", [
      { previousValue: "A", newValue: "A" },
      { previousValue: "A", newValue: "A" },
    ]),
    fails("no JSON", [line("a", "1"), "{"], 65, /^line 2: column 2: /),
    fails("no object", ["[1]"], 65, /^line 1: expected a JSON object$/m),
    fails(
      "a path that is not there",
      [line("a", "1"), "", line("a.b.c", "1")],
      3,
      /^line 3: Path 'stories\.story-0049-0005\.a\.b\.c' not found in schema$/m,
    ),
    fails(
      "an expectation that does not hold",
      [line("status", '"B"'), line("status", '"C"', ',"expect":"A"')],
      5,
      /^line 2: Expected 'A' at stories\.story-0049-0005\.status, found 'B'$/m,
    ),
    fails("a value that does not fit", [line("prNumber", '"x"')], 64, /^line 1: --field prNumber takes an integer, not 'x'; usage/),
    {
      name: "a cut text",
      files: { [S]: STATE },
      args: ["--batch"],
      stdin: '"',
      code: 65,
      stderr: /^line 1: column \d+: /,
    },
    {
      name: "--set that changes nothing",
      files: { [S]: STATE },
      args: [...task(), "--set", "status=PENDING"],
      stdout: { changes: [{ field: "status", previousValue: "PENDING", newValue: "PENDING" }], fileSha: SHA, noOp: true },
      after: { [S]: "unchanged" },
    },
  ]);
});
