/** Where and why a text is no state, and what of a state no skill can work with. */
import { expect, test } from "bun:test";
import { DataError, UsageError } from "../../lib/errors.ts";
import { parseBatch } from "../../lib/state/batch.ts";
import { parseDocument, parseText } from "../../lib/state/json-document.ts";
import { shapeProblems } from "../../lib/state/state-shape.ts";

const bytes = (...parts: readonly (string | number)[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === "number" ? [part] : [...new TextEncoder().encode(part)])));

test.each([
  ["a byte that begins no character", bytes('{"a":"', 0xff, '"}'), "x:1:7: invalid UTF-8"],
  ["on another line, behind a real U+FFFD", bytes('{"a":"\uFFFD",\n"b":"é', 0xc3, '"}'), "x:2:7: invalid UTF-8"],
  ["a conflict from a merge", bytes('{\n<<<<<<< ours\n"a":1\n'), "x:2:1: conflict markers (<<<<<<<) from a merge; resolve them first"],
  ["nothing at all", bytes(), "x:1:1: "],
  ["an array", bytes("[]"), "x:1:1: expected an object at the top"],
])("%s", (_, content, message) => {
  const parse = () => parseDocument(content, "x");
  expect(parse).toThrow(DataError);
  expect(parse).toThrow(message);
});

const ID = '"type":"story","id":"story-0049-0001"';
const batch = (...lines: readonly string[]) => parseBatch(bytes(lines.join("\n")), false, () => 0);

test.each([
  ["not JSON", `{${ID},"field":}`, DataError, /^line 1: column 48: /],
  ["no object", "[1]", DataError, /^line 1: expected a JSON object$/],
  ["a wrong type, named by its key", `{${ID},"field":7,"value":1}`, UsageError, /^line 1: field: expected /],
  [
    "a JSON value of another type",
    `{${ID},"field":"retries","value":true,"valueType":"integer"}`,
    UsageError,
    /^line 1: retries takes integer here, not true$/,
  ],
  ["a fraction for an integer", `{${ID},"field":"retries","value":1.5,"valueType":"integer"}`, UsageError, /takes integer here, not 1\.5$/],
])("a batch with %s says on which line", (_, line, kind, message) => {
  expect(() => batch(line)).toThrow(kind);
  expect(() => batch(line)).toThrow(message);
  expect(() => batch("", line)).toThrow("line 2: ");
});

test.each([
  ["the type asked for", `{${ID},"field":"retries","value":3,"valueType":"integer"}`, "3"],
  ["any JSON", `{${ID},"field":"retries","value":{"a":null},"valueType":"json"}`, '{"a":null}'],
  ["null", `{${ID},"field":"prNumber","value":null}`, "null"],
  ["a flag", `{${ID},"field":"done","value":false,"valueType":"boolean"}`, "false"],
])("a batch takes a JSON value as it is spelled: %s", (_, line, json) => {
  expect(batch(line)[0]!.request.fields.map((field) => JSON.stringify(field))).toEqual([expect.stringContaining(JSON.stringify(json))]);
});

test.each([
  ['{"stories":[{},7]}', ["stories[1]: expected an object"]],
  ['{"stories":7}', ["stories: expected an object"]],
  ['{"stories":{"s":7}}', ["stories.s: expected an object"]],
  ['{"stories":{"s":{"tasks":7},"t":{"tasks":[]}}}', ["stories.s.tasks: expected an object"]],
  ['{"stories":{"s":{"tasks":{"t":7}}}}', ["stories.s.tasks.t: expected an object"]],
  ['{"taskTracking":7}', ["taskTracking: expected an object, true or false"]],
  [
    '{"taskTracking":{"taskIndex":{},"phaseGateResults":[7]}}',
    ["taskTracking.taskIndex: expected an array", "taskTracking.phaseGateResults[0]: expected an object"],
  ],
  ['{"version":[]}', ["version: expected a number or text"]],
  ['{"version":"2","taskTracking":true,"stories":{"s":{}}}', []],
])("the shape of %s", (text, problems) => {
  expect(shapeProblems(parseText(text, "x"))).toEqual(problems);
});
