/** What a schema has against a value, in words of ours: valibot's own speak of keys and `undefined`, and quote what the engine said of JSON. */
import type * as v from "valibot";

/** `<path>: <what is wrong>` of the first issue. `top` stands for the value itself; empty: its problem stands alone. */
export function schemaProblem([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]], top = "top"): string {
  const path = issue.path?.map(({ key }) => String(key)).join(".") ?? top;
  return `${path === "" ? "" : `${path}: `}${reasonOf(issue)}`;
}

/** A message that the schema itself gives is kept. */
function reasonOf({ type, message, expected, received }: v.BaseIssue<unknown>): string {
  if (type === "parse_json" && message.startsWith("Invalid ")) return "not valid JSON";
  if (!message.startsWith("Invalid ")) return message;
  if (received === "undefined") return "missing";
  if (expected === "never") return "unknown key";
  return expected === null ? `${received} does not fit` : `expected ${expected}, not ${received}`;
}
