import { expect, test } from "bun:test";
import { unmetAcceptance } from "../../lib/testing/acceptance.ts";

const result = (id: string, status: "passed" | "failed" | "skipped" = "passed") => ({
  id,
  file: undefined,
  group: "",
  name: id.split(" > ").at(-1)!,
  status,
  message: "",
});

test.each([
  ["by number in the name", [result("a.test.ts > AT-1 greets")], []],
  ["by number in an identifier", [result("GreeterTest > at_1_greets")], []],
  ["another number", [result("AT-12 greets")], ["AT-1"]],
  ["failing", [result("AT-1 greets", "failed")], ["AT-1"]],
  ["skipped", [result("AT-1 greets", "skipped")], ["AT-1"]],
  ["absent", [result("other")], ["AT-1"]],
  ["by the test's name", [result("GreeterTest > greet_valid_returnsGreeting")], []],
])("an acceptance test is found %s", (_, results, want) => {
  const unmet = unmetAcceptance([{ id: "AT-1", test: "greet_valid_returnsGreeting" }], results);
  expect(unmet.map(({ id }) => id)).toEqual(want);
});
