import { expect, test } from "bun:test";
import { tokenize } from "../../lib/cli/tokenize.ts";

const FLAG = { help: "", schema: undefined as never };
const flags = { id: { ...FLAG, value: "id" }, set: { ...FLAG, value: "f=v", repeatable: true }, all: FLAG } as const;

test.each<[situation: string, argv: string[], flags: Record<string, string[]>, operands: string[]]>([
  ["nothing", [], {}, []],
  ["value after the flag", ["--id", "a"], { id: ["a"] }, []],
  ["value after an equals sign", ["--id=a"], { id: ["a"] }, []],
  ["value that holds an equals sign", ["--id=a=b"], { id: ["a=b"] }, []],
  ["empty value", ["--id="], { id: [""] }, []],
  ["empty word as value", ["--id", ""], { id: [""] }, []],
  ["value that begins with a dash", ["--id", "-x"], { id: ["-x"] }, []],
  ["value that looks like a flag we do not have", ["--id", "--other"], { id: ["--other"] }, []],
  ["switch", ["--all"], { all: [""] }, []],
  ["repeated flag that may be", ["--set", "a=1", "--set=b=2"], { set: ["a=1", "b=2"] }, []],
  ["operands around flags", ["a", "--all", "b"], { all: [""] }, ["a", "b"]],
  ["double dash ends flags", ["--", "--all", "-h"], {}, ["--all", "-h"]],
  ["single dash is an operand", ["-"], {}, ["-"]],
  ["short help and folder", ["-h", "-C", "dir"], { help: [""], C: ["dir"] }, []],
])("tokenize: %s", (_, argv, wantFlags, operands) => {
  const tokens = tokenize({ flags }, argv);
  expect(tokens.problem).toBeUndefined();
  expect(Object.fromEntries(tokens.flags)).toEqual(wantFlags);
  expect(tokens.operands).toEqual(operands);
});

test.each<[situation: string, argv: string[], problem: string]>([
  ["unknown flag", ["--bogus"], "unknown flag --bogus"],
  ["unknown flag with a value", ["--bogus=1"], "unknown flag --bogus"],
  ["unknown short flag", ["-f"], "unknown flag -f"],
  ["negated switch", ["--no-all"], "unknown flag --no-all"],
  ["name of an object's own member", ["--constructor", "x"], "unknown flag --constructor"],
  ["long form of a short flag", ["--C", "x"], "unknown flag --C"],
  ["single dash before a long name", ["-id", "x"], "unknown flag -id"],
  ["repeated flag", ["--id", "a", "--id", "b"], "repeated flag --id"],
  ["repeated switch", ["--all", "--all"], "repeated flag --all"],
  ["repeated folder", ["-C", "a", "-C", "b"], "repeated flag -C"],
  ["no value at the end", ["--id"], "missing value for --id"],
  ["no value before a flag of ours", ["--id", "--all"], "missing value for --id"],
  ["no value before a flag of ours with a value", ["--id", "--set=a=1"], "missing value for --id"],
  ["no value before a common flag", ["--id", "--help"], "missing value for --id"],
  ["no value before the double dash", ["--id", "--", "a"], "missing value for --id"],
  ["value for a switch", ["--all=yes"], "--all takes no value"],
  ["invalid bytes in a word", ["a\uFFFD"], "argument 1 is not valid UTF-8"],
  ["invalid bytes in a value", ["--id", "a\uFFFD"], "value of --id is not valid UTF-8"],
  ["invalid bytes after an equals sign", ["--id=\uFFFD"], "argument 1 is not valid UTF-8"],
  ["two mistakes: the first is named", ["--bogus", "--all=1"], "unknown flag --bogus"],
])("tokenize refuses: %s", (_, argv, problem) => {
  expect(tokenize({ flags }, argv).problem).toBe(problem);
});

test("tokenize reads on after a mistake, so that --help works beside it", () => {
  const { flags: got, problem } = tokenize({ flags }, ["--bogus", "--help"]);
  expect(problem).toBe("unknown flag --bogus");
  expect(got.has("help")).toBe(true);
});
