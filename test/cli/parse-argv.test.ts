import { expect, test } from "bun:test";
import * as v from "valibot";
import type { Contract } from "../../lib/cli/contract.ts";
import { parseArgv } from "../../lib/cli/parse-argv.ts";
import { tokenize } from "../../lib/cli/tokenize.ts";

type Declared = Pick<Contract, "flags" | "operands" | "anyOf" | "conflicts">;

const Id = v.pipe(v.string(), v.toLowerCase(), v.regex(/^id-\d$/, "expected id-N"));
const text = v.optional(v.string());
const contract: Declared = {
  flags: {
    id: { help: "", value: "id", schema: Id },
    from: { help: "", value: "path", optional: true, schema: text },
    to: { help: "", value: "path", optional: true, schema: text },
    level: { help: "", value: "n", optional: true, schema: v.optional(v.string(), "3") },
    set: { help: "", value: "f=v", optional: true, repeatable: true, schema: v.optional(v.array(v.string()), []) },
    all: { help: "", schema: v.boolean() },
  },
  conflicts: [["from", "to"]],
};
const withOperand: Declared = {
  flags: {},
  operands: [{ name: "add|remove", help: "", schema: v.picklist(["add", "remove"], "expected add or remove") }],
};
const oneOf: Declared = { flags: { url: contract.flags.from!, file: contract.flags.to! }, anyOf: [["url", "file"]] };

function parse(declared: Declared, ...argv: string[]) {
  return parseArgv(declared, tokenize(declared, argv));
}

test("parseArgv makes typed values by the schemas, defaults and switches included", () => {
  expect(parse(contract, "--id", "ID-7", "--set", "a=1", "--set", "b=2", "--all")).toEqual({
    ok: true,
    args: { id: "id-7", from: undefined, to: undefined, level: "3", set: ["a=1", "b=2"], all: true },
    operands: [],
  });
  expect(parse(contract, "--id=id-1")).toMatchObject({ ok: true, args: { set: [], all: false } });
  expect(parse(withOperand, "add")).toMatchObject({ ok: true, operands: ["add"] });
  expect(parse(oneOf, "--file", "x")).toMatchObject({ ok: true, args: { file: "x" } });
});

test.each<[situation: string, declared: Declared, argv: string[], problem: string]>([
  ["required flag missing: the synopsis says it", contract, [], ""],
  ["none of a group given", oneOf, [], ""],
  ["required operand missing", withOperand, [], ""],
  ["a mistake of the tokenizer comes first", contract, ["--bogus"], "unknown flag --bogus"],
  ["stray word", contract, ["--id", "id-1", "stray"], "unexpected argument 'stray'"],
  ["word after the double dash", contract, ["--id", "id-1", "--", "-x"], "unexpected argument '-x'"],
  ["malformed value", contract, ["--id", "x"], "malformed --id 'x': expected id-N"],
  ["malformed value beside a missing flag", contract, ["--id="], "malformed --id '': expected id-N"],
  ["long malformed value is cut", contract, ["--id", "x".repeat(90)], `malformed --id '${"x".repeat(60)}…': expected id-N`],
  ["malformed operand", withOperand, ["move"], "malformed add|remove 'move': expected add or remove"],
  ["flags that exclude each other", contract, ["--id", "id-1", "--from=a", "--to=b"], "--from and --to exclude each other"],
])("parseArgv refuses: %s", (_, declared, argv, problem) => {
  expect(parse(declared, ...argv)).toEqual({ ok: false, problem });
});

test("an optional operand may be left out", () => {
  const declared: Declared = { flags: {}, operands: [{ name: "x", help: "", optional: true, schema: v.string() }] };
  expect(parse(declared)).toEqual({ ok: true, args: {}, operands: [] });
});
