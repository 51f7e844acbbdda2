import { expect, test } from "bun:test";
import fc from "fast-check";
import { PlainText, renderLine } from "../../lib/cli/envelope.ts";
import { escapeJson, escapeLine } from "../../lib/cli/escape.ts";
import { RawJson } from "../../lib/raw-json.ts";

test.each<[situation: string, text: string, want: string]>([
  ["plain and accented text", "História – ok", "História – ok"],
  ["line breaks and tabs", "a\nb\r\tc", "a\\u000ab\\u000d\\u0009c"],
  ["terminal escape", "\u001b[2J", "\\u001b[2J"],
  ["C1, delete and separators", "\u009b\u007f\u2028\u2029", "\\u009b\\u007f\\u2028\\u2029"],
  ["bidi controls", "\u202eabc\u2066\u200f\u061c", "\\u202eabc\\u2066\\u200f\\u061c"],
])("escapeLine: %s", (_, text, want) => {
  expect(escapeLine(text)).toBe(want);
});

test("escapeJson changes no value and leaves nothing that could drive a terminal", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const escaped = escapeJson(JSON.stringify(value));
      expect(JSON.parse(escaped)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(escapeLine(escaped)).toBe(escaped);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test("renderLine writes one compact line, raw JSON as it is, absent members left out", () => {
  expect(renderLine({ b: 1, a: [new RawJson("1.50"), null], c: undefined, "0": { d: new RawJson('{"2":1,"1":2}') } })).toBe(
    '{"0":{"d":{"2":1,"1":2}},"b":1,"a":[1.50,null]}\n',
  );
  expect(renderLine({ "x\u009b": "\u202e\n" })).toBe('{"x\\u009b":"\\u202e\\n"}\n');
  expect(renderLine(new PlainText("a path\n"))).toBe("a path\n");
});
