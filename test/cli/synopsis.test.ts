import { expect, test } from "bun:test";
import type { FlagSpec } from "../../lib/cli/contract.ts";
import { synopsis } from "../../lib/cli/synopsis.ts";

const schema = undefined as never;
const required: FlagSpec = { help: "", value: "id", schema };
const optional: FlagSpec = { help: "", value: "dir", optional: true, schema };
const toggle: FlagSpec = { help: "", schema };

test("synopsis writes required flags bare, optional ones in brackets, groups as a choice", () => {
  expect(synopsis({ flags: { id: required, dir: optional, all: toggle } })).toBe("--id <id> [--dir <dir>] [--all]");
  expect(synopsis({ flags: { a: optional, b: optional, all: toggle }, anyOf: [["a", "b"]] })).toBe("--a <dir> | --b <dir> [--all]");
});

test("synopsis keeps unlisted flags as [options] and puts operands first", () => {
  const operands = [
    { name: "verb", help: "", schema },
    { name: "path", help: "", optional: true, schema },
  ] as const;
  expect(synopsis({ flags: { all: { ...toggle, unlisted: true } }, operands })).toBe("<verb> [<path>] [options]");
});
