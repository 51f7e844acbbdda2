import { expect, test } from "bun:test";
import * as v from "valibot";
import { schemaProblem } from "../lib/schema-problem.ts";

const Settings = v.strictObject({
  name: v.string(),
  list: v.optional(v.array(v.strictObject({ n: v.pipe(v.number("expected a number"), v.minValue(1)) }))),
});
const TextOfSettings = v.pipe(v.string(), v.parseJson(), Settings);

test.each<[string, v.GenericSchema, unknown, string]>([
  ["a missing member", Settings, {}, "name: missing"],
  ["a wrong type", Settings, { name: 5 }, "name: expected string, not 5"],
  ["an unknown member", Settings, { name: "a", x: 1 }, "x: unknown key"],
  ["the schema's own message, deep inside", Settings, { name: "a", list: [{ n: "1" }] }, "list.0.n: expected a number"],
  ["a value out of range", Settings, { name: "a", list: [{ n: 0 }] }, "list.0.n: expected >=1, not 0"],
  ["another thing at the top", Settings, null, "top: expected Object, not null"],
  ["no JSON, on every runtime the same", TextOfSettings, "{", "top: not valid JSON"],
])("%s", (_, schema, value, message) => {
  const result = v.safeParse(schema, value);
  expect(result.success ? undefined : schemaProblem(result.issues)).toBe(message);
});

test("without a name for the top its problem stands alone", () => {
  const result = v.safeParse(Settings, 1);
  expect(result.success ? undefined : schemaProblem(result.issues, "")).toBe("expected Object, not 1");
});
